import type { Ticket } from '@prosa/contracts/tickets';

/** Which of the actions for many make sense for these. */
export function bulkActionsOf(tickets: readonly Pick<Ticket, 'status'>[]): { accept: boolean; transfer: boolean; resolve: boolean } {
  const some = (status: Ticket['status']) => tickets.some((ticket) => ticket.status === status);
  const live = some('open') || some('pending');
  return { accept: some('pending'), transfer: live, resolve: live };
}
