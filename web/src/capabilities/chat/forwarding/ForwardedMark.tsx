import { useMessages } from '../../../platform/language/messages.ts';
import { ForwardIcon } from '../../../ui/icons/chat-icons.tsx';
import { forwardingMessages } from './forwarding.messages.ts';
import styles from './Selection.module.css';

export function ForwardedMark() {
  const text = useMessages(forwardingMessages);
  return (
    <p className={styles.forwarded}>
      <ForwardIcon size={14} />
      {text('forwarded')}
    </p>
  );
}
