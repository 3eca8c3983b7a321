import { ticketLive } from '@prosa/contracts/tickets';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { setSaid, TicketRow, ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';

/** Updates the last message of the tickets of these messages. Their order in lists does not change. */
export async function updateLastMessages(scope: Scope, messageIds: number[]): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    TicketRow,
    sql`
    with latest as (
      select c.ticket_id,
        coalesce(
          (
            select coalesce(nullif(m.body, ''), m.media_type)
            from messages m
            where m.company_id = current_company() and m.ticket_id = c.ticket_id and not m.is_deleted
            order by m.created_at desc, m.id desc
            limit 1),
          '') as shown,
        last_said(current_company(), c.ticket_id) as said
      from (
        select distinct ticket_id
        from messages
        where company_id = current_company() and id = any(${sql.param(messageIds)}::bigint[])) c),
    noted as (
      update tickets t
      set last_message = l.shown, ${setSaid(sql`l.said`)}
      from latest l
      where t.company_id = current_company()
        and t.id = any(array(select ticket_id from latest))
        and t.id = l.ticket_id
        and (t.last_message <> l.shown or t.said is distinct from l.said)
      returning t.*)
    select ${ticketJson} as ticket from noted t ${ticketJoins}`,
  );
  for (const { ticket } of rows) scope.emit(ticketLive, { action: 'update', ticket, ticketId: ticket.id }, { rooms: audienceOf(ticket) });
}
