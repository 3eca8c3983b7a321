import { can } from '@prosa/contracts/permissions';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useSession } from '../../platform/session/session.tsx';

/** The contact's other tickets that are over, as far as this person may see them, newest first. */
export function useEarlierTickets(ticket: Ticket, enabled = true) {
  const { user } = useSession();
  const { id: contactId, number } = ticket.contact;
  return useQuery({
    queryKey: ['tickets', 'of-contact', contactId],
    enabled,
    queryFn: async () => {
      const showAll = can(user, 'tickets-manager:showall') ? ('true' as const) : ('false' as const);
      const { tickets } = await call(ticketsApi.list, { query: { status: 'closed', searchParam: number, showAll } });
      return tickets.filter((other) => other.contactId === contactId);
    },
    select: (tickets) => tickets.filter(({ id }) => id !== ticket.id),
  });
}
