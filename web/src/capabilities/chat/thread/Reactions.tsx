import type { Message } from '@prosa/contracts/messages';
import styles from './Bubble.module.css';

/** Which emoji, how often, and on hovering by whom. */
export function Reactions({ reactions }: { reactions: Message['reactions'] }) {
  const byEmoji = new Map<string, Message['reactions']>();
  for (const reaction of reactions) byEmoji.set(reaction.emoji, [...(byEmoji.get(reaction.emoji) ?? []), reaction]);
  return (
    <span className={styles.reactions}>
      {[...byEmoji].map(([emoji, all]) => (
        <span key={emoji} className={styles.reaction} title={all.map(({ name }) => name).join(', ')}>
          {emoji}
          {all.length > 1 && <small>{all.length}</small>}
        </span>
      ))}
    </span>
  );
}
