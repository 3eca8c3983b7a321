import type { KeyboardEvent } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { PlusIcon } from '../../../ui/icons/chat-icons.tsx';
import { changesMessages } from '../messages/changes.messages.ts';
import styles from './ReactionRow.module.css';

const quick = ['👍', '❤️', '😂', '😮', '😢', '🙏'];
type ReactionRowProps = {
  /** The company's reaction as it is. */
  current: string;
  onChoose: (emoji: string) => void;
  onMore: () => void;
};

/** The emoji that people react with most, in a row of the menu; the one that stands is taken back when it is chosen again. */
export function ReactionRow({ current, onChoose, onMore }: ReactionRowProps) {
  const text = useMessages(changesMessages);
  const offered = current === '' || quick.includes(current) ? quick : [current, ...quick.slice(1)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a menu, not of a form
    <div className={styles.row} role="group" aria-label={text('react')} onKeyDown={step}>
      {offered.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          aria-checked={emoji === current}
          tabIndex={-1}
          onClick={() => onChoose(emoji === current ? '' : emoji)}
        >
          {emoji}
        </button>
      ))}
      <button type="button" role="menuitem" tabIndex={-1} aria-label={text('moreEmoji')} title={text('moreEmoji')} onClick={onMore}>
        <PlusIcon size={18} />
      </button>
    </div>
  );
}

/** To the sides within the row; up and down the menu's own keys lead on. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = all.findIndex((each) => each.matches(':focus'));
  if (by === undefined || at < 0) return;
  event.preventDefault();
  all.at((at + by) % all.length)?.focus();
}
