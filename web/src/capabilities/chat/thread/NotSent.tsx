import { errorText } from '../../../platform/api/errors.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import type { BubbleItem } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import styles from './NotSent.module.css';

/** Under a message that was not sent: why, and what can be done. */
export function NotSent({ item }: { item: BubbleItem }) {
  const text = useMessages(messagesMessages);
  const { retryOf, discard, dropOf } = useThreadActions();
  const retry = retryOf?.(item);
  const drop = item.outgoing ? discard && (() => discard(item.key)) : item.message && dropOf?.(item.message);
  const failure = item.message?.failure ?? item.outgoing?.failure;
  return (
    <p className={styles.failed}>
      {text('notSent')}
      {failure && <span className={styles.why}>{errorText(failure)}</span>}
      {retry && (
        <button type="button" onClick={retry}>
          {text('tryAgain')}
        </button>
      )}
      {retry && drop && <span aria-hidden="true">·</span>}
      {drop && (
        <button type="button" onClick={drop}>
          {text('discard')}
        </button>
      )}
    </p>
  );
}
