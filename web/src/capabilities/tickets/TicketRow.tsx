import type { Ticket } from '@prosa/contracts/tickets';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatListTime } from '../../platform/format.ts';
import { useLanguage, useMessages } from '../../platform/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { PeopleIcon, RobotIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { plainText } from '../messages/markup.ts';
import styles from './TicketRow.module.css';
import { ticketsMessages } from './tickets.messages.ts';

type TicketRowProps = {
  ticket: Ticket;
  isSelected: boolean;
  /** Named only where a company has several. */
  showConnection: boolean;
  onAccept: (ticket: Ticket) => void;
};

/** Plain elements on purpose: there are hundreds of these. */
export function TicketRow({ ticket, isSelected, showConnection, onAccept }: TicketRowProps) {
  const text = useMessages(ticketsMessages);
  const { name } = ticket.contact;
  if (ticket.status === 'pending') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the row takes the focus so that A can accept it.
      // biome-ignore lint/a11y/useSemanticElements: a row of a list is no set of form fields.
      <div className={styles.row} role="group" aria-label={name} tabIndex={0} data-row data-unread={ticket.unreadMessages > 0 || undefined}>
        <RowContent ticket={ticket} showConnection={showConnection} />
        <span className={styles.accept}>
          <Button kind="primary" aria-label={text('acceptNamed', { name })} onClick={() => onAccept(ticket)}>
            {text('accept')}
          </Button>
        </span>
      </div>
    );
  }
  return (
    <Link
      className={styles.row}
      href={`/tickets/${ticket.uuid}`}
      aria-current={isSelected ? 'page' : undefined}
      data-row
      data-unread={ticket.unreadMessages > 0 || undefined}
    >
      <RowContent ticket={ticket} showConnection={showConnection} />
    </Link>
  );
}

function RowContent({ ticket, showConnection }: { ticket: Ticket; showConnection: boolean }) {
  const text = useMessages(ticketsMessages);
  const { language } = useLanguage();
  const { contact, queue, user, whatsapp, unreadMessages } = ticket;
  return (
    <>
      <span className={styles.face}>
        <Avatar name={contact.name} picture={contact.profilePicUrl} />
      </span>
      <span className={styles.name}>
        <span>{contact.name}</span>
        {ticket.isGroup && (
          <Mark label={text('group')}>
            <PeopleIcon size={14} />
          </Mark>
        )}
        {ticket.chatbot && (
          <Mark label={text('chatbot')}>
            <RobotIcon size={14} />
          </Mark>
        )}
      </span>
      <time className={styles.time} dateTime={ticket.updatedAt}>
        {formatListTime(ticket.updatedAt, language)}
      </time>
      <span className={styles.last}>{plainText(ticket.lastMessage)}</span>
      {unreadMessages > 0 && (
        <span className={styles.unread}>
          <span aria-hidden="true">{unreadMessages > 99 ? '99+' : unreadMessages}</span>
          <VisuallyHidden>{text(unreadMessages === 1 ? 'unreadOne' : 'unread', { n: unreadMessages })}</VisuallyHidden>
        </span>
      )}
      <span className={styles.chips}>
        {queue && (
          <span className={styles.chip}>
            <i style={{ background: queue.color }} aria-hidden="true" />
            {queue.name}
          </span>
        )}
        {user && <span className={styles.chip}>{user.name}</span>}
        {showConnection && <span className={styles.chip}>{whatsapp.name}</span>}
      </span>
    </>
  );
}

function Mark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.mark} title={label}>
      {children}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
