import { useState } from 'react';
import { useMessages } from '../../platform/messages.ts';
import styles from './Bubble.module.css';
import { isLong, shownLength } from './folding.ts';
import { Markup } from './Markup.tsx';
import { isEmojiOnly } from './markup.ts';
import { messagesMessages } from './messages.messages.ts';

/** What a message says. Only what is shown of it is read: a very long one comes piece by piece, so that none holds up the screen. */
export function Words({ text: words }: { text: string }) {
  const text = useMessages(messagesMessages);
  const [touches, setTouches] = useState(0);
  const canFold = isLong(words);
  const shown = canFold ? shownLength(words, touches) : words.length;
  const isAll = !canFold || (touches > 0 && shown === words.length);
  return (
    <>
      <span className={styles.words} data-folded={(canFold && touches === 0) || undefined} data-emoji={isEmojiOnly(words) || undefined}>
        <Markup text={words.slice(0, shown)} />
        {!isAll && touches > 0 && '…'}
      </span>
      {canFold && (
        <button type="button" className={styles.more} aria-expanded={touches > 0} onClick={() => setTouches(isAll ? 0 : touches + 1)}>
          {text(isAll ? 'readLess' : 'readMore')}
        </button>
      )}
    </>
  );
}
