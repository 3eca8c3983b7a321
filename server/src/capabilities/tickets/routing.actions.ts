import type { Ticket } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { TicketRow, ticketJoins, ticketJson } from './tickets.queries.ts';

/** Where a rule has put a ticket, and what its history says of that, by names that people know. */
export type Routing = {
  ticketId: number;
  queueId: number | null;
  chatbot: boolean;
  history: Array<{ what: string; from: string | null; to: string | null; why: string }>;
};

/**
 * Puts waiting tickets where a rule wants them, in one statement with what else it writes (`beside`). They are locked by the caller.
 * Answers those that changed.
 */
export async function routeTickets(scope: Scope, routed: Routing[], beside: SQL): Promise<Ticket[]> {
  const now = scope.platform.clock().toISOString();
  const rows = await keptRowsOf(
    scope,
    TicketRow,
    sql`
    with given as (
      select *
      from json_to_recordset(${JSON.stringify(routed)})
        as g("ticketId" int, "queueId" int, chatbot boolean, history json)),
    ${beside},
    moved as (
      update tickets t
      set queue_id = g."queueId", chatbot = g.chatbot, updated_at = ${now}
      from given g
      where t.company_id = current_company()
        and t.id = any(array(select "ticketId" from given))
        and t.id = g."ticketId"
        and (t.queue_id is distinct from g."queueId" or t.chatbot <> g.chatbot)
      returning t.*),
    noted as (
      insert into ticket_history (ticket_id, at, what, from_value, to_value, why)
      select g."ticketId", ${now}, h.item->>'what', h.item->>'from', h.item->>'to', h.item->>'why'
      from given g
      cross join json_array_elements(g.history) with ordinality as h(item, place)
      order by g."ticketId", h.place)
    select ${ticketJson} as ticket from moved t ${ticketJoins}`,
  );
  return rows.map(({ ticket }) => ticket);
}
