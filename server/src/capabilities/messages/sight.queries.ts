import type { Ticket } from '@prosa/contracts/tickets';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { seeTicket } from '../tickets/tickets.queries.ts';
import { audienceOf, maySee, type Standing } from '../tickets/tickets.rules.ts';

/** What was sent to somebody who never had a ticket is seen by who sees what waits without a queue. */
const withoutTicket: Standing = { status: 'pending', userId: null, queueId: null };

/** Who hears of a message that opens at this ticket, or at none. */
export const hearersOf = (ticket: Standing | null): string[] => audienceOf(ticket ?? withoutTicket);

/** The ticket that a message opens at, if there is one; refused to who may not see what opens there. */
export async function seeOpening(scope: Scope, ticketId: number | null, { forUpdate = false } = {}): Promise<Ticket | null> {
  if (ticketId !== null) return seeTicket(scope, { id: ticketId }, { forUpdate });
  if (!mayReadWithoutTicket(scope)) refuse('ERR_NO_PERMISSION');
  return null;
}

export const mayReadWithoutTicket = ({ actor }: Scope): boolean => maySee(actor, { ...withoutTicket, wasTheirs: false });
