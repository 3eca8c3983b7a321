import { reasonText } from '@prosa/contracts/reasons';
import { type TicketStatus, ticketLive } from '@prosa/contracts/tickets';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { actorName, describeNames } from './history.rules.ts';
import { lockConversations } from './locks.actions.ts';
import { StandingRow } from './tickets.queries.ts';
import { audienceOf } from './tickets.rules.ts';

/** The tickets of one contact, or those of them that are named, become another's. Answers which. */
export async function giveTickets({ tx }: Scope, { from, to, ids }: { from: number; to: number; ids?: number[] }): Promise<number[]> {
  const named = ids === undefined ? sql`` : sql` and id = any(${sql.param(ids)}::int[])`;
  const rows = await rowsOf(
    tx,
    IdRow,
    sql`
      update tickets
      set contact_id = ${to}
      where company_id = current_company() and contact_id = ${from}${named}
      returning id`,
  );
  return rows.map(({ id }) => id);
}

/** What was said in both goes on in the kept one; the other ends, and its history says where. */
export async function endJoined(scope: Scope, pairs: Array<{ kept: number; closed: number }>): Promise<void> {
  const now = scope.now.toISOString();
  await scope.tx.execute(sql`
    with given as (select * from json_to_recordset(${JSON.stringify(pairs)}) as g(kept int, closed int)),
    ended as (
      update tickets t
      set status = 'closed', chatbot = false, closed_at = ${now}, updated_at = ${now}
      from given g
      where t.company_id = current_company() and t.id = g.closed)
    insert into ticket_history (ticket_id, at, what, to_value, why)
    select g.closed, ${now}::timestamptz, 'merge', 'closed',
      ${reasonText('samePerson', { code: '' })} || t.code
    from given g
    join tickets t on t.company_id = current_company() and t.id = g.kept`);
}

/**
 * Tickets that ended only because of a merge go on as they stood, unless somebody took them up since or their contact has another live
 * one by now; without their agent, should he be gone, they wait.
 */
export async function reopenMergedTickets(
  scope: Scope,
  ended: Array<{ closed: number; status: TicketStatus; userId: number | null }>,
): Promise<void> {
  const now = scope.now.toISOString();
  await scope.tx.execute(sql`
    with given as (
      select *
      from json_to_recordset(${JSON.stringify(ended)}) as g(closed int, status text, "userId" int)),
    back as (
      update tickets t
      set status = case when u.id is null then 'pending' else g.status end,
        user_id = u.id, closed_at = null, updated_at = ${now}
      from given g
      left join users u on u.company_id = current_company() and u.id = g."userId"
      where t.company_id = current_company()
        and t.id = g.closed
        and t.status = 'closed'
        and not exists (
          select from tickets o
          where o.company_id = t.company_id
            and o.contact_id = t.contact_id
            and o.connection_id = t.connection_id
            and o.status <> 'closed')
      returning t.id, t.status)
    insert into ticket_history (ticket_id, at, user_id, what, from_value, to_value, why)
    select id, ${now},
      ${scope.actor.userId ?? null}::int,
      'separate', 'closed', status || ${describeNames({ by: actorName(scope) })},
      ${reasonText('notSamePerson')}
    from back`);
}

/** A contact is being removed: with them go all their tickets and what was said in them. */
export async function removeTicketsOf(scope: Scope, contactId: number): Promise<void> {
  await lockConversations(scope, [contactId]);
  const rows = await rowsOf(
    scope.tx,
    StandingRow,
    sql`
    delete from tickets where company_id = current_company() and contact_id = ${contactId}
    returning id, status, user_id as "userId", queue_id as "queueId"`,
  );
  for (const { id: ticketId, ...state } of rows) scope.emit(ticketLive, { action: 'delete', ticketId }, { rooms: audienceOf(state) });
}
