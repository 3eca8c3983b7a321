import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { CloseIcon } from '../../../ui/icons/icons.tsx';
import { messagesMessages } from '../messages/messages.messages.ts';
import type { Outgoing } from '../messages/outbox.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import styles from './Bubble.module.css';

/** Upload progress with a cancel button. */
export function Sending({ outgoing }: { outgoing: Outgoing }) {
  const text = useMessages(messagesMessages);
  const common = useMessages(commonMessages);
  const { discard } = useThreadActions();
  const percent = Math.round((outgoing.progress ?? 0) * 100);
  const name = outgoing.attached?.file.name ?? '';
  return (
    <span className={styles.sending}>
      <progress max={100} value={percent} aria-label={text('sendingFile', { name })} />
      <button type="button" aria-label={`${common('cancel')}: ${name}`} title={common('cancel')} onClick={() => discard?.(outgoing.key)}>
        <CloseIcon size={14} />
      </button>
    </span>
  );
}
