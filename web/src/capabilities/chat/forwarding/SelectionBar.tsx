import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { ForwardIcon } from '../../../ui/icons/chat-icons.tsx';
import { forwardingMessages } from './forwarding.messages.ts';
import styles from './Selection.module.css';

/** In the place of the field for writing, while messages are chosen. */
export function SelectionBar({ count, onForward, onCancel }: { count: number; onForward: () => void; onCancel: () => void }) {
  const text = useMessages(forwardingMessages);
  const common = useMessages(commonMessages);
  return (
    <div className={styles.bar} role="toolbar" aria-label={text('bar')}>
      <span className={styles.count} role="status">
        {count === 0 ? text('hint') : text(count === 1 ? 'selectedOne' : 'selected', { n: count })}
      </span>
      <Button onClick={onCancel}>{common('cancel')}</Button>
      <Button kind="primary" icon={<ForwardIcon size={16} />} disabled={count === 0} onClick={onForward}>
        {text('forward')}
      </Button>
    </div>
  );
}
