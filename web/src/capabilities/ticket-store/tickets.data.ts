import { type Ticket, type TicketUpdate, ticketsApi } from '@prosa/contracts/tickets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../platform/api/api.ts';
import { useSession } from '../../platform/session/session.tsx';
import { applyTicketChange, ticketKey, ticketsKey } from './ticket-cache.ts';

export function useTicket(uuid: string) {
  return useQuery({ queryKey: [...ticketKey, uuid], queryFn: () => call(ticketsApi.showByUuid, { params: { uuid } }), retry: false });
}

/** Updates a ticket in every list and screen that shows it. */
export function useShowTicket(): (ticket: Ticket) => void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return (ticket) => applyTicketChange(queryClient, { action: 'update', ticketId: ticket.id, ticket }, user.id);
}

/** Takes a deleted ticket out of every list. */
export function useForgetTicket(): (ticketId: number) => void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return (ticketId) => applyTicketChange(queryClient, { action: 'delete', ticketId }, user.id);
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
