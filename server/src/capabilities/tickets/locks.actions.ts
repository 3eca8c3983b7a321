import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { StandingRow } from './tickets.queries.ts';
import type { TicketOfContact } from './tickets.rules.ts';

const TicketOfContactRow = StandingRow.extend({ contactId: z.int(), connectionId: z.int() });

/**
 * Locks all messages of these tickets, for who moves or deletes them by many. Everybody locks the rows of a conversation in one order:
 * the lease of its connection, tickets, contacts, messages, the outbox, and of each kind by id. So no two wait for each other.
 */
export async function lockMessages({ tx }: Scope, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx.execute(sql`
    select from messages
    where company_id = current_company() and ticket_id = any(${sql.param(ticketIds)}::int[])
    order by id
    for update`);
}

/** Locks these contacts and all that was ever said with them, in that same order. Answers their tickets as they stand. */
export async function lockConversations(scope: Scope, contactIds: number[]): Promise<TicketOfContact[]> {
  const people = sql`any(${sql.param(contactIds)}::int[])`;
  const rows = await rowsOf(
    scope.tx,
    TicketOfContactRow,
    sql`
    select id, contact_id as "contactId", connection_id as "connectionId", status, user_id as "userId",
      queue_id as "queueId"
    from tickets
    where company_id = current_company() and contact_id = ${people}
    order by id
    for update`,
  );
  await scope.tx.execute(sql`
    select from contacts
    where company_id = current_company() and id = ${people}
    order by id
    for update`);
  await lockMessages(
    scope,
    rows.map(({ id }) => id),
  );
  return rows;
}
