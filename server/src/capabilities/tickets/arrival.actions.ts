import type { TicketStatus } from '@prosa/contracts/tickets';
import { sql } from '../../platform/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Conversation, conversationKey, type Standing, settleArrival } from './tickets.rules.ts';

export type Arrived = { ticketId: number; before: Standing | undefined };

type Last = {
  contact_id: number;
  connection_id: number;
  id: number | null;
  status: TicketStatus;
  user_id: number | null;
  queue_id: number | null;
  closed_at: Date | null;
  window_minutes: number;
  only_queue: number | null;
  day: string;
};

/** The ticket each conversation's new messages belong to, found, reopened or made. The found ones stay locked until the commit. */
export async function keepTickets(scope: Scope, conversations: Conversation[]): Promise<Map<string, Arrived>> {
  const arrived = new Map<string, Arrived>();
  const fromCustomer = new Map(conversations.map((each) => [conversationKey(each.contactId, each.connectionId), each]));
  const toOpen: Last[] = [];
  const toReopen: Last[] = [];
  for (const last of await lastTickets(scope, conversations)) {
    const key = conversationKey(last.contact_id, last.connection_id);
    const closedAt = last.closed_at && new Date(last.closed_at);
    const arrival = settleArrival(
      last.id === null ? undefined : { status: last.status, closedAt },
      scope.now,
      last.window_minutes,
      fromCustomer.get(key)?.fromCustomer ?? true,
    );
    if (arrival === 'open') toOpen.push(last);
    if (arrival === 'reopen') toReopen.push(last);
    if (last.id !== null && arrival !== 'open')
      arrived.set(key, { ticketId: last.id, before: { status: last.status, userId: last.user_id, queueId: last.queue_id } });
  }
  if (toReopen.length > 0) await reopen(scope, toReopen);
  for (const { id, contact_id, connection_id } of toOpen.length > 0 ? await open(scope, toOpen, fromCustomer) : []) {
    arrived.set(conversationKey(contact_id, connection_id), { ticketId: id, before: undefined });
  }
  return arrived;
}

/** With what is needed to decide: the reopen window, the only queue of the connection, and which day it is for the company. */
async function lastTickets(scope: Scope, conversations: Conversation[]): Promise<Last[]> {
  const { rows } = await scope.tx.execute<Last>(sql`
    select g."contactId" as contact_id, g."connectionId" as connection_id, t.id, t.status, t.user_id, t.queue_id, t.closed_at,
      coalesce((select value::int from settings where company_id = current_company() and key = 'reopenWindowMinutes'), 120) as window_minutes,
      (select min(queue_id) from connection_queues cq where cq.company_id = current_company() and cq.connection_id = g."connectionId" having count(*) = 1) as only_queue,
      to_char(${scope.now.toISOString()}::timestamptz at time zone company_zone(), 'YYYYMMDD') as day
    from json_to_recordset(${JSON.stringify(conversations)}) as g("contactId" int, "connectionId" int)
    left join lateral (
      select * from tickets t where t.company_id = current_company() and t.contact_id = g."contactId" and t.connection_id = g."connectionId"
      order by t.status = 'closed', t.closed_at desc, t.id desc limit 1 for update) t on true`);
  return rows;
}

/** Back to waiting in its queue, without its user. */
async function reopen(scope: Scope, closed: Last[]): Promise<void> {
  await scope.tx.execute(sql`
    with back as (update tickets set status = 'pending', user_id = null, closed_at = null where id = any(${sql.param(closed.map(({ id }) => id))}::int[]) returning id)
    insert into ticket_history (ticket_id, at, what, from_value, to_value, why) select id, ${scope.now.toISOString()}, 'reopen', 'closed', 'pending', 'the customer wrote again' from back`);
}

async function open(scope: Scope, missing: Last[], conversations: Map<string, Conversation>) {
  const wanted = missing.map(({ contact_id, connection_id, only_queue }) => ({
    contact_id,
    connection_id,
    queue_id: only_queue,
    is_group: conversations.get(conversationKey(contact_id, connection_id))?.isGroup ?? false,
  }));
  const { rows } = await scope.tx.execute<{ id: number; contact_id: number; connection_id: number }>(sql`
    with day as (
      insert into ticket_days (day, last_number) values (to_date(${missing[0]?.day}, 'YYYYMMDD'), ${wanted.length})
      on conflict (company_id, day) do update set last_number = ticket_days.last_number + excluded.last_number returning day, last_number - ${wanted.length} as base),
    made as (
      insert into tickets (code, contact_id, connection_id, queue_id, is_group, created_at, updated_at)
      select to_char(day.day, 'YYYYMMDD') || lpad((day.base + g.place)::text, greatest(4, length((day.base + g.place)::text)), '0'), (g.item->>'contact_id')::int, (g.item->>'connection_id')::int, (g.item->>'queue_id')::int, (g.item->>'is_group')::boolean, ${scope.now.toISOString()}, ${scope.now.toISOString()}
      from day, json_array_elements(${JSON.stringify(wanted)}::json) with ordinality as g(item, place) order by g.place
      returning id, contact_id, connection_id),
    noted as (insert into ticket_history (ticket_id, at, what, to_value) select id, ${scope.now.toISOString()}, 'create', 'pending' from made)
    select * from made`);
  return rows;
}
