import { queuesApi } from '@prosa/contracts/queues';
import { type Ticket, type TicketUpdate, ticketsApi } from '@prosa/contracts/tickets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../platform/api/api.ts';
import { useLookAgain } from '../../platform/lists/useLiveList.ts';
import { useLoaded } from '../../platform/lists/useLoaded.ts';
import { useSession } from '../../platform/session/session.tsx';
import { applyNews, heard, listsKey, onesKey, ticketsKey } from './ticket-cache.ts';
import { patchTickets, type TicketFilter, ticketOrder } from './tickets.patch.ts';

const recountAfter = 2000;
/** Loading afresh brings back at most this much of a list; the rest comes again by scrolling. */
const mostReloaded = 400;

export function useTicketList(filter: TicketFilter, enabled = true) {
  const { user } = useSession();
  const { status, showAll, queueIds } = filter;
  const list = useLoaded<Ticket>({
    key: [...listsKey, filter],
    enabled,
    order: ticketOrder,
    mostReloaded,
    fetchPage: async (pageNumber) => {
      const query = { status, showAll: asText(showAll), queueIds: JSON.stringify(queueIds), pageNumber };
      const { tickets, count, hasMore } = await call(ticketsApi.list, { query });
      return { items: tickets, count, hasMore };
    },
    place: () => heard.place(),
    replay: (loaded, since) => heard.since(since).reduce((now, news) => patchTickets(now, filter, news, { userId: user.id }), loaded),
  });
  // A count that events left in doubt is asked for once things are quiet, not once per event.
  useLookAgain(list.data?.countKnown === false, () => void list.join(1).catch(() => undefined), recountAfter);
  return list;
}
export type TicketList = ReturnType<typeof useTicketList>;

/** Flags are words on the wire. */
export const asText = (flag: boolean) => (flag ? ('true' as const) : ('false' as const));

export function useTicket(uuid: string) {
  return useQuery({ queryKey: [...onesKey, uuid], queryFn: () => call(ticketsApi.showByUuid, { params: { uuid } }), retry: false });
}

/** Puts what is known of a ticket into every list and screen that shows it. */
export function useShowTicket(): (ticket: Ticket) => void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return (ticket) => applyNews(queryClient, { action: 'update', ticketId: ticket.id, ticket }, user.id);
}

/** Takes a deleted ticket out of every list. */
export function useForgetTicket(): (ticketId: number) => void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return (ticketId) => applyNews(queryClient, { action: 'delete', ticketId }, user.id);
}

/** A ticket put in another state: shown at once, taken back when the server refuses. */
export function useUpdateTicket() {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const show = useShowTicket();
  const forget = useForgetTicket();
  return useMutation({
    mutationFn: ({ ticket, change }: { ticket: Ticket; change: TicketUpdate }) =>
      call(ticketsApi.update, { params: { id: ticket.id }, body: change }),
    onMutate: ({ ticket, change }) => show(expected(ticket, change, user)),
    onSuccess: show,
    onError: (error, { ticket }) => {
      // A ticket that somebody else took leaves the list at once; any other stays as it was.
      if (error instanceof ApiError && error.status === 409) forget(ticket.id);
      else show(ticket);
      void queryClient.invalidateQueries({ queryKey: ticketsKey });
    },
  });
}

/** Keeps its `updatedAt`, so that whatever the server says next is at least as new. */
function expected(ticket: Ticket, { status, userId, queueId }: TicketUpdate, me: { id: number; name: string }): Ticket {
  const user = userId === undefined || userId === ticket.userId ? ticket.user : userId === me.id ? { id: me.id, name: me.name } : null;
  return {
    ...ticket,
    status: status ?? ticket.status,
    user,
    userId: userId === undefined ? ticket.userId : userId,
    queueId: queueId === undefined ? ticket.queueId : queueId,
    queue: queueId === undefined || queueId === ticket.queueId ? ticket.queue : null,
  };
}

export function useQueues(enabled = true) {
  return useQuery({ queryKey: ['queues'], queryFn: () => call(queuesApi.list, { query: {} }), enabled });
}

/** The queues one may filter by: one's own, for admins all. */
export function useVisibleQueues() {
  const { user } = useSession();
  const isAdmin = user.profile === 'admin';
  const all = useQueues(isAdmin);
  return isAdmin ? all.data : user.queues;
}

export { nextInList } from './ticket-cache.ts';
