import type { Ticket } from '@prosa/contracts/tickets';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { getVisibleTicket } from '../tickets/tickets.queries.ts';
import { audienceOf, maySee, type TicketState } from '../tickets/tickets.rules.ts';

/** What was sent to somebody who never had a ticket is seen by who sees what waits without a queue. */
const withoutTicket: TicketState = { status: 'pending', userId: null, queueId: null };

/** Who hears of a message that opens at this ticket, or at none. */
export const hearersOf = (ticket: TicketState | null): string[] => audienceOf(ticket ?? withoutTicket);

/** The ticket that a message opens at, if there is one; refused to who may not see what opens there. */
export async function seeOpening(scope: Scope, ticketId: number | null, { forUpdate = false } = {}): Promise<Ticket | null> {
  if (ticketId !== null) return getVisibleTicket(scope, { id: ticketId }, { forUpdate });
  if (!mayReadWithoutTicket(scope)) refuse('ERR_NO_PERMISSION');
  return null;
}

export const mayReadWithoutTicket = ({ actor }: Scope): boolean => maySee(actor, { ...withoutTicket, wasTheirs: false });
