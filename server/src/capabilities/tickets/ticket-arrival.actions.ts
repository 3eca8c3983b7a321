import { reasonText } from '@prosa/contracts/reasons';
import { type TicketStatus, ticketStatuses } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { notedName } from './history.queries.ts';
import { type Arrival, type Conversation, type CustomerText, conversationKey, decideArrival, type TicketState } from './tickets.rules.ts';

const LastRow = z.object({
  contact_id: z.int(),
  connection_id: z.int(),
  id: z.int().nullable(),
  status: z.enum(ticketStatuses).nullable(),
  user_id: z.int().nullable(),
  queue_id: z.int().nullable(),
  closed_at: z.string().nullable(),
  rating_until: z.string().nullable(),
  known: z.array(z.string()),
  /** Its closing text has not been sent yet. */
  held: z.boolean().nullable(),
  window_minutes: z.int(),
  only_queue: z.int().nullable(),
  day: z.string(),
});
type LastTicketRow = z.output<typeof LastRow>;
/** Why a new ticket is in a queue that nobody chose. */
export const onlyQueue = reasonText('onlyQueue');
const OpenedRow = z.object({ id: z.int(), contact_id: z.int(), connection_id: z.int() });

/** A message that rated a ticket and its user. It belongs to that ticket even if later messages do not. */
export type RatingMessage = { ticketId: number; channelId: string; rating: number; userId: number | null };
export type ArrivedTicket = { ticketId: number; before: TicketState | undefined; rated?: RatingMessage };

/** What the customer's words mean to who asked them something at the end of a ticket, which this capability does not know. */
export type Answers = {
  /** The rating among their words, where one is awaited. */
  ratingAmong(last: { status: TicketStatus; ratingUntil: Date | null }, at: Date, words: CustomerText[]): number | undefined;
  /** They go on talking: what was to be said at the end of these tickets is not said. */
  withdrawPartings(scope: Scope, ticketIds: number[]): Promise<void>;
};

/** Finds, reopens or creates the ticket for each conversation's new messages. Found tickets stay locked until the commit. */
export async function findOrOpenTickets(
  scope: Scope,
  conversations: Conversation[],
  answers?: Answers,
): Promise<Map<string, ArrivedTicket>> {
  const arrived = new Map<string, ArrivedTicket>();
  const byKey = new Map(conversations.map((each) => [conversationKey(each.contactId, each.connectionId), each]));
  const toOpen: LastTicketRow[] = [];
  const toReopen: LastTicketRow[] = [];
  const rated = new Map<string, RatingMessage>();
  for (const last of await lastTickets(scope, conversations)) {
    const key = conversationKey(last.contact_id, last.connection_id);
    const { arrival, rating } = decideTicket(scope, last, byKey.get(key), answers);
    if (rating) rated.set(key, rating);
    if (arrival === 'open') toOpen.push(last);
    if (arrival === 'reopen') toReopen.push(last);
    if (last.id !== null && last.status !== null && arrival !== 'open')
      arrived.set(key, { ticketId: last.id, before: { status: last.status, userId: last.user_id, queueId: last.queue_id } });
  }
  // A customer who continues gets no closing text and no rating question.
  const talking = [...toReopen, ...toOpen].filter(({ held }) => held).flatMap(({ id }) => id ?? []);
  if (talking.length > 0) await answers?.withdrawPartings(scope, talking);
  if (toReopen.length > 0) await reopen(scope, toReopen);
  for (const { id, contact_id, connection_id } of toOpen.length > 0 ? await open(scope, toOpen, byKey) : []) {
    arrived.set(conversationKey(contact_id, connection_id), { ticketId: id, before: undefined });
  }
  for (const [key, rating] of rated) {
    const place = arrived.get(key);
    if (place) place.rated = rating;
  }
  return arrived;
}

/** Duplicates neither rate nor reopen a ticket. */
function decideTicket(
  scope: Scope,
  last: LastTicketRow,
  conversation: Conversation | undefined,
  answers: Answers | undefined,
): { arrival: Arrival; rating?: RatingMessage } {
  if (last.id === null || last.status === null) return { arrival: 'open' };
  const words = (conversation?.words ?? []).filter(({ id }) => !last.known.includes(id));
  const state = {
    status: last.status,
    closedAt: last.closed_at === null ? null : new Date(last.closed_at),
    ratingUntil: last.rating_until === null ? null : new Date(last.rating_until),
  };
  const rating = answers?.ratingAmong(state, scope.now, words);
  const rest = rating === undefined ? words : words.slice(1);
  const arrival = decideArrival(state, scope.now, last.window_minutes, rest.length > 0);
  const channelId = words[0]?.id;
  if (rating === undefined || channelId === undefined) return { arrival };
  return { arrival, rating: { ticketId: last.id, channelId, rating, userId: last.user_id } };
}

/** The latest tickets, locked by id, with what is needed: reopen window, the connection's single queue, and the company's current day. */
async function lastTickets(scope: Scope, conversations: Conversation[]): Promise<LastTicketRow[]> {
  const asked = conversations.map(({ contactId, connectionId, words }, place) => ({
    place,
    contactId,
    connectionId,
    ids: words.map(({ id }) => id),
  }));
  const rows = await keptRowsOf(
    scope,
    LastRow,
    sql`
    with latest as materialized (
      select g.*, t.id
      from json_to_recordset(${JSON.stringify(asked)}) as g(place int, "contactId" int, "connectionId" int, ids text[])
      left join lateral (
        select t.id
        from tickets t
        where t.company_id = current_company() and t.contact_id = g."contactId" and t.connection_id = g."connectionId"
        order by t.status = 'closed', t.closed_at desc, t.id desc
        limit 1) t on true),
    locked as materialized (
      select *
      from tickets t
      where t.company_id = current_company() and t.id = any(array(select id from latest))
      order by t.id
      for update)
    select g."contactId" as contact_id,
      g."connectionId" as connection_id,
      t.id, t.status, t.user_id, t.queue_id, t.closed_at, t.rating_until,
      case
        when t.status = 'closed' then array(
          select m.channel_id
          from messages m
          where m.company_id = current_company()
            and m.connection_id = g."connectionId"
            and m.channel_id = any(g.ids)
            and not m.from_me)
        else '{}'
      end as known,
      t.status = 'closed'
        and exists (
          select from held_messages h where h.company_id = current_company() and h.ticket_id = t.id) as held,
      coalesce(
        (
          select value::int
          from settings
          where company_id = current_company() and key = 'reopenWindowMinutes'),
        120) as window_minutes,
      (
        select min(queue_id)
        from connection_queues cq
        where cq.company_id = current_company() and cq.connection_id = g."connectionId"
        having count(*) = 1) as only_queue,
      to_char(${scope.now.toISOString()}::timestamptz at time zone company_zone(), 'YYYYMMDD') as day
    from latest g
    left join locked t on t.id = g.id and t.contact_id = g."contactId"
    order by g.place`,
  );
  return rows;
}

/** Reopens tickets as pending in their queue, without a user. */
async function reopen(scope: Scope, closed: LastTicketRow[]): Promise<void> {
  await scope.tx.execute(sql`
    with back as (
      update tickets
      set status = 'pending', user_id = null, closed_at = null, rating_until = null
      where id = any(${sql.param(closed.map(({ id }) => id))}::int[])
      returning id, queue_id)
    insert into ticket_history (ticket_id, at, what, from_value, to_value, why)
    select b.id, ${scope.now.toISOString()}, 'reopen', 'closed',
      'pending' || ${notedName('queue', sql`q.name`)},
      ${reasonText('wroteAgain')}
    from back b
    left join queues q on q.company_id = current_company() and q.id = b.queue_id`);
}

async function open(scope: Scope, missing: LastTicketRow[], conversations: Map<string, Conversation>) {
  const wanted = missing.map(({ contact_id, connection_id, only_queue }) => ({
    contact_id,
    connection_id,
    queue_id: only_queue,
    is_group: conversations.get(conversationKey(contact_id, connection_id))?.isGroup ?? false,
  }));
  const rows = await keptRowsOf(
    scope,
    OpenedRow,
    sql`
    with day as (
      insert into ticket_days (day, last_number)
      values (to_date(${missing[0]?.day}, 'YYYYMMDD'), ${wanted.length})
      on conflict (company_id, day) do update set last_number = ticket_days.last_number + excluded.last_number
      returning day, last_number - ${wanted.length} as base),
    made as (
      insert into tickets (code, contact_id, connection_id, queue_id, is_group, created_at, updated_at)
      select
        to_char(day.day, 'YYYYMMDD')
        || lpad((day.base + g.place)::text, greatest(4, length((day.base + g.place)::text)), '0'),
        (g.item->>'contact_id')::int, (g.item->>'connection_id')::int, (g.item->>'queue_id')::int,
        (g.item->>'is_group')::boolean, ${scope.now.toISOString()}, ${scope.now.toISOString()}
      from day, json_array_elements(${JSON.stringify(wanted)}::json) with ordinality as g(item, place)
      order by g.place
      returning id, contact_id, connection_id, queue_id),
    noted as (
      insert into ticket_history (ticket_id, at, what, to_value, why)
      select m.id, ${scope.now.toISOString()}, 'create',
        'pending' || ${notedName('queue', sql`q.name`)},
        case when m.queue_id is not null then ${onlyQueue} end
      from made m
      left join queues q on q.company_id = current_company() and q.id = m.queue_id)
    select id, contact_id, connection_id from made`,
  );
  return rows;
}
