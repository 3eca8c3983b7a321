import { type SavedFilter, SavedFilterInput, savedFilterLimits } from '@prosa/contracts/saved-filters';
import { useMutation } from '@tanstack/react-query';
import { showError } from '../../../platform/api/errors.ts';
import { notify } from '../../../platform/browser/notices.ts';
import { useDraft } from '../../../platform/forms/draft.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { SaveButtons } from '../../../ui/fields/SaveButtons.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useQueues } from '../../queues/queues.data.ts';
import { useTags } from '../../tags/tags.data.ts';
import { useColleagues } from '../search/search.data.ts';
import styles from './FilterChips.module.css';
import { type Conditions, changeFilter, removeFilter, saveFilter } from './saved-filters.data.ts';
import { savedFiltersMessages } from './saved-filters.messages.ts';

const Form = SavedFilterInput.pick({ name: true, shared: true });

type FilterDialogProps = {
  /** What is changed; a new one without. */
  filter: SavedFilter | undefined;
  conditions: Conditions;
  mayShare: boolean;
  onSaved: (filter: SavedFilter) => void;
  onRemoved: (filter: SavedFilter) => void;
  onClose: () => void;
};

/** The name of a filter and whom it is for. What it narrows to is what was chosen in the list. */
export function FilterDialog({ filter, conditions, mayShare, onSaved, onRemoved, onClose }: FilterDialogProps) {
  const text = useMessages(savedFiltersMessages);
  const common = useMessages(commonMessages);
  const draft = useDraft(Form, { name: filter?.name ?? '', shared: filter?.shared ?? false });
  const save = useMutation({
    mutationFn: (words: Pick<SavedFilter, 'name' | 'shared'>) => (filter ? changeFilter(filter.id, words) : saveFilter(words, conditions)),
    meta: { quiet: true },
    onSuccess: (saved) => {
      notify('success', text(filter ? 'changed' : 'saved'));
      onSaved(saved);
    },
    onError: (error) => {
      if (!draft.refuse(error)) showError(error);
    },
  });
  const remove = useMutation({ mutationFn: removeFilter, meta: { quiet: true }, onError: showError });
  return (
    <Dialog
      title={text(filter ? 'edit' : 'save')}
      onClose={onClose}
      dirty={draft.dirty}
      onSubmit={draft.onSubmit((words) => save.mutate(words))}
      footer={
        <>
          {filter && (
            <span className={styles.remove}>
              <Button kind="ghost" busy={remove.isPending} onClick={() => remove.mutate(filter.id, { onSuccess: () => onRemoved(filter) })}>
                {common('delete')}
              </Button>
            </span>
          )}
          <SaveButtons busy={save.isPending} />
        </>
      }
    >
      <TextField label={common('name')} autoComplete="off" maxLength={savedFilterLimits.name} {...draft.field('name')} />
      <section className={styles.section}>
        <h3>{text('narrowsTo')}</h3>
        <ConditionList conditions={conditions} />
      </section>
      {mayShare && (
        <div>
          <Switch
            label={text('share')}
            on={draft.values.shared === true}
            aria-describedby="filter-share-help"
            onChange={(on) => draft.set('shared', on)}
          />
          <p id="filter-share-help" className={styles.help}>
            {text('shareHint')}
          </p>
        </div>
      )}
    </Dialog>
  );
}

type Named = readonly { id: number; name: string }[] | undefined;

/** Names instead of ids; of what is gone, how many. */
function ConditionList({ conditions: { queueIds, tags, users, searchParam } }: { conditions: Conditions }) {
  const text = useMessages(savedFiltersMessages);
  const names = (ids: readonly number[], all: Named) => {
    if (!all) return '…';
    const there = ids.flatMap((id) => all.find((each) => each.id === id)?.name ?? []);
    const gone = ids.length - there.length;
    return [...there, ...(gone > 0 ? [text(gone === 1 ? 'goneOne' : 'gone', { n: gone })] : [])].join(', ');
  };
  const [queues, everyTag, people] = [useQueues(queueIds.length > 0), useTags(tags.length > 0), useColleagues(users.length > 0)];
  const rows = [
    queueIds.length > 0 && { key: 'queues' as const, words: names(queueIds, queues.data) },
    tags.length > 0 && { key: 'tags' as const, words: names(tags, everyTag.data) },
    users.length > 0 && { key: 'users' as const, words: names(users, people.data) },
    searchParam !== '' && { key: 'search' as const, words: searchParam },
  ].filter((row) => row !== false);
  return (
    <dl className={styles.conditions}>
      {rows.map(({ key, words }) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>{text(key)}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
