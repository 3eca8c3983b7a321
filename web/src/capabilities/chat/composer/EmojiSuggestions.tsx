import { type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import styles from './Composer.module.css';
import { composerMessages } from './composer.messages.ts';

const emojiQuery = /(?:^|\s):([\p{L}]{2,20})$/u;
const emojiQueryWindow = 40;
const maxShown = 8;
export type SuggestionsHandle = { onKey: (key: string) => boolean };
type SuggestionsProps = {
  handle: RefObject<SuggestionsHandle | null>;
  words: string;
  area: RefObject<HTMLTextAreaElement | null>;
  /** The emoji, and how many characters before the caret it stands for. */
  onChoose: (emoji: string, replaced: number) => void;
};

/** A colon and the beginning of a word offer emoji, as people know it from elsewhere. */
export function EmojiSuggestions({ handle, words, area, onChoose }: SuggestionsProps) {
  const text = useMessages(composerMessages);
  const [found, setFound] = useState<{ emoji: string[]; typed: string }>();
  const [at, setAt] = useState(0);
  const [dropped, setDropped] = useState('');
  useEffect(() => {
    let isWanted = true;
    const caret = area.current?.selectionStart ?? words.length;
    const typed = emojiQuery.exec(words.slice(Math.max(0, caret - emojiQueryWindow), caret))?.[1];
    setAt(0);
    if (typed === undefined) setFound(undefined);
    else
      void import('./emoji.ts').then(({ findEmoji }) => {
        if (isWanted) setFound({ emoji: findEmoji(typed, maxShown), typed });
      });
    return () => {
      isWanted = false;
    };
  }, [words, area]);
  const isShown = found !== undefined && found.emoji.length > 0 && dropped !== found.typed;
  const choose = (emoji: string | undefined) => {
    if (emoji && found) onChoose(emoji, found.typed.length + 1);
  };
  const onKey = (key: string): boolean => {
    if (!isShown) return false;
    const count = found.emoji.length;
    if (key === 'ArrowRight' || key === 'ArrowDown') setAt((at + 1) % count);
    else if (key === 'ArrowLeft' || key === 'ArrowUp') setAt((at + count - 1) % count);
    else if (key === 'Enter' || key === 'Tab') choose(found.emoji[at]);
    else if (key === 'Escape') setDropped(found.typed);
    else return false;
    return true;
  };
  useImperativeHandle(handle, () => ({ onKey }));
  if (!isShown) return null;
  return (
    <div className={styles.suggestions} role="listbox" aria-label={text('emoji')}>
      {found.emoji.map((emoji, index) => (
        <button key={emoji} type="button" role="option" tabIndex={-1} aria-selected={index === at} onClick={() => choose(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  );
}
