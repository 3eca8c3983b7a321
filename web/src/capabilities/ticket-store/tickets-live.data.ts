import { contactLive } from '@prosa/contracts/contacts';
import { messageLive } from '@prosa/contracts/messages';
import { queueLive } from '@prosa/contracts/queues';
import { tagLive } from '@prosa/contracts/tags';
import { ticketLive, ticketStatuses } from '@prosa/contracts/tickets';
import { userLive } from '@prosa/contracts/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive, useLiveEmit } from '../../platform/live/live.ts';
import { useSession } from '../../platform/session/session.tsx';
import { useQueuesLive } from '../queues/queues.data.ts';
import { applyNews, heard, ticketsKey } from './ticket-cache.ts';
import type { TicketNews } from './tickets.patch.ts';
import { touches } from './touches.ts';

/** Keeps every loaded list and ticket current for as long as it is shown. */
export function useTicketsLive(): void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const hear = (news: TicketNews) => {
    heard.add(news);
    applyNews(queryClient, news, user.id);
  };
  useJoins();
  useLive(ticketLive, hear);
  useLive(messageLive, (event) => {
    if (event.action !== 'create' || !event.ticket) return;
    const { fromMe, mediaType, data } = event.message;
    const last = { fromMe, mediaType, seconds: data?.seconds ?? null };
    hear({ action: 'update', ticketId: event.ticket.id, ticket: { ...event.ticket, last } });
  });
  useTouches((touch) => hear({ action: 'touch', touch }));
  // Nobody listens from now on: what is held is checked when it is next shown.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: ticketsKey, refetchType: 'none' }), [queryClient]);
}

/** Names and colours of what tickets show. */
function useTouches(touch: (change: Extract<TicketNews, { action: 'touch' }>['touch']) => void): void {
  const queryClient = useQueryClient();
  const loadAfresh = () => void queryClient.invalidateQueries({ queryKey: ticketsKey });
  useLive(contactLive, (event) => {
    if (event.action !== 'delete') touch(touches.contact(event.contact));
  });
  useQueuesLive();
  useLive(queueLive, (event) => {
    // Where the tickets of a queue that is gone went, only the server knows.
    if (event.action === 'delete') loadAfresh();
    else touch(touches.queue(event.queue));
  });
  useLive(tagLive, (event) => touch(event.action === 'delete' ? touches.tagGone(event.tagId) : touches.tag(event.tag)));
  useLive(userLive, (event) => {
    if (event.action === 'delete') loadAfresh();
    else touch(touches.user(event.user));
  });
}

function useJoins(): void {
  const emit = useLiveEmit();
  useEffect(() => {
    for (const status of ticketStatuses) emit('joinTickets', status);
    emit('joinNotification');
  }, [emit]);
}
