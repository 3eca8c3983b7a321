import { messageLive } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { type Ticket, type TicketUpdate, ticketLive, ticketStatuses, ticketsApi } from '@prosa/contracts/tickets';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import { ApiError, call } from '../../platform/api.ts';
import { useLive } from '../../platform/live.ts';
import { useSession } from '../../platform/session.tsx';
import { LiveLog } from './live-log.ts';
import type { Loaded } from './loaded.ts';
import { patchTickets, type TicketEvent, type TicketFilter, ticketOrder } from './tickets.patch.ts';
import { useLoaded } from './useLoaded.ts';

const listsKey = ['tickets', 'list'];
const onesKey = ['tickets', 'one'];
const Filter = z.object({ status: z.enum(ticketStatuses), showAll: z.boolean(), queueIds: z.array(z.int()) });
const heard = new LiveLog<TicketEvent>();
const recountAfter = 2000;

export function useTicketList(filter: TicketFilter, enabled = true) {
  const { user } = useSession();
  const { status, showAll, queueIds } = filter;
  const list = useLoaded<Ticket>({
    key: [...listsKey, filter],
    enabled,
    order: ticketOrder,
    fetchPage: async (pageNumber) => {
      const query = { status, showAll: showAll ? ('true' as const) : ('false' as const), queueIds: JSON.stringify(queueIds), pageNumber };
      const { tickets, count, hasMore } = await call(ticketsApi.list, { query });
      return { items: tickets, count, hasMore };
    },
    place: () => heard.place(),
    replay: (loaded, since) => heard.since(since).reduce((now, event) => patchTickets(now, filter, event, { userId: user.id }), loaded),
  });
  useRecount(list.data, () => list.join(1));
  return list;
}

/** A count that events left in doubt is asked for once things are quiet, not once per event. */
function useRecount(list: Loaded<Ticket> | undefined, recount: () => Promise<void>): void {
  const inDoubt = list?.countKnown === false;
  const ask = useEffectEvent(() => void recount().catch(() => undefined));
  useEffect(() => {
    if (!inDoubt) return undefined;
    const timer = setTimeout(ask, recountAfter);
    return () => clearTimeout(timer);
  }, [inDoubt]);
}

/** Keeps every loaded list and ticket current for as long as it is shown. */
export function useTicketsLive(): void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const hear = (event: TicketEvent) => {
    heard.add(event);
    applyEvent(queryClient, event, user.id);
  };
  useLive(ticketLive, hear);
  useLive(messageLive, (message) => {
    if (message.action === 'create') hear({ action: 'update', ticketId: message.ticket.id, ticket: message.ticket });
  });
}

function applyEvent(queryClient: QueryClient, event: TicketEvent, userId: number): void {
  const lists = queryClient.getQueriesData<Loaded<Ticket>>({ queryKey: listsKey });
  const before = lists.flatMap(([, list]) => list?.items ?? []).find((ticket) => ticket.id === event.ticketId);
  for (const [key, list] of lists) {
    if (list) queryClient.setQueryData(key, patchTickets(list, Filter.parse(key.at(-1)), event, { userId, before }));
  }
  queryClient.setQueriesData<Ticket>({ queryKey: onesKey }, (ticket) => (ticket?.id === event.ticketId ? changed(ticket, event) : ticket));
}

function changed(ticket: Ticket, event: TicketEvent): Ticket {
  if (event.action === 'update') return ticketOrder.newer(ticket, event.ticket);
  return event.action === 'updateUnread' ? { ...ticket, unreadMessages: 0 } : ticket;
}

export function useTicket(uuid: string) {
  return useQuery({ queryKey: [...onesKey, uuid], queryFn: () => call(ticketsApi.showByUuid, { params: { uuid } }), retry: false });
}

/** Puts what is known of a ticket into every list and screen that shows it. */
export function useShowTicket(): (ticket: Ticket) => void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return (ticket) => applyEvent(queryClient, { action: 'update', ticketId: ticket.id, ticket }, user.id);
}

/** The ticket below in the list this one is served from, else the one above: what an agent goes on with. */
export function nextInList(queryClient: QueryClient, ticketId: number): Ticket | undefined {
  for (const [, list] of queryClient.getQueriesData<Loaded<Ticket>>({ queryKey: listsKey })) {
    const at = list?.items.findIndex((ticket) => ticket.id === ticketId && ticket.status === 'open') ?? -1;
    if (at >= 0) return list?.items[at + 1] ?? list?.items[at - 1];
  }
  return undefined;
}

/** Takes a deleted ticket out of every list. */
export function useForgetTicket(): (ticketId: number) => void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return (ticketId) => applyEvent(queryClient, { action: 'delete', ticketId }, user.id);
}

/** A ticket put in another state: shown at once, taken back when the server refuses. */
export function useUpdateTicket() {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const show = useShowTicket();
  return useMutation({
    mutationFn: ({ ticket, change }: { ticket: Ticket; change: TicketUpdate }) =>
      call(ticketsApi.update, { params: { id: ticket.id }, body: change }),
    onMutate: ({ ticket, change }) => show(expected(ticket, change, user)),
    onSuccess: show,
    onError: (error, { ticket }) => {
      // A ticket that somebody else took leaves the list at once; any other stays as it was.
      if (error instanceof ApiError && error.status === 409) applyEvent(queryClient, { action: 'delete', ticketId: ticket.id }, user.id);
      else show(ticket);
      void queryClient.invalidateQueries({ queryKey: ['tickets'] });
    },
  });
}

/** Keeps its `updatedAt`, so that whatever the server says next is at least as new. */
function expected(ticket: Ticket, { status, userId, queueId }: TicketUpdate, me: { id: number; name: string }): Ticket {
  const user = userId === undefined ? ticket.user : userId === me.id ? { id: me.id, name: me.name } : null;
  return {
    ...ticket,
    status: status ?? ticket.status,
    user,
    userId: user?.id ?? null,
    queueId: queueId === undefined ? ticket.queueId : queueId,
  };
}

/** The queues one may filter by: one's own, for admins all. */
export function useVisibleQueues() {
  const { user } = useSession();
  const isAdmin = user.profile === 'admin';
  const all = useQuery({ queryKey: ['queues'], queryFn: () => call(queuesApi.list, { query: {} }), enabled: isAdmin });
  return isAdmin ? all.data : user.queues;
}
