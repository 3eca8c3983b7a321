import { type RefObject, useImperativeHandle, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import type { SuggestionsHandle } from '../chat/composer/EmojiSuggestions.tsx';
import styles from './Chats.module.css';
import { chatsMessages } from './chats.messages.ts';
import { mentionTyped, suggested } from './mentions.ts';

type MentionSuggestionsProps = {
  handle: RefObject<SuggestionsHandle | null>;
  words: string;
  caret: number;
  members: readonly { id: number; name: string }[];
  /** What is written, in place of so many characters before the caret. */
  onChoose: (piece: string, replaced: number) => void;
};

/** An @ and the beginning of a name offer the members of the chat. */
export function MentionSuggestions({ handle, words, caret, members, onChoose }: MentionSuggestionsProps) {
  const text = useMessages(chatsMessages);
  const [at, setAt] = useState(0);
  const [dropped, setDropped] = useState<string>();
  const typed = mentionTyped(words, caret);
  const found = typed === undefined || typed === dropped ? [] : suggested(members, typed);
  const current = Math.min(at, found.length - 1);
  const choose = (name: string | undefined) => {
    if (name !== undefined && typed !== undefined) onChoose(`@${name} `, typed.length + 1);
    setAt(0);
  };
  const onKey = (key: string): boolean => {
    if (found.length === 0) return false;
    if (key === 'ArrowDown') setAt((current + 1) % found.length);
    else if (key === 'ArrowUp') setAt((current + found.length - 1) % found.length);
    else if (key === 'Enter' || key === 'Tab') choose(found[current]?.name);
    else if (key === 'Escape') setDropped(typed);
    else return false;
    return true;
  };
  useImperativeHandle(handle, () => ({ onKey }));
  if (found.length === 0) return null;
  return (
    <div className={styles.mentions} role="listbox" aria-label={text('mention')}>
      {found.map(({ id, name }, index) => (
        <button key={id} type="button" role="option" tabIndex={-1} aria-selected={index === current} onClick={() => choose(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}
