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
import { ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
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
  return sql`
    with ${cardsOf(actor, {})},
    counts as materialized (${laneCounts})
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
  const skipped = tagId === undefined ? 0 : (pageNumber - 1) * cardsPerPage;
  const last = skipped + cardsPerPage;
  return sql`
    with ${query.searchParam === '' ? cardsOf(actor, query) : foundOf(actor, query)},
    counts as materialized (${laneCounts}),
    lanes as materialized (
      select l.id, l.place, coalesce(n.cards, 0) as cards
      from (${lanesAsked(tagId)}) l
      left join counts n on n.lane = l.id),
    page as materialized (
      select ordered.id, ordered.lane, ordered.n
      from (
        select c.id, c.lane, row_number() over (partition by c.lane order by c.updated_at desc, c.id desc) as n
        from cards c) ordered
      where ordered.n > ${skipped} and ordered.n <= ${last}),
    shown as (
      select ${ticketJson} as ticket, l.place, p.lane, p.n
      from lanes l
      join page p on p.lane = l.id
      join tickets t on t.company_id = current_company() and t.id = p.id ${ticketJoins})
    select json_build_object(
      'tickets', coalesce((select json_agg(ticket order by place, lane, n) from shown), '[]'::json),
      'count', (select coalesce(sum(cards), 0)::int from lanes),
      'hasMore', exists (select from lanes where cards > ${last}),
      'lanes', coalesce(
        (
          select json_agg(json_build_object('tagId', id, 'count', cards, 'hasMore', cards > ${last}) order by place, id)
          from lanes),
        '[]'::json))::text as text`;
}

const first = sql`select ${sql.raw(String(openLane))} as id, 0 as place`;
const lanesOfTags = (which: SQL) => sql`select g.id, g.lane_order as place from tags g where g.company_id = current_company() and ${which}`;

/** From left to right. A tag that is not there has no lane. */
function lanesAsked(tagId: number | undefined): SQL {
  if (tagId === undefined) return sql`${first} union all ${lanesOfTags(sql`g.kanban = 1`)}`;
  return tagId === openLane ? first : lanesOfTags(sql`g.id = ${tagId}`);
}

const laneCounts = sql`select c.lane, count(*)::int as cards from cards c group by c.lane`;

/** All cards, read once from ranges of indexes, queue by queue whatever the number of lanes: each of them is counted anyway. */
function cardsOf(actor: Actor, asked: Partial<KanbanQuery>): SQL {
  const query = listQuery(asked);
  const inLane = asked.tagId === undefined ? sql`` : sql`t.lane = ${asked.tagId} and `;
  const wanted = sql`${inLane}${liveConditions(actor, query)}`;
  const ranges = rangesOnBoard(actor, query).map((range) => readRange(range, wanted));
  return sql`cards as materialized (${sql.join(ranges, sql` union `)})`;
}

function readRange(range: ListRange, wanted: SQL): SQL {
  // The index of the board holds what is not closed, and is looked into only where that is said.
  const where = range.by === 'user' ? sql`t.user_id = part.id` : sql`t.place = part.id and t.status <> 'closed'`;
  const parts = 'ids' in range ? sql`${sql.param(range.ids)}::int[]` : everyQueue;
  // Every part by itself, which `offset 0` says: without it the planner may read the parts of everybody and choose among them.
  return sql`(
    select r.*
    from unnest(${parts}) part(id)
    cross join lateral (
      select t.id, t.lane, t.updated_at
      from tickets t
      where t.status = ${range.status} and ${where} and ${wanted}
      offset 0) r)`;
}

/** Found by the customer's name or number, or by the protocol number. */
function foundOf(actor: Actor, asked: KanbanQuery): SQL {
  const wanted = sql`t.status <> 'closed' and ${liveConditions(actor, listQuery(asked))}`;
  const { searchParam } = asked;
  const ways = [sql`t.contact_id = any(array(select find_contacts(${searchParam}, ${maxContacts})))`, sql`t.code = ${searchParam}`];
  const found = sql.join(
    ways.map((way) => sql`select t.id, t.lane, t.updated_at from tickets t where ${way} and ${wanted}`),
    sql` union `,
  );
  return sql`cards as materialized (${found})`;
}
