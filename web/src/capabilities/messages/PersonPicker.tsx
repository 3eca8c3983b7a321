import type { User } from '@prosa/contracts/users';
import { type KeyboardEvent, useId, useState } from 'react';
import { useDebounced } from '../../platform/debounce.ts';
import { useMessages } from '../../platform/messages.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './PersonPicker.module.css';
import { useFoundUsers } from './transfer.data.ts';
import { transferMessages } from './transfer.messages.ts';

const leastCharacters = 3;
type PersonPickerProps = { label: string; person: User | undefined; onChoose: (person: User | undefined) => void };

/** Finds a colleague by the beginning of a name; a dot says who is there. */
export function PersonPicker({ label, person, onChoose }: PersonPickerProps) {
  const text = useMessages(transferMessages);
  const id = useId();
  const [words, setWords] = useState(person?.name ?? '');
  const [at, setAt] = useState(0);
  const asked = useDebounced(words.trim());
  const isAsking = asked.length >= leastCharacters && person === undefined;
  const found = useFoundUsers(asked, isAsking);
  const isOpen = isAsking && found.length > 0;
  const choose = (next: User | undefined) => {
    if (!next) return;
    setWords(next.name);
    onChoose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % found.length);
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.picker}>
      <TextField
        label={label}
        hint={text('userHint')}
        value={words}
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        onChange={(next) => {
          setWords(next);
          setAt(0);
          if (person) onChoose(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.list}>
          {found.map((user, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option
            <div
              key={user.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles.option}
              onClick={() => choose(user)}
            >
              <i data-online={user.online || undefined} aria-hidden="true" />
              <span>{user.name}</span>
              <small>{text(user.online ? 'online' : 'offline')}</small>
            </div>
          ))}
        </div>
      )}
      {isAsking && found.length === 0 && <p className={styles.none}>{text('nobody')}</p>}
    </div>
  );
}
