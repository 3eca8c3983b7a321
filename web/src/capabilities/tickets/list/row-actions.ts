import type { Ticket } from '@prosa/contracts/tickets';

/** Actions of a row. */
export type RowAction = 'accept' | 'spy' | 'transfer' | 'resolve' | 'giveBack' | 'reopen' | 'tags' | 'newTab' | 'select';

/** The actions of a row's menu, by how the ticket stands and who looks. A waiting ticket is not opened, so not in a new tab either. */
export function actionsOf({ status }: Pick<Ticket, 'status'>, who: { maySpy: boolean }): RowAction[] {
  const spy: RowAction[] = who.maySpy ? ['spy'] : [];
  switch (status) {
    case 'pending':
      return ['accept', ...spy, 'transfer', 'resolve', 'tags', 'select'];
    case 'open':
      return [...spy, 'transfer', 'resolve', 'giveBack', 'tags', 'newTab', 'select'];
    case 'closed':
      return ['reopen', ...spy, 'tags', 'newTab', 'select'];
  }
}
