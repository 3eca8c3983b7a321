import type { Ticket, TicketUpdate } from '@prosa/contracts/tickets';

type Standing = Pick<Ticket, 'status' | 'userId' | 'queueId'>;
type Who = { id: number; profile: string; queues: readonly { id: number }[] };

/**
 * The changes that bring a ticket from how it stands now back to how it stood. One that somebody serves is passed back, since
 * it can not be accepted from them; a resolved one can not go back to waiting in one step, so it is taken first.
 */
export function wayBack(before: Standing, now: Standing, me: number): TicketUpdate[] {
  const { status, userId, queueId } = before;
  if (status === 'open') return [{ ...(now.status !== 'open' && { status }), userId: userId ?? me, queueId }];
  if (status === 'closed') return [{ status }];
  const wait: TicketUpdate = { status: 'pending', userId: null, queueId };
  return now.status === 'closed' ? [{ status: 'open', userId: me, queueId }, wait] : [wait];
}

/** Who passed a ticket on may only fetch it back while they still see it. */
export function mayTakeBack(who: Who, now: Standing): boolean {
  if (who.profile === 'admin' || now.userId === who.id || now.status === 'closed') return true;
  const inTheirQueue = now.queueId !== null && who.queues.some(({ id }) => id === now.queueId);
  return inTheirQueue && (now.status === 'pending' || who.profile === 'supervisor');
}
