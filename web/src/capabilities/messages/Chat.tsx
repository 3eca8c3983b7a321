import { type Ticket, ticketLive } from '@prosa/contracts/tickets';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../platform/api.ts';
import { errorText } from '../../platform/errors.ts';
import { useLive } from '../../platform/live.ts';
import { useMessages } from '../../platform/messages.ts';
import { notify } from '../../platform/notices.ts';
import { Button } from '../../ui/Button.tsx';
import { useTicket } from '../tickets/tickets.data.ts';
import styles from './Chat.module.css';
import { ChatHeader, ChatHeaderSkeleton } from './ChatHeader.tsx';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { useOutbox } from './messages.data.ts';
import { messagesMessages } from './messages.messages.ts';

/** One conversation. Give it its ticket's uuid as key as well, so that nothing of one leaks into the next. */
export function Chat({ uuid }: { uuid: string }) {
  const text = useMessages(messagesMessages);
  const ticket = useTicket(uuid);
  useLeaveWhenGone(ticket);

  if (ticket.data) return <Conversation ticket={ticket.data} />;
  const failed = ticket.error && !isGone(ticket.error);
  return (
    <section className={styles.chat} aria-busy={!failed}>
      <ChatHeaderSkeleton />
      {failed && (
        <div className={styles.failed} role="alert">
          <p>{errorText(ticket.error)}</p>
          <Button onClick={() => void ticket.refetch()}>{text('tryAgain')}</Button>
        </div>
      )}
    </section>
  );
}

function Conversation({ ticket }: { ticket: Ticket }) {
  const text = useMessages(messagesMessages);
  const writing = useOutbox(ticket.id);
  return (
    <section className={styles.chat} aria-label={text('conversation', { name: ticket.contact.name })}>
      <ChatHeader ticket={ticket} />
      <MessageList ticket={ticket} writing={writing} />
      <Composer ticket={ticket} onSend={writing.send} />
    </section>
  );
}

/** Refused, unknown (a uuid that is none is refused as invalid), or deleted. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404].includes(error.status);
}

function useLeaveWhenGone({ data, error, refetch }: ReturnType<typeof useTicket>): void {
  const text = useMessages(messagesMessages);
  const [, navigate] = useLocation();
  const leave = useEffectEvent((reason: unknown) => {
    if (!isGone(reason)) return;
    if (reason instanceof ApiError && reason.status === 403) notify('danger', text('forbidden'));
    else if (data) notify('success', text('deletedTicket'));
    navigate('/tickets', { replace: true });
  });
  useEffect(() => leave(error), [error]);
  useLive(ticketLive, (event) => {
    // Said of a ticket that is deleted, and also of one that went out of this person's sight: asking tells which.
    if (event.action === 'delete' && event.ticketId === data?.id) void refetch();
  });
}
