import { type Ticket, ticketLive } from '@prosa/contracts/tickets';
import { sql } from '../../platform/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';

/** Where one of these messages is the last of its ticket, the ticket shows what has become of it. Its place in lists stays. */
export async function followLastMessages(scope: Scope, messageIds: number[]): Promise<void> {
  const { rows } = await scope.tx.execute<{ ticket: Ticket }>(sql`
    with latest as (
      select m.ticket_id, case when m.is_deleted then '' else coalesce(nullif(m.body, ''), m.media_type, '') end as shown
      from messages m where m.company_id = current_company() and m.id = any(${sql.param(messageIds)}::bigint[])
        and not exists (select from messages n where n.company_id = current_company() and n.ticket_id = m.ticket_id and (n.created_at, n.id) > (m.created_at, m.id))),
    noted as (
      update tickets t set last_message = l.shown from latest l
      where t.company_id = current_company() and t.id = l.ticket_id and t.last_message <> l.shown returning t.*)
    select ${ticketJson} as ticket from noted t ${ticketJoins}`);
  for (const { ticket } of rows) scope.emit(ticketLive, { action: 'update', ticket, ticketId: ticket.id }, { rooms: audienceOf(ticket) });
}
