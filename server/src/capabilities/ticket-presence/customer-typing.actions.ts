import { customerActivityMilliseconds, customerLive } from '@prosa/contracts/tickets';
import type { TypingFrame } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { StandingRow } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';

/** Announces that the customer is typing to users who may see the live ticket. Without a ticket nothing is announced. */
export async function announceCustomerActivity(
  scope: Scope,
  connectionId: number,
  chat: string,
  action: TypingFrame['state'],
): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    StandingRow,
    sql`
    with customer as materialized (
      select coalesce(
        (
          select c.id
          from contacts c
          where c.company_id = current_company() and c.number_key = number_key(${chat})),
        (
          select i.contact_id
          from contact_identities i
          where i.company_id = current_company() and i.address = ${chat} and i.connection_id = ${connectionId})) as id)
    select t.id, t.status, t.user_id as "userId", t.queue_id as "queueId"
    from customer c
    join tickets t on t.company_id = current_company() and t.contact_id = c.id
    where t.connection_id = ${connectionId} and t.status <> 'closed'`,
  );
  const [ticket] = rows;
  if (!ticket) return;
  const until = new Date(scope.now.getTime() + customerActivityMilliseconds);
  scope.emit(customerLive, { action, ticketId: ticket.id, until }, { rooms: audienceOf(ticket) });
}
