import type { TicketOfContact } from '../tickets/tickets.rules.ts';

export type TicketPair = { kept: TicketOfContact; closed: TicketOfContact };

/**
 * Where both people have a live ticket on one connection, only one of the two goes on: the one that somebody serves, else the one of
 * the contact that stays.
 */
export function pairLiveTickets(tickets: TicketOfContact[], stays: number): TicketPair[] {
  const live = tickets.filter(({ status }) => status !== 'closed');
  return live
    .filter(({ contactId }) => contactId !== stays)
    .flatMap((leaving): TicketPair[] => {
      const own = live.find(({ contactId, connectionId }) => contactId === stays && connectionId === leaving.connectionId);
      if (!own) return [];
      const isServedAlone = leaving.status === 'open' && own.status !== 'open';
      return [isServedAlone ? { kept: leaving, closed: own } : { kept: own, closed: leaving }];
    });
}
