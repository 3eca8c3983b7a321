import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { composerMessages } from './composer.messages.ts';
import styles from './EmojiPicker.module.css';
import { emojiGroups, findEmoji, recentEmoji, rememberEmoji } from './emoji.ts';

const columns = 8;

/** The system's own emoji, the recent ones first; words in three languages find them. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const text = useMessages(composerMessages);
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  const choose = (emoji: string) => {
    rememberEmoji(emoji);
    onChoose(emoji);
  };
  const recent = recentEmoji();
  const groups =
    words.trim() === ''
      ? [...(recent.length > 0 ? [{ name: 'recent', emoji: recent }] : []), ...emojiGroups]
      : [{ name: 'found', emoji: findEmoji(words, 64) }];
  const move = (event: KeyboardEvent) => {
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = cells.findIndex((cell) => cell.matches(':focus'));
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: at < 0 ? 1 : columns, ArrowUp: -columns }[event.key];
    const first = groups[0]?.emoji[0];
    if (at < 0 && event.key === 'Enter' && first && words.trim() !== '') choose(first);
    else if (by !== undefined && (at >= 0 || event.key === 'ArrowDown')) (cells[at + by] ?? field.current)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go through the grid inside
    <div className={styles.picker} onKeyDown={move}>
      <input
        ref={field}
        type="text"
        aria-label={text('findEmoji')}
        placeholder={text('findEmoji')}
        className={styles.field}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div ref={grid} className={styles.groups}>
        {groups.map(({ name, emoji }) => (
          <div key={name} className={styles.group}>
            {emoji.map((one) => (
              <button key={one} type="button" tabIndex={-1} onClick={() => choose(one)}>
                {one}
              </button>
            ))}
          </div>
        ))}
        {groups.every(({ emoji }) => emoji.length === 0) && <p className={styles.none}>{text('noEmoji')}</p>}
      </div>
    </div>
  );
}
