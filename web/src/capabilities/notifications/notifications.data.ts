import { contactLive } from '@prosa/contracts/contacts';
import { type Message, messageLive } from '@prosa/contracts/messages';
import { type Ticket, type TicketStatus, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/api.ts';
import { useReloadWhenStale } from '../../platform/lists/useLiveList.ts';
import { useLive, useLiveEmit } from '../../platform/live/live.ts';
import { LiveLog } from '../../platform/live/live-log.ts';
import { useSession } from '../../platform/session/session.tsx';
import { isNotifiedOfPending, newestFirst, patchUnread, type TicketEvent, type Unread } from './unread.ts';

const recountAfter = 2000;

type UnreadHandlers = {
  onArrival: (message: Message, ticket: Ticket) => void;
  /** A colleague gave it to this person. */
  onGiven: (ticket: Ticket, colleague: string) => void;
};

/** The unread tickets this user is notified of, kept up to date. */
export function useUnread({ onArrival, onGiven }: UnreadHandlers) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const withPending = isNotifiedOfPending(user);
  const key = ['notifications', withPending];
  const [heard] = useState(() => new LiveLog<TicketEvent>());
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      const since = heard.place();
      const loaded = await load(withPending ? ['open', 'pending'] : ['open']);
      return heard.since(since).reduce((unread, event) => patchUnread(unread, event, user), loaded);
    },
  });
  const patch = (change: (unread: Unread) => Unread) => queryClient.setQueryData<Unread>(key, (now) => now && change(now));
  const hear = (event: TicketEvent) => {
    heard.add(event);
    patch((unread) => patchUnread(unread, event, user));
  };
  useLive(ticketLive, (event) => {
    hear(event);
    if (event.action === 'update' && event.givenBy && event.ticket.userId === user.id) onGiven(event.ticket, event.givenBy.name);
  });
  useLive(messageLive, (event) => {
    if (event.action !== 'create' || !event.ticket) return;
    hear({ action: 'update', ticketId: event.ticket.id, ticket: event.ticket });
    onArrival(event.message, event.ticket);
  });
  useLive(contactLive, (event) => {
    if (event.action === 'delete') return;
    const { contact } = event;
    patch((unread) => ({
      ...unread,
      tickets: unread.tickets.map((ticket) =>
        ticket.contactId === contact.id ? { ...ticket, contact: { ...ticket.contact, ...cardOf(contact) } } : ticket,
      ),
    }));
  });
  useJoin();
  useReloadWhenStale(query.data?.inDoubt === true, () => void query.refetch(), recountAfter);
  return query;
}

const cardOf = ({ name, number, email, profilePicUrl }: Ticket['contact']) => ({ name, number, email, profilePicUrl });

async function load(statuses: readonly TicketStatus[]): Promise<Unread> {
  const replies = await Promise.all(statuses.map((status) => call(ticketsApi.list, { query: { status, withUnreadMessages: 'true' } })));
  const tickets = replies.flatMap((reply) => reply.tickets).sort(newestFirst);
  const count = replies.reduce((sum, reply) => sum + reply.count, 0);
  return { tickets, beyond: Math.max(0, count - tickets.length), inDoubt: false };
}

function useJoin(): void {
  const emit = useLiveEmit();
  useEffect(() => emit('joinNotification'), [emit]);
}
