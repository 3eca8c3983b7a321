import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { announceMove } from './tickets.actions.ts';
import { findTickets, StandingRow } from './tickets.queries.ts';

const FreedRow = z.object({ id: z.int(), queue_id: z.int().nullable() });

/** Returns a removed user's open tickets to pending; closed ones stay closed, without a user. */
export async function releaseTickets(scope: Scope, userId: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    FreedRow,
    sql`
    with theirs as materialized (
      select id
      from tickets
      where company_id = current_company() and user_id = ${userId}
      order by id
      for update),
    freed as (
      update tickets t
      set status = 'pending', user_id = null, updated_at = ${scope.now.toISOString()}
      from theirs
      where t.company_id = current_company() and t.id = theirs.id and t.status = 'open'
      returning t.id, t.queue_id),
    kept as (
      update tickets t
      set user_id = null
      from theirs
      where t.company_id = current_company() and t.id = theirs.id and t.status <> 'open'),
    noted as (
      insert into ticket_history (ticket_id, at, user_id, what, to_value, why)
      select id, ${scope.now.toISOString()}, ${scope.actor.userId ?? null}, 'return', 'pending',
        'the user was removed'
      from freed)
    select id, queue_id from freed`,
  );
  const queueOf = new Map(rows.map(({ id, queue_id }) => [id, queue_id]));
  for (const ticket of await findTickets(scope, [...queueOf.keys()]))
    announceMove(scope, { status: 'open', userId, queueId: queueOf.get(ticket.id) ?? null }, ticket);
}

/** Closes the live tickets of a removed connection; their messages stay. */
export async function closeTickets(scope: Scope, connectionId: number): Promise<void> {
  const now = scope.now.toISOString();
  const rows = await rowsOf(
    scope.tx,
    StandingRow,
    sql`
    with live as (
      select id, status, user_id, queue_id
      from tickets
      where company_id = current_company() and connection_id = ${connectionId} and status <> 'closed'
      order by id
      for update),
    closed as (
      update tickets t
      set status = 'closed', chatbot = false, closed_at = ${now}, updated_at = ${now}
      from live
      where t.company_id = current_company() and t.id = live.id),
    noted as (
      insert into ticket_history (ticket_id, at, user_id, what, from_value, to_value, why)
      select id, ${now}, ${scope.actor.userId ?? null}, 'resolve', status, 'closed', 'the connection was removed'
      from live)
    select id, status, user_id as "userId", queue_id as "queueId" from live`,
  );
  const before = new Map(rows.map(({ id, ...state }) => [id, state]));
  for (const ticket of await findTickets(scope, [...before.keys()])) announceMove(scope, before.get(ticket.id) ?? ticket, ticket);
}

/** What waits without a queue goes on waiting in these. The tickets are locked by the caller. */
export async function placeInQueues(scope: Scope, places: Array<{ id: number; queueId: number }>, why: string): Promise<void> {
  const now = scope.now.toISOString();
  await scope.tx.execute(sql`
    with given as (select * from json_to_recordset(${JSON.stringify(places)}) as g(id int, "queueId" int)),
    moved as (
      update tickets t
      set queue_id = g."queueId", chatbot = false, updated_at = ${now}
      from given g
      where t.company_id = current_company() and t.id = g.id
      returning t.id, g."queueId")
    insert into ticket_history (ticket_id, at, what, from_value, to_value, why)
    select id, ${now}, 'transfer', 'pending', 'pending queue:' || "queueId", ${why}
    from moved`);
  const moved = await findTickets(
    scope,
    places.map(({ id }) => id),
  );
  for (const ticket of moved) announceMove(scope, { status: 'pending', userId: null, queueId: null }, ticket);
}
