import type { Ticket } from '@prosa/contracts/tickets';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { CloseButton } from '../../../ui/CloseButton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { ReadOnlyThread } from '../../chat/thread/MessageList.tsx';
import styles from './Dialogs.module.css';

/** A read-only view of a conversation: nothing is marked as read and nobody is notified. */
export function SpyDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const text = useMessages(commonMessages);
  return (
    <Dialog
      wide
      title={`${ticket.contact.name} · #${ticket.id}`}
      onClose={onClose}
      footer={<CloseButton autoFocus label={text('close')} />}
    >
      <div className={styles.thread}>
        <ReadOnlyThread ticket={ticket} />
      </div>
    </Dialog>
  );
}
