import type { Ticket } from '@prosa/contracts/tickets';
import { type FormEvent, useState } from 'react';
import { fewAtATime } from '../../platform/api/few-at-a-time.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PlusIcon } from '../../ui/icons/chat-icons.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from './TagsDialog.module.css';
import { changedTags, type TagChanges, tagState } from './tag-changes.ts';
import { type TagOption, tagOptions } from './tag-options.ts';
import { useCreateTag, useTags, useTagTicket } from './tags.data.ts';
import { tagsMessages } from './tags.messages.ts';

type TagsDialogProps = { tickets: readonly Ticket[]; onClose: () => void; onSent?: (() => void) | undefined };

/** Edits the tags of several tickets. A tag that only some have stays mixed until it is toggled. */
export function TagsDialog({ tickets, onClose, onSent }: TagsDialogProps) {
  const text = useMessages(tagsMessages);
  const common = useMessages(commonMessages);
  const [words, setWords] = useState('');
  const [changes, setChanges] = useState<TagChanges>(new Map());
  const tags = useTags().data ?? [];
  const create = useCreateTag();
  const save = useTagTicket();
  const put = (tag: Ticket['tags'][number], on: boolean) => setChanges((now) => new Map(now).set(tag.id, { tag, on }));
  const make = async (name: string) => {
    const made = await create.mutateAsync(name).catch(() => undefined);
    if (made) put(made, true);
    setWords('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const changed = tickets.map((ticket) => ({ ticket, tags: changedTags(ticket.tags, changes) }));
    void fewAtATime(
      changed.filter(({ ticket, tags: next }) => next !== ticket.tags),
      (each) => save.mutateAsync(each),
    );
    onSent?.();
    onClose();
  };
  const footer = (
    <>
      <CloseButton label={common('cancel')} />
      <Button kind="primary" type="submit">
        {common('save')}
      </Button>
    </>
  );
  const title = tickets.length > 1 ? text('tagsTitleMany', { n: tickets.length }) : text('tagsTitle');
  return (
    <Dialog title={title} onClose={onClose} onSubmit={submit} footer={footer} dirty={changes.size > 0}>
      <TextField label={text('findTag')} value={words} onChange={setWords} maxLength={50} autoComplete="off" />
      <div className={styles.tags}>
        {tagOptions(tags, words).map((option) => (
          <Option
            key={option.kind === 'new' ? 'new' : option.tag.id}
            {...{ option, tickets, changes }}
            onPut={put}
            onMake={(name) => void make(name)}
          />
        ))}
        {tags.length === 0 && words === '' && <p className={styles.quiet}>{text('noTagsYet')}</p>}
      </div>
    </Dialog>
  );
}

type OptionProps = {
  option: TagOption;
  tickets: readonly Ticket[];
  changes: TagChanges;
  onPut: (tag: Ticket['tags'][number], on: boolean) => void;
  onMake: (name: string) => void;
};
function Option({ option, tickets, changes, onPut, onMake }: OptionProps) {
  const text = useMessages(tagsMessages);
  if (option.kind === 'new')
    return (
      <Button kind="ghost" icon={<PlusIcon size={14} />} onClick={() => onMake(option.name)}>
        {text('createTag', { name: option.name })}
      </Button>
    );
  const { id, name, color, kanban } = option.tag;
  const state = tagState(tickets, id);
  const on = changes.get(id)?.on ?? state === 'all';
  return (
    <Checkbox
      label={
        <span className={styles.tagName}>
          <i style={{ background: color }} aria-hidden="true" />
          {name}
          {state === 'some' && !changes.has(id) && <small className={styles.quiet}>{text('mixed')}</small>}
        </span>
      }
      checked={on}
      onChange={(next) => onPut({ id, name, color, kanban }, next)}
    />
  );
}
