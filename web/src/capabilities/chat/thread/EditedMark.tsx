import type { Message } from '@prosa/contracts/messages';
import { useMessages } from '../../../platform/language/messages.ts';
import { changesMessages } from '../messages/changes.messages.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import styles from './Bubble.module.css';

/** That a message was edited; where its wordings can be shown, the way to them. By keyboard that is the message's menu. */
export function EditedMark({ message, words }: { message: Message | undefined; words: string }) {
  const text = useMessages(changesMessages);
  const { showEdits } = useThreadActions();
  if (!message || !showEdits) return <span>{words}</span>;
  return (
    <button type="button" tabIndex={-1} className={styles.edited} title={text('showEdits')} onClick={() => showEdits(message)}>
      {words}
    </button>
  );
}
