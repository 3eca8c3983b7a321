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
import { applyTicketChange, liveLog, ticketsKey } from './ticket-cache.ts';
import { ticketPatches } from './ticket-patches.ts';
import type { TicketChange } from './tickets.patch.ts';

/** Keeps every loaded list and ticket current for as long as it is shown. */
export function useTicketsLive(): void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const hear = (news: TicketChange) => {
    liveLog.add(news);
    applyTicketChange(queryClient, news, user.id);
  };
  useJoins();
  useLive(ticketLive, hear);
  useLive(messageLive, (event) => {
    if (event.action !== 'create' || !event.ticket) return;
    hear({ action: 'update', ticketId: event.ticket.id, ticket: event.ticket });
  });
  useTicketPatches((touch) => hear({ action: 'touch', touch }));
  // No live events from now on: the cache is refetched when shown again.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: ticketsKey, refetchType: 'none' }), [queryClient]);
}

/** Names and colours of what tickets show. */
function useTicketPatches(touch: (change: Extract<TicketChange, { action: 'touch' }>['touch']) => void): void {
  const queryClient = useQueryClient();
  const loadAfresh = () => void queryClient.invalidateQueries({ queryKey: ticketsKey });
  useLive(contactLive, (event) => {
    if (event.action !== 'delete') touch(ticketPatches.contact(event.contact));
  });
  useQueuesLive();
  useLive(queueLive, (event) => {
    // Where the tickets of a queue that is gone went, only the server knows.
    if (event.action === 'delete') loadAfresh();
    else touch(ticketPatches.queue(event.queue));
  });
  useLive(tagLive, (event) => touch(event.action === 'delete' ? ticketPatches.tagGone(event.tagId) : ticketPatches.tag(event.tag)));
  useLive(userLive, (event) => {
    if (event.action === 'delete') loadAfresh();
    else touch(ticketPatches.user(event.user));
  });
}

function useJoins(): void {
  const emit = useLiveEmit();
  useEffect(() => {
    for (const status of ticketStatuses) emit('joinTickets', status);
    emit('joinNotification');
  }, [emit]);
}
