import { type KanbanQuery, kanbanApi, openLane } from '@prosa/contracts/kanban';
import { TicketQuery, ticketStatuses } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { keptByKey } from '../../platform/database/kept-statements.ts';
import type { Read } from '../../platform/database/reads.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { tagFields } from '../tags/tags.queries.ts';
import { everyQueue, liveConditions } from '../tickets/ticket-list.queries.ts';
import { type ListRange, rangesOf, showsAll, usersAsked } from '../tickets/ticket-list.rules.ts';
import { newestFirst, ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
import { seesAll } from '../tickets/tickets.rules.ts';

const cardsPerPage = 20;
const maxContacts = 500;
const onBoard = ticketStatuses.filter((status) => status !== 'closed');

const boardStatement = keptByKey();
/** All that a statement depends on. */
function keyOf(actor: Actor, what: string, asked: Partial<KanbanQuery>): string {
  const { userId, queueIds, allTicket } = actor;
  const query = listQuery(asked);
  const decided = [rangesOnBoard(actor, query), seesAll(actor), showsAll(actor, query), usersAsked(actor, query)];
  return JSON.stringify([what, userId, queueIds, allTicket, decided, asked]);
}

/** The lanes, each with the number of cards that the actor may see in it. */
export function lanesRead(actor: Actor): Read<JsonText> {
  return answered(boardStatement(keyOf(actor, 'lanes', {}), () => lanesStatement(actor)));
}

/** A page of a lane, or the first of each, by one statement however large the company is. */
export function cardsRead(actor: Actor, query: KanbanQuery): Read<JsonText> {
  return answered(boardStatement(keyOf(actor, 'cards', query), () => cardsStatement(actor, query)));
}

const TextRow = z.object({ text: z.string() });

export async function listLanes(scope: Scope) {
  const [row] = await rowsOf(scope.tx, TextRow, lanesStatement(scope.actor));
  return kanbanApi.lanes.reply.parse(JSON.parse(row?.text ?? fail()));
}

export async function listCards(scope: Scope, query: KanbanQuery) {
  const [row] = await rowsOf(scope.tx, TextRow, cardsStatement(scope.actor, query));
  return kanbanApi.cards.reply.parse(JSON.parse(row?.text ?? fail()));
}

const answered = (statement: Read<JsonText>['statements'][number]): Read<JsonText> => ({
  statements: [statement],
  finish: ([rows]) => new JsonText(rows?.[0]?.[0] ?? fail()),
});

function fail(): never {
  throw new Error('the board was not answered');
}

const rangesOnBoard = (actor: Actor, query: TicketQuery) => onBoard.flatMap((status) => rangesOf(actor, { ...query, status }));

/** Everybody's board shows all they may see. */
const listQuery = ({ queueIds, users, tags }: Partial<KanbanQuery>): TicketQuery => ({
  ...TicketQuery.parse({ showAll: 'true' }),
  ...(queueIds && { queueIds }),
  ...(users && { users }),
  ...(tags && { tags }),
});

export function lanesStatement(actor: Actor): SQL {
  const { before, counts } = boardOf(actor, {});
  return sql`
    with ${before},
    counts as materialized (${counts})
    select json_build_object('lista', coalesce(
      (
        select json_agg(json_build_object(${tagFields}, 'ticketsCount', coalesce(n.cards, 0)) order by g.lane_order, g.id)
        from tags g
        left join counts n on n.lane = g.id
        where g.company_id = current_company() and g.kanban = 1),
      '[]'::json))::text as text`;
}

export function cardsStatement(actor: Actor, query: KanbanQuery): SQL {
  const { tagId, pageNumber } = query;
  const board = query.searchParam === '' ? boardOf(actor, query) : foundOf(actor, query);
  const skipped = tagId === undefined ? 0 : (pageNumber - 1) * cardsPerPage;
  const most = sql.raw(String(cardsPerPage));
  return sql`
    with lanes as materialized (${lanesAsked(tagId)}),
    ${board.before},
    counts as materialized (${board.counts}),
    page as materialized (
      select l.id as lane, l.place, p.id, p.updated_at,
        row_number() over (partition by l.id order by p.updated_at desc, p.id desc) as n
      from lanes l
      cross join lateral (
        select listed.id, listed.updated_at
        from (${board.cardsIn(sql`l.id`, skipped + cardsPerPage + 1)}) listed
        order by listed.updated_at desc, listed.id desc
        limit ${sql.raw(String(cardsPerPage + 1))} offset ${skipped}) p),
    shown as (
      select ${ticketJson} as ticket, p.place, p.lane, p.n
      from page p
      join tickets t on t.company_id = current_company() and t.id = p.id ${ticketJoins}
      where p.n <= ${most})
    select json_build_object(
      'tickets', coalesce((select json_agg(ticket order by place, lane, n) from shown), '[]'::json),
      'count', (select coalesce(sum(n.cards), 0)::int from counts n join lanes l on l.id = n.lane),
      'hasMore', exists (select from page p where p.n > ${most}),
      'lanes', coalesce(
        (
          select json_agg(
            json_build_object(
              'tagId', l.id,
              'count', coalesce(n.cards, 0),
              'hasMore', exists (select from page p where p.lane = l.id and p.n > ${most}))
            order by l.place, l.id)
          from lanes l
          left join counts n on n.lane = l.id),
        '[]'::json))::text as text`;
}

const first = sql`select ${sql.raw(String(openLane))} as id, 0 as place`;
const lanesOfTags = (which: SQL) => sql`select g.id, g.lane_order as place from tags g where g.company_id = current_company() and ${which}`;

/** From left to right. A tag that is not there has no lane. */
function lanesAsked(tagId: number | undefined): SQL {
  if (tagId === undefined) return sql`${first} union all ${lanesOfTags(sql`g.kanban = 1`)}`;
  return tagId === openLane ? first : lanesOfTags(sql`g.id = ${tagId}`);
}

type Board = {
  /** Parts of the statement that must come first. */
  before: SQL;
  /** How many cards each lane has that has any. */
  counts: SQL;
  /** The newest cards of a lane. */
  cardsIn(lane: SQL, most: number): SQL;
};

/**
 * Ranges of indexes. Every card is read once, to be counted by lane and queue; then of each lane the newest of those queues that have
 * cards in it: there may be hundreds of queues. Of what somebody serves, or of the users asked for, all is kept: these are few.
 */
function boardOf(actor: Actor, asked: Partial<KanbanQuery>): Board {
  const query = listQuery(asked);
  const wanted = liveConditions(actor, query);
  const ranges = rangesOnBoard(actor, query);
  const own = ranges.filter(({ by }) => by === 'user');
  const queues = ranges.filter(({ by }) => by !== 'user');
  const merged = (ofOwn: SQL, ofQueues: (range: ListRange) => SQL) =>
    sql.join([...(own.length > 0 ? [ofOwn] : []), ...queues.map(ofQueues)], sql` union `);
  const inLane = asked.tagId === undefined ? sql`` : sql`t.lane = ${asked.tagId} and `;
  const every = own.map((range) => readRange(range, sql`t.id, t.status, t.place, t.lane, t.updated_at`, wanted));
  const ofOwn = own.length > 0 ? sql`own as materialized (${sql.join(every, sql` union `)}),` : sql``;
  const everyCard = merged(sql`select o.id, o.status, o.place, o.lane from own o`, (range) =>
    readRange(range, sql`t.id, t.status, t.place, t.lane`, sql`${inLane}${wanted}`),
  );
  return {
    before: sql`${ofOwn}
    cells as materialized (
      select e.status, e.place, e.lane, count(*)::int as cards
      from (${everyCard}) e
      group by e.status, e.place, e.lane)`,
    counts: sql`select c.lane, sum(c.cards)::int as cards from cells c group by c.lane`,
    cardsIn: (lane, most) =>
      merged(sql`(select o.id, o.updated_at from own o where o.lane = ${lane} ${newest(sql`o`, most)})`, (range) =>
        readCells(range, lane, wanted, most),
      ),
  };
}

const newest = (table: SQL, most: number) => sql`order by ${table}.updated_at desc, ${table}.id desc limit ${most}`;

function readRange(range: ListRange, columns: SQL, wanted: SQL): SQL {
  // The index of the board holds what is not closed, and is looked into only where that is said.
  const where = range.by === 'user' ? sql`t.user_id = part.id` : sql`t.place = part.id and t.status <> 'closed'`;
  const parts = 'ids' in range ? sql`${sql.param(range.ids)}::int[]` : everyQueue;
  // Every part by itself, which `offset 0` says: without it the planner may read the parts of everybody and choose among them.
  return sql`(
    select r.*
    from unnest(${parts}) part(id)
    cross join lateral (
      select ${columns}
      from tickets t
      where t.status = ${range.status} and ${where} and ${wanted}
      offset 0) r)`;
}

/** The newest of a lane in each queue of the range that has cards in it. */
function readCells(range: ListRange, lane: SQL, wanted: SQL, most: number): SQL {
  const among = 'ids' in range ? sql`and c.place = any(${sql.param(range.ids)}::int[])` : sql``;
  return sql`(
    select r.*
    from cells c
    cross join lateral (
      select t.id, t.updated_at
      from tickets t
      where t.status = ${range.status} and t.place = c.place and t.status <> 'closed' and t.lane = ${lane} and ${wanted}
      ${newestFirst} limit ${most}) r
    where c.lane = ${lane} and c.status = ${range.status} ${among})`;
}

/** Found by the customer's name or number, or by the protocol number. */
function foundOf(actor: Actor, asked: KanbanQuery): Board {
  const wanted = sql`t.status <> 'closed' and ${liveConditions(actor, listQuery(asked))}`;
  const { searchParam } = asked;
  const ways = [sql`t.contact_id = any(array(select find_contacts(${searchParam}, ${maxContacts})))`, sql`t.code = ${searchParam}`];
  const found = sql.join(
    ways.map((way) => sql`select t.id, t.lane, t.updated_at from tickets t where ${way} and ${wanted}`),
    sql` union `,
  );
  return {
    before: sql`found as materialized (${found})`,
    counts: sql`select f.lane, count(*)::int as cards from found f group by f.lane`,
    cardsIn: (lane, most) => sql`select f.id, f.updated_at from found f where f.lane = ${lane} ${newest(sql`f`, most)}`,
  };
}
