import type { Scope } from '../../platform/database/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { findTicketStates, getVisibleTicket } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';

/** Whether a person may follow one conversation. */
export async function mayFollow(scope: Scope, ticketId: number): Promise<boolean> {
  try {
    await getVisibleTicket(scope, { id: ticketId });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The rooms that receive events of each of these tickets. */
export async function roomsOfTickets(scope: Scope, ticketIds: number[]): Promise<Map<number, string[]>> {
  return new Map((await findTicketStates(scope, ticketIds)).map(({ id, ...standing }) => [id, audienceOf(standing)]));
}
