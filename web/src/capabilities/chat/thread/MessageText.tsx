import { useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import { foldedText, isLong, piecesOf } from '../text/folding.ts';
import { Markup } from '../text/Markup.tsx';
import { isEmojiOnly } from '../text/markup.ts';
import styles from './Bubble.module.css';

/** What a message says. Only what is shown of it is read: a very long one comes piece by piece, so that none holds up the screen. */
export function MessageText({ text: words }: { text: string }) {
  const text = useMessages(messagesMessages);
  const [touches, setTouches] = useState(0);
  if (!isLong(words))
    return (
      <span className={styles.words} data-words data-emoji={isEmojiOnly(words) || undefined}>
        <Markup text={words} />
      </span>
    );
  const { pieces, isAll } = touches === 0 ? { pieces: [foldedText(words)], isAll: false } : piecesOf(words, touches);
  return (
    <>
      <span className={styles.words} data-words data-folded={touches === 0 || undefined}>
        {pieces.length > 1
          ? pieces.map((piece, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
              <span key={place} className={styles.piece}>
                <Markup text={piece} />
              </span>
            ))
          : pieces.map((piece) => <Markup key="all" text={piece} />)}
      </span>
      <button type="button" className={styles.more} aria-expanded={touches > 0} onClick={() => setTouches(isAll ? 0 : touches + 1)}>
        {text(isAll ? 'readLess' : 'readMore')}
      </button>
    </>
  );
}
