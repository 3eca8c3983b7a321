import type { Ticket } from '@prosa/contracts/tickets';
import type { Scope } from '../../platform/database/scope.ts';
import type { BillLookup } from './bill-dialogue.rules.ts';

/** Has a bill looked for once the transaction is committed. */
export async function queueBillLookup(_scope: Scope, _ticket: Ticket, _lookup: BillLookup): Promise<void> {
  throw new Error('the second copy of a bill is not there yet');
}
