import type { Ticket } from '@prosa/contracts/tickets';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useLostFocus } from '../../platform/browser/focus-keeper.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { PlusIcon } from '../../ui/icons/chat-icons.tsx';
import { CheckIcon } from '../../ui/icons/icons.tsx';
import { Popover } from '../../ui/overlays/Popover.tsx';
import { notifyUndoable } from '../../ui/overlays/undo.ts';
import { TagChip } from './TagChip.tsx';
import styles from './TagEditor.module.css';
import { type Choice, type TagOption, tagOptions } from './tag-options.ts';
import { useCreateTag, useTags, useTagTicket } from './tags.data.ts';
import { tagsMessages } from './tags.messages.ts';
import { useFitting } from './useFitting.ts';

type TagEditorProps = {
  ticket: Ticket;
  button?: RefObject<HTMLButtonElement | null>;
  /** Where there is little room: how many are shown before the rest is only counted. */
  maxShown?: number;
};

/** The ticket's tags, and a field that finds or makes one. Every change is saved at once. */
export function TagEditor({ ticket, button, maxShown = Number.POSITIVE_INFINITY }: TagEditorProps) {
  const text = useMessages(tagsMessages);
  const save = useTagTicket();
  // What was last wanted; what the server says of an earlier change meanwhile is older.
  const tags = save.isPending && save.variables.ticket.id === ticket.id ? save.variables.tags : ticket.tags;
  const change = (wanted: Choice[]) => save.mutate({ ticket, tags: wanted });
  const remove = (gone: Choice) => {
    change(tags.filter(({ id }) => id !== gone.id));
    notifyUndoable(text('tagRemoved', { name: gone.name }), () => change(tags));
  };
  const { row, shown: most } = useFitting(Math.min(maxShown, tags.length));
  const rest = tags.slice(most);
  // A tag that is taken off takes the focus with it: what puts one on is next to it.
  useLostFocus(row, () => {
    const add = row.current?.querySelector<HTMLElement>('[aria-haspopup]');
    add?.focus({ preventScroll: true });
    return add !== null && add !== undefined && add === document.activeElement;
  });
  return (
    <div className={styles.tags} ref={row}>
      {tags.slice(0, most).map((tag) => (
        <TagChip key={tag.id} tag={tag} onRemove={() => remove(tag)} />
      ))}
      {rest.length > 0 && (
        <span className={styles.rest} title={rest.map(({ name }) => name).join(', ')}>
          {most > 0 ? `+${rest.length}` : text(rest.length === 1 ? 'countOne' : 'count', { n: rest.length })}
        </span>
      )}
      <Popover
        label={text('editTags')}
        trigger={({ ref, ...props }) => (
          <button
            type="button"
            {...props}
            ref={(element) => {
              ref.current = element;
              if (button) button.current = element;
            }}
            className={styles.add}
            aria-label={text('editTags')}
            title={text('editTags')}
          >
            <PlusIcon size={12} />
            {text('addTag')}
          </button>
        )}
      >
        <TagChoice chosen={tags} onChange={change} />
      </Popover>
    </div>
  );
}

function TagChoice({ chosen, onChange }: { chosen: Choice[]; onChange: (tags: Choice[]) => void }) {
  const text = useMessages(tagsMessages);
  const id = useId();
  const tags = useTags().data ?? [];
  const [words, setWords] = useState('');
  /** Nothing until an arrow was pressed; Enter then takes the first, as it is marked. */
  const [moved, setMoved] = useState(-1);
  const at = Math.max(moved, 0);
  const options = tagOptions(tags, words);
  const change = useToggle(chosen, onChange);
  const toggle = (option: TagOption | undefined) => {
    setWords('');
    setMoved(-1);
    void change(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setMoved(Math.min(moved + 1, options.length - 1));
    else if (event.key === 'ArrowUp') setMoved(Math.max(at - 1, 0));
    else if (event.key === 'Enter') toggle(options[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.choice}>
      <input
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={options[at] && `${id}-${at}`}
        aria-label={text('findTag')}
        placeholder={text('findTag')}
        autoComplete="off"
        maxLength={50}
        data-autofocus
        className={styles.field}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setMoved(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label={text('tags')} aria-multiselectable className={styles.list}>
        {options.map((option, index) => (
          <Option
            key={option.kind === 'new' ? 'new' : option.tag.id}
            id={`${id}-${index}`}
            option={option}
            isAt={index === at}
            isChosen={option.kind === 'known' && chosen.some((tag) => tag.id === option.tag.id)}
            onChoose={() => toggle(option)}
          />
        ))}
        {options.length === 0 && <p className={styles.none}>{text('noTags')}</p>}
      </div>
    </div>
  );
}

/** Toggles a tag; a new one is created first. */
function useToggle(chosen: Choice[], onChange: (tags: Choice[]) => void) {
  const create = useCreateTag();
  return async (option: TagOption | undefined): Promise<void> => {
    if (!option || create.isPending) return;
    if (option.kind === 'new') {
      const made = await create.mutateAsync(option.name).catch(() => undefined);
      if (made) onChange([...chosen, made]);
    } else if (chosen.some((tag) => tag.id === option.tag.id)) onChange(chosen.filter((tag) => tag.id !== option.tag.id));
    else onChange([...chosen, option.tag]);
  };
}

type OptionProps = { id: string; option: TagOption; isAt: boolean; isChosen: boolean; onChoose: () => void };
function Option({ id, option, isAt, isChosen, onChoose }: OptionProps) {
  const text = useMessages(tagsMessages);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: it keeps the focus and names the option
    <div id={id} role="option" aria-selected={isChosen} data-at={isAt || undefined} className={styles.option} onClick={onChoose}>
      {option.kind === 'known' ? (
        <>
          <i style={{ background: option.tag.color }} aria-hidden="true" />
          <span>{option.tag.name}</span>
          {isChosen && <CheckIcon size={16} />}
        </>
      ) : (
        <>
          <PlusIcon size={14} />
          <span>{text('createTag', { name: option.name })}</span>
        </>
      )}
    </div>
  );
}
