import type { Ticket } from '@prosa/contracts/tickets';

/** What can be done with a ticket from its row. */
export type RowDeed = 'accept' | 'spy' | 'transfer' | 'resolve' | 'giveBack' | 'reopen' | 'tags' | 'newTab' | 'select';

/** The deeds of a row's menu, by how the ticket stands and who looks. A waiting ticket is not opened, so not in a new tab either. */
export function deedsOf({ status }: Pick<Ticket, 'status'>, who: { maySpy: boolean }): RowDeed[] {
  const spy: RowDeed[] = who.maySpy ? ['spy'] : [];
  switch (status) {
    case 'pending':
      return ['accept', ...spy, 'transfer', 'resolve', 'tags', 'select'];
    case 'open':
      return [...spy, 'transfer', 'resolve', 'giveBack', 'tags', 'newTab', 'select'];
    case 'closed':
      return ['reopen', ...spy, 'tags', 'newTab', 'select'];
  }
}

/** Which of the deeds for many make sense for these. */
export function bulkDeedsOf(tickets: readonly Pick<Ticket, 'status'>[]): { accept: boolean; transfer: boolean; resolve: boolean } {
  const some = (status: Ticket['status']) => tickets.some((ticket) => ticket.status === status);
  const live = some('open') || some('pending');
  return { accept: some('pending'), transfer: live, resolve: live };
}
