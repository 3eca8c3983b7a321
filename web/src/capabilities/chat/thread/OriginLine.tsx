import type { Message } from '@prosa/contracts/messages';
import { useMessages } from '../../../platform/language/messages.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import styles from './Bubble.module.css';
import { isAutomatic, originName, saysWhich } from './origins.ts';

/** Says of a message that nobody wrote by hand what sent it, and why. */
export function OriginLine({ message: { origin, why } }: { message: Pick<Message, 'origin' | 'why'> }) {
  const text = useMessages(messagesMessages);
  if (!isAutomatic(origin)) return null;
  return (
    <p className={styles.origin}>
      {text(originName(origin))}
      {saysWhich(origin) && why && ` · ${why}`}
    </p>
  );
}
