import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';

/**
 * Locks all messages of these tickets, for who moves or deletes them by many. Everybody locks the rows of a conversation in one order:
 * the lease of its connection, tickets, contacts, messages, the outbox, and of each kind by id. So no two wait for each other.
 */
export async function lockMessages({ tx }: Scope, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx.execute(sql`
    select from messages where company_id = current_company() and ticket_id = any(${sql.param(ticketIds)}::int[]) order by id for update`);
}
