import type { Message } from '@prosa/contracts/messages';
import { useMessages } from '../../../platform/language/messages.ts';
import { changesMessages } from '../messages/changes.messages.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import styles from './Bubble.module.css';

type Reactor = { emoji: string; count: number; names: string; label: string };

/** Which emoji, how often, and by whom: of the company the person, or its phone. */
function useReactors(reactions: Message['reactions']): Reactor[] {
  const text = useMessages(changesMessages);
  const { contactName } = useThreadActions();
  const byEmoji = new Map<string, string[]>();
  for (const { emoji, name, fromMe } of reactions)
    byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), name || (fromMe ? text('ourPhone') : contactName)]);
  return [...byEmoji].map(([emoji, all]) => ({ emoji, count: all.length, names: all.join(', '), label: `${emoji} ${all.join(', ')}` }));
}

export function Reactions({ id, reactions }: { id: string; reactions: Message['reactions'] }) {
  return (
    <span id={id} className={styles.reactions}>
      {useReactors(reactions).map(({ emoji, count, names, label }) => (
        <span key={emoji} className={styles.reaction} role="img" aria-label={label} title={names}>
          {emoji}
          {count > 1 && <small>{count}</small>}
        </span>
      ))}
    </span>
  );
}
