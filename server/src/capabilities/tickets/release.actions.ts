import { reasonText } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { notedName } from './history.queries.ts';
import { actorName, describeNames } from './history.rules.ts';
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
      insert into ticket_history (ticket_id, at, user_id, what, from_value, to_value, why)
      select f.id, ${scope.now.toISOString()}, ${scope.actor.userId ?? null}, 'return',
        ${`open user:${userId}`} || ${notedName('user', sql`u.name`)},
        'pending' || ${notedName('queue', sql`q.name`)} || ${describeNames({ by: actorName(scope) })},
        ${reasonText('userRemoved')}
      from freed f
      left join users u on u.company_id = current_company() and u.id = ${userId}
      left join queues q on q.company_id = current_company() and q.id = f.queue_id)
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
      select id, ${now}, ${scope.actor.userId ?? null}, 'resolve', status,
        'closed' || ${describeNames({ by: actorName(scope) })},
        ${reasonText('connectionRemoved')}
      from live)
    select id, status, user_id as "userId", queue_id as "queueId" from live`,
  );
  const before = new Map(rows.map(({ id, ...state }) => [id, state]));
  for (const ticket of await findTickets(scope, [...before.keys()])) announceMove(scope, before.get(ticket.id) ?? ticket, ticket);
}

/** A queue is about to be removed: what is under way in it goes on without one, and its history says so. */
export async function noteLostQueue(scope: Scope, queueId: number): Promise<void> {
  await scope.tx.execute(sql`
    insert into ticket_history (ticket_id, at, user_id, what, from_value, to_value, why)
    select t.id, ${scope.now.toISOString()}, ${scope.actor.userId ?? null}::int, 'transfer',
      state.text || ${` queue:${queueId}`} || ${notedName('user', sql`u.name`)} || ${notedName('queue', sql`q.name`)},
      state.text || ${notedName('user', sql`u.name`)} || ${describeNames({ by: actorName(scope) })},
      ${reasonText('queueRemoved')}
    from tickets t
    join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    cross join lateral (select t.status || coalesce(' user:' || t.user_id, '') as text) state
    where t.company_id = current_company() and t.queue_id = ${queueId} and t.status <> 'closed'`);
}

/** What waits without a queue goes on waiting in these. The tickets are locked by the caller. */
export async function placeInQueues(scope: Scope, places: Array<{ id: number; queueId: number; why: string }>): Promise<void> {
  const now = scope.now.toISOString();
  await scope.tx.execute(sql`
    with given as (select * from json_to_recordset(${JSON.stringify(places)}) as g(id int, "queueId" int, why text)),
    moved as (
      update tickets t
      set queue_id = g."queueId", chatbot = false, updated_at = ${now}
      from given g
      where t.company_id = current_company() and t.id = g.id
      returning t.id, g."queueId", g.why)
    insert into ticket_history (ticket_id, at, what, from_value, to_value, why)
    select m.id, ${now}, 'transfer', 'pending',
      'pending queue:' || m."queueId" || ${notedName('queue', sql`q.name`)},
      m.why
    from moved m
    left join queues q on q.company_id = current_company() and q.id = m."queueId"`);
  const moved = await findTickets(
    scope,
    places.map(({ id }) => id),
  );
  for (const ticket of moved) announceMove(scope, { status: 'pending', userId: null, queueId: null }, ticket);
}
