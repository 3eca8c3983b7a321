import type { TicketQuery } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { keptByKey } from '../../platform/database/kept-statements.ts';
import { pageOf } from '../../platform/database/paging.ts';
import type { Read } from '../../platform/database/reads.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { type ListRange, noQueue, rangesOf, showsAll, usersAsked } from './ticket-list.rules.ts';
import { anyOf, newestFirst, TicketRow, ticketJoins, ticketJson } from './tickets.queries.ts';
import { seesAll } from './tickets.rules.ts';

const FoundRow = z.object({ contacts: z.array(z.int()), tickets: z.array(z.int()) });
const RarestRow = z.object({ id: z.int(), tickets: z.int() });

const ticketsPerPage = 40;
/** Lists without stored totals are counted up to here; `hasMore` is still exact. */
const maxCounted = 1_000;
/** Search limits: contacts, and messages counted from the newest. */
const maxContacts = 500;
const maxMessages = 2_000;
/** A tag on fewer tickets than this drives the query; common tags are filtered. */
const rareTag = 5_000;
/** How many formerly served tickets stay in an agent's list of closed tickets. */
const maxFormerTickets = 1_000;

/** The ids of a list, each with its time: enough of them for so many rows from the newest on. */
type RowSource = (most: number) => SQL;

/** One page, newest first, by a fixed number of statements whatever the size of the company. */
export async function listTickets(scope: Scope, query: TicketQuery) {
  const { page, count } = await listStatements(scope, query);
  const rows = await rowsOf(scope.tx, TicketRow, page);
  const counted = await rowsOf(scope.tx, CountRow, count);
  const { items, hasMore } = pageOf(rows, ticketsPerPage);
  return { tickets: items.map(({ ticket }) => ticket), count: counted[0]?.count ?? 0, hasMore };
}

/** Whether a list can be read without having looked at anything first. */
export const isPlainList = (query: Record<string, unknown>) =>
  ['searchParam', 'tags', 'date', 'updatedAt'].every((key) => query[key] === undefined || query[key] === '');

const listStatement = keptByKey();

/** The whole answer as one text that the database puts together: a plain list, newest first, its count, and whether there is more. */
export function plainList(actor: Actor, query: TicketQuery): Read<JsonText> {
  const { userId, queueIds, allTicket } = actor;
  const decided = [rangesOf(actor, query), seesAll(actor), showsAll(actor, query), usersAsked(actor, query)];
  const statement = listStatement(JSON.stringify([userId, queueIds, allTicket, decided, query]), () => wholeList(actor, query));
  return { statements: [statement], finish: ([rows]) => new JsonText(rows?.[0]?.[0] ?? fail()) };
}

function wholeList(actor: Actor, query: TicketQuery): SQL {
  const isCounted = filtersOf(query).length === 0;
  const source = rangesSource(actor, query);
  const skipped = (query.pageNumber - 1) * ticketsPerPage;
  return sql`
    with page as materialized (
      select id, updated_at
      from (${source(skipped + ticketsPerPage + 1)}) listed
      order by updated_at desc, id desc
      limit ${sql.raw(String(ticketsPerPage + 1))} offset ${skipped}),
    shown as (
      select ${ticketJson} as ticket, p.updated_at, p.id
      from (
        select id, updated_at
        from page
        order by updated_at desc, id desc
        limit ${sql.raw(String(ticketsPerPage))}) p
      join tickets t on t.company_id = current_company() and t.id = p.id ${ticketJoins})
    select json_build_object(
      'tickets', coalesce((select json_agg(ticket order by updated_at desc, id desc) from shown), '[]'::json),
      'count', (${isCounted ? totalOf(actor, query) : countOf(source)}),
      'hasMore', (select count(*) > ${sql.raw(String(ticketsPerPage))} from page))::text`;
}

function fail(): never {
  throw new Error('the list of tickets was not answered');
}

export async function listStatements(scope: Scope, query: TicketQuery): Promise<{ page: SQL; count: SQL }> {
  const source = await sourceOf(scope, query);
  const isCounted = filtersOf(query).length === 0 && query.searchParam === '';
  return { page: pageStatement(source, query), count: isCounted ? totalOf(scope.actor, query) : countOf(source) };
}

const totalOf = (actor: Actor, query: TicketQuery) =>
  sql`
    select coalesce(sum(t.tickets), 0)::int + (${countFormerTickets(actor, query)}) as count
    from ticket_totals t
    where ${listed(actor, query)}`;

const countOf = (source: RowSource) =>
  sql`
    select count(*)::int as count
    from (select from (${source(maxCounted)}) listed limit ${maxCounted}) counted`;

/** One row more than a page. */
export function pageStatement(source: RowSource, { pageNumber }: Pick<TicketQuery, 'pageNumber'>): SQL {
  const skipped = (pageNumber - 1) * ticketsPerPage;
  return sql`
    with page as materialized (
      select id, updated_at
      from (${source(skipped + ticketsPerPage + 1)}) listed
      order by updated_at desc, id desc
      limit ${ticketsPerPage + 1} offset ${skipped})
    select ${ticketJson} as ticket
    from page p
    join tickets t on t.company_id = current_company() and t.id = p.id ${ticketJoins}
    order by p.updated_at desc, p.id desc`;
}

/** Picks the most selective source: search hits, a rare tag, a day, or the ranges of the list. */
async function sourceOf(scope: Scope, query: TicketQuery): Promise<RowSource> {
  const wanted = conditionsOf(scope.actor, query);
  const among = (few: SQL) => sql`select t.id, t.updated_at from tickets t where ${few} and ${wanted}`;
  if (query.searchParam !== '') return searched(scope, query.searchParam, among);
  const tag = query.tags?.length ? await rarestTag(scope, query.tags) : undefined;
  if (tag && tag.tickets < rareTag)
    return () =>
      among(
        sql`t.id = any(array(select tt.ticket_id from ticket_tags tt where tt.company_id = current_company() and tt.tag_id = ${tag.id}))`,
      );
  if (query.date) return () => among(sql`true`);
  return rangesSource(scope.actor, query);
}

/** The plain lists: merged from ranges of the indexes. */
export function rangesSource(actor: Actor, query: TicketQuery): RowSource {
  const wanted = conditionsOf(actor, query);
  const ranges = rangesOf(actor, query);
  return (most) =>
    sql.join(
      ranges.map((range) => readRange(range, actor, wanted, most)),
      sql` union `,
    );
}

const conditionsOf = (actor: Actor, query: TicketQuery) => all(listed(actor, query, wasTheirsIn(actor)), ...filtersOf(query));

/** Of tickets that wait or are served: what the actor may see of them, and the filters. */
export const liveConditions = (actor: Actor, query: TicketQuery) => all(listed(actor, query), ...filtersOf(query));

const all = (...conditions: Array<SQL | undefined>) =>
  sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  );

/** `maySee` and the filters by what totals know as well: company, status, queue and user. */
function listed(actor: Actor, query: TicketQuery, more?: SQL): SQL {
  const users = usersAsked(actor, query);
  const visible = visibleTo(actor);
  return all(
    sql`t.company_id = current_company()`,
    query.status && sql`t.status = ${query.status}`,
    visible && (more ? sql`(${visible} or ${more})` : visible),
    showsAll(actor, query) ? undefined : sql`(t.status <> 'open' or t.user_id = ${actor.userId})`,
    query.queueIds && sql`(t.queue_id = ${anyOf(query.queueIds)} or t.queue_id is null)`,
    users && sql`t.user_id = ${anyOf(users)}`,
  );
}

/** Tickets served by others are only included with `showsAll`, which supervisors may request. */
function visibleTo(actor: Actor): SQL | undefined {
  if (seesAll(actor)) return undefined;
  const theirQueue = sql`t.queue_id = ${anyOf(actor.queueIds)}`;
  const waitsWithoutQueue = actor.allTicket ? sql` or (t.status = 'pending' and t.queue_id is null)` : sql``;
  return sql`(t.user_id = ${actor.userId} or ${theirQueue}${waitsWithoutQueue})`;
}

const wasTheirsIn = (actor: Actor) =>
  sql`(
    t.status = 'closed'
    and exists (
      select from ticket_former_users f
      where f.company_id = current_company() and f.user_id = ${actor.userId} and f.ticket_id = t.id))`;

/** The filters that no totals are kept for. */
function filtersOf({ withUnreadMessages, tags = [], date, updatedAt }: TicketQuery): SQL[] {
  return [
    ...(tags.length > 0 ? [withEvery(tags)] : []),
    ...(withUnreadMessages ? [sql`t.has_unread`] : []),
    ...(date ? [duringDay(sql`t.created_at`, date)] : []),
    ...(updatedAt ? [duringDay(sql`t.updated_minute`, updatedAt)] : []),
  ];
}

/** One condition however many tags: as many conditions as tags would be planned in every order of theirs. */
const withEvery = (tags: number[]) => sql`(
  select count(*)
  from ticket_tags tt
  where tt.company_id = current_company()
    and tt.ticket_id = t.id
    and tt.tag_id = ${anyOf(tags)}) = ${new Set(tags).size}`;

/** Days are the company's, and begin with a minute. */
function duringDay(column: SQL, said: string): SQL {
  const day = said.includes('T') ? sql`(${said}::timestamptz at time zone company_zone())::date` : sql`${said}::date`;
  return sql`${column} >= ${day}::timestamp at time zone company_zone()
    and ${column} < (${day} + 1)::timestamp at time zone company_zone()`;
}

/**
 * Text is looked for by functions that may use their indexes under the policies, once for page and count; numbers people quote are
 * found as such.
 */
async function searched({ tx }: Scope, text: string, among: (few: SQL) => SQL): Promise<RowSource> {
  const rows = await rowsOf(
    tx,
    FoundRow,
    sql`
    select array(select find_contacts(${text}, ${maxContacts})) as contacts,
      array(
        select distinct m.ticket_id
        from find_messages(${text}, ${maxMessages}) m
        where m.ticket_id is not null) as tickets`,
  );
  const { contacts = [], tickets = [] } = rows[0] ?? {};
  const ways = [sql`t.contact_id = ${anyOf(contacts)}`, sql`t.id = ${anyOf(tickets)}`, sql`t.code = ${text}`];
  return () => sql.join(ways.map(among), sql` union `);
}

async function rarestTag(scope: Scope, tags: number[]): Promise<{ id: number; tickets: number } | undefined> {
  const rows = await rowsOf(
    scope.tx,
    RarestRow,
    sql`
    select g.id,
      (
        select count(*)::int
        from (
          select from ticket_tags tt
          where tt.company_id = current_company() and tt.tag_id = g.id
          limit ${rareTag}) counted) as tickets
    from unnest(${sql.param(tags)}::int[]) g(id)
    order by 2
    limit 1`,
  );
  return rows[0];
}

/** The newest of a range, by its index. */
function readRange(range: ListRange, actor: Actor, wanted: SQL, most: number): SQL {
  const newest = (where: SQL) =>
    sql`
      select t.id, t.updated_at
      from tickets t
      where t.status = ${range.status} and ${where} and ${wanted}
      ${newestFirst}
      limit ${most}`;
  if (range.by === 'unread') return sql`(${newest(sql`true`)})`;
  if (range.by === 'former') return sql`(${newest(sql`t.id = any(array(${latestFormerTickets(actor)}))`)})`;
  const each = (ids: SQL, which: SQL) => sql`(select r.* from unnest(${ids}) range(id) cross join lateral (${newest(which)}) r)`;
  if (range.by === 'user') return each(sql`${sql.param(range.ids)}::int[]`, sql`t.user_id = range.id`);
  const queues = range.by === 'queue' ? sql`${sql.param(range.ids)}::int[]` : everyQueue;
  return each(queues, sql`t.place = range.id`);
}

export const everyQueue = sql`array(select q.id from queues q where q.company_id = current_company()) || ${sql.raw(String(noQueue))}`;

const latestFormerTickets = (actor: Actor) =>
  sql`
    select f.ticket_id
    from ticket_former_users f
    where f.company_id = current_company() and f.user_id = ${actor.userId}
    order by f.left_at desc
    limit ${maxFormerTickets}`;

/** What totals do not count: closed, once theirs, and theirs by nothing else. */
function countFormerTickets(actor: Actor, query: TicketQuery): SQL {
  if (!rangesOf(actor, query).some(({ by }) => by === 'former')) return sql`0`;
  return sql`
    select count(*)::int
    from tickets t
    where t.status = 'closed'
      and t.id = any(array(${latestFormerTickets(actor)}))
      and ${listed(actor, query, wasTheirsIn(actor))}
      and not (${listed(actor, query)})`;
}
