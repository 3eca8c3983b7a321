import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { BillLookup } from './bill-dialogue.rules.ts';

/** The question as it is stored: sealed, since it names a person. */
export const BillRequest = z.object({
  document: z.string(),
  number: z.string(),
  secondFact: z.string().nullable(),
  chosen: z.string().nullable(),
});

export const requestContext = (companyId: number): string => `bill_lookups.request_sealed/${companyId}`;
/** Woken when there is a bill to look for. */
export const billsTopic = 'bills';

type Asking = Pick<Ticket, 'id'> & { contact: Pick<Ticket['contact'], 'number'> };

/** Has a bill looked for once the transaction is committed. One that is still looked for in the same ticket is not answered any more. */
export async function queueBillLookup(scope: Scope, ticket: Asking, lookup: BillLookup): Promise<void> {
  const request: z.input<typeof BillRequest> = { ...lookup, number: lookup.number || ticket.contact.number };
  const sealed = scope.platform.secrets.seal(JSON.stringify(request), requestContext(scope.companyId));
  await endLookups(scope, ticket.id);
  await scope.tx.execute(sql`
    insert into bill_lookups (ticket_id, request_sealed, is_inquiry, created_at)
    values (${ticket.id}, ${sealed}, ${lookup.chosen === null}, ${scope.now.toISOString()})`);
  scope.wake(billsTopic);
}

async function endLookups({ tx }: Scope, ticketId: number): Promise<void> {
  await tx.execute(sql`
    update bill_lookups
    set state = 'done', request_sealed = null, lease = null
    where company_id = current_company() and ticket_id = ${ticketId} and state = 'open'`);
}
