import type { Ticket } from '@prosa/contracts/tickets';
import { Link } from 'wouter';
import { useMessages } from '../../../platform/language/messages.ts';
import { useCan } from '../../../platform/session/session.tsx';
import { AlertIcon } from '../../../ui/icons/icons.tsx';
import { useConnections, useConnectionsLive } from '../../connections/connections.data.ts';
import { chatMessages } from '../messages/chat.messages.ts';
import styles from './Composer.module.css';

/** Says that the ticket's connection is down. What is written waits for it. */
export function ConnectionLine({ ticket }: { ticket: Ticket }) {
  const text = useMessages(chatMessages);
  const maySee = useCan('connections-page:actionButtons');
  useConnectionsLive();
  const connection = useConnections().data?.find(({ id }) => id === ticket.whatsappId);
  if (!connection || connection.status === 'CONNECTED') return null;
  return (
    <p className={styles.down} role="status">
      <AlertIcon size={16} />
      <span>{text('disconnected', { name: connection.name })}</span>
      {maySee && <Link href="/connections">{text('seeConnections')}</Link>}
    </p>
  );
}
