import type { SavedFilter } from '@prosa/contracts/saved-filters';
import { type KeyboardEvent, lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { showError } from '../../../platform/api/errors.ts';
import { useCommands } from '../../../platform/browser/commands.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useCan } from '../../../platform/session/session.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PencilIcon, PeopleIcon } from '../../../ui/icons/icons.tsx';
import { notifyUndoable } from '../../../ui/overlays/undo.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './FilterChips.module.css';
import { restoreFilter } from './saved-filters.data.ts';
import { savedFiltersMessages } from './saved-filters.messages.ts';
import type { SavedFilters } from './useSavedFilters.ts';

const FilterDialog = lazy(async () => ({ default: (await import('./FilterDialog.tsx')).FilterDialog }));

export type ChipsHandle = { focus: () => void };
type FilterChipsProps = {
  saved: SavedFilters;
  onToggle: (filter: SavedFilter) => void;
  /** Where the focus goes when no filter is left. */
  onEmptied: () => void;
  ref?: Ref<ChipsHandle>;
};

/** The saved filters above the list: one click narrows it, a second one no longer. */
export function FilterChips({ saved, onToggle, onEmptied, ref }: FilterChipsProps) {
  const text = useMessages(savedFiltersMessages);
  const { list, chip, applied, conditions } = saved;
  const group = useRef<HTMLDivElement>(null);
  const focus = useChipFocus(group, list, chip?.id, onEmptied);
  useImperativeHandle(ref, () => ({ focus: () => focus.now(focus.stop) }));
  const editing = useEditing(saved, onToggle, focus.soon);
  if (list.length === 0 && !conditions) return editing.dialog;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons are no set of form fields */}
      <div ref={group} role="group" aria-label={text('filters')} className={styles.chips} onKeyDown={focus.onKeyDown}>
        {list.map((filter) => (
          <button
            key={filter.id}
            type="button"
            className={styles.chip}
            data-filter={filter.id}
            aria-pressed={filter.id === chip?.id}
            tabIndex={filter.id === focus.stop ? 0 : -1}
            title={filter.name}
            onFocus={() => focus.setStop(filter.id)}
            onClick={() => onToggle(filter)}
          >
            {filter.shared && <PeopleIcon size={14} />}
            <span className={styles.name}>{filter.name}</span>
            {filter.shared && <VisuallyHidden>{text('shared')}</VisuallyHidden>}
          </button>
        ))}
        {editing.edit && chip && (
          <IconButton label={text('editNamed', { name: chip.name })} onClick={editing.edit}>
            <PencilIcon size={16} />
          </IconButton>
        )}
        {editing.save && (
          <button type="button" className={styles.save} onClick={editing.save}>
            {text('save')}
          </button>
        )}
      </div>
      <p role="status" className={styles.partly}>
        {applied &&
          applied.missing.length > 0 &&
          text('partly', { what: applied.missing.map((kind) => text(kind).toLowerCase()).join(', ') })}
      </p>
      {editing.dialog}
    </>
  );
}

/** Saving what is chosen now, and changing the filter that is applied; also from the palette. */
function useEditing(saved: SavedFilters, onToggle: (filter: SavedFilter) => void, focusSoon: (id: number | undefined) => void) {
  const text = useMessages(savedFiltersMessages);
  const mayShare = useCan('saved-filters:share');
  const [asked, setAsked] = useState<SavedFilter | 'new'>();
  const { list, chip, conditions, tell, apply } = saved;
  const save = conditions && (() => setAsked('new'));
  const edit = chip && (!chip.shared || mayShare) ? () => setAsked(chip) : undefined;
  useCommands([
    ...(save ? [{ id: 'filter-save', label: text('save'), run: save }] : []),
    ...(edit && chip ? [{ id: 'filter-edit', label: text('editNamed', { name: chip.name }), run: edit }] : []),
    ...list.map((filter) => ({
      id: `filter-${filter.id}`,
      label: text(filter.id === chip?.id ? 'clear' : 'apply', { name: filter.name }),
      run: () => onToggle(filter),
    })),
  ]);
  const onSaved = (filter: SavedFilter) => {
    tell({ action: asked === 'new' ? 'create' : 'update', filter });
    if (asked === 'new') apply(filter);
    focusSoon(filter.id);
    setAsked(undefined);
  };
  const onRemoved = (filter: SavedFilter) => {
    const at = list.findIndex(({ id }) => id === filter.id);
    tell({ action: 'delete', id: filter.id });
    focusSoon((list[at + 1] ?? list[at - 1])?.id);
    setAsked(undefined);
    notifyUndoable(text('removed'), () => {
      restoreFilter(filter.id).then((back) => tell({ action: 'create', filter: back }), showError);
    });
  };
  const filter = asked === 'new' ? undefined : asked;
  const shown = filter ?? conditions;
  const dialog = asked && shown && (
    <Suspense>
      <FilterDialog {...{ filter, mayShare, onSaved, onRemoved }} conditions={shown} onClose={() => setAsked(undefined)} />
    </Suspense>
  );
  return { save, edit, dialog };
}

/** One stop of the Tab key, arrows between the chips. A chip that a dialog made takes the focus once it is there. */
function useChipFocus(
  group: { current: HTMLDivElement | null },
  list: readonly SavedFilter[],
  pressed: number | undefined,
  onEmptied: () => void,
) {
  const [last, setStop] = useState<number>();
  const wanted = useRef<{ id: number | undefined }>(undefined);
  const isThere = (id: number | undefined) => list.some((filter) => filter.id === id);
  const stop = isThere(last) ? last : isThere(pressed) ? pressed : list[0]?.id;
  const now = (id: number | undefined) => group.current?.querySelector<HTMLElement>(`[data-filter="${id}"]`)?.focus();
  useEffect(() => {
    const wish = wanted.current;
    if (!wish) return;
    wanted.current = undefined;
    if (wish.id === undefined) onEmptied();
    else now(wish.id);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = list.findIndex(({ id }) => event.target instanceof HTMLElement && event.target.dataset.filter === String(id));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
    const next = at < 0 || to === undefined ? undefined : list[to];
    if (!next) return;
    event.preventDefault();
    now(next.id);
  };
  const soon = (id: number | undefined) => {
    wanted.current = { id };
  };
  return { stop, setStop, now, soon, onKeyDown };
}
