import type { Ticket, TicketUpdate } from '@prosa/contracts/tickets';

type TicketState = Pick<Ticket, 'status' | 'userId' | 'queueId'>;
type TicketUser = { id: number; profile: string; queues: readonly { id: number }[] };

/**
 * The changes that bring a ticket from how it stands now back to how it stood. One that somebody serves is passed back, since
 * it can not be accepted from them; a resolved one can not go back to waiting in one step, so it is taken first.
 */
export function undoSteps(before: TicketState, now: TicketState, me: number): TicketUpdate[] {
  const { status, userId, queueId } = before;
  if (status === 'open') return [{ ...(now.status !== 'open' && { status }), userId: userId ?? me, queueId }];
  if (status === 'closed') return [{ status }];
  const wait: TicketUpdate = { status: 'pending', userId: null, queueId };
  return now.status === 'closed' ? [{ status: 'open', userId: me, queueId }, wait] : [wait];
}

/** A transfer can only be undone while the user may still see the ticket. */
export function mayTakeBack(who: TicketUser, now: TicketState): boolean {
  if (who.profile === 'admin' || now.userId === who.id || now.status === 'closed') return true;
  const inTheirQueue = now.queueId !== null && who.queues.some(({ id }) => id === now.queueId);
  return inTheirQueue && (now.status === 'pending' || who.profile === 'supervisor');
}
