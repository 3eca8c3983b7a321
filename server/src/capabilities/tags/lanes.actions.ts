import { Tag, tagLive } from '@prosa/contracts/tags';
import { Ticket, ticketLive } from '@prosa/contracts/tickets';
import { sql } from '../../platform/database/database.ts';
import type { Bound, Row } from '../../platform/database/flight.ts';
import { keptTemplate } from '../../platform/database/kept-statements.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { seenRow, ticketStatement } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';
import { tagJson } from './tags.queries.ts';

/** A new lane is the last one. */
export const nextLaneOrder = sql<number>`(
  select coalesce(max(g.lane_order), 0) + 1
  from tags g
  where g.company_id = current_company() and g.kanban = 1)`;

/**
 * The tags of a locked ticket become these. One statement, and what goes goes first: the database lets a ticket be in one lane only.
 */
export async function putTags(scope: Scope, ticketId: number, tagIds: number[]): Promise<void> {
  await scope.tx.execute(sql`
    with gone as (
      delete from ticket_tags tt
      where tt.company_id = current_company()
        and tt.ticket_id = ${ticketId}
        and not tt.tag_id = any(${sql.param(tagIds)}::int[])
      returning tt.tag_id)
    insert into ticket_tags (ticket_id, tag_id)
    select ${ticketId}, wanted.id
    from unnest(${sql.param(tagIds)}::int[]) wanted(id)
    where (select count(*) from gone) >= 0
    on conflict (company_id, ticket_id, tag_id) do nothing`);
}

const [ticket, tag, tagIds] = [sql.placeholder('ticket'), sql.placeholder('tag'), sql.placeholder('tagIds')];
const lockTicket = keptTemplate(sql`select from tickets t where t.company_id = current_company() and t.id = ${ticket} for update`);
/** Until the commit it stays, and stays a lane or none. */
const lockTag = keptTemplate(sql`select g.id from tags g where g.company_id = current_company() and g.id = ${tag} for share`);
const move = keptTemplate(sql`
  with wanted as materialized (
    select g.id, g.kanban
    from tags g
    where g.company_id = current_company() and g.id = ${tag}),
  gone as (
    delete from ticket_tags tt
    where tt.company_id = current_company()
      and tt.ticket_id = ${ticket}
      and tt.kanban = 1
      and tt.tag_id <> ${tag}
      and (${tag} = 0 or exists (select from wanted w where w.kanban = 1))
    returning tt.tag_id),
  put as (
    insert into ticket_tags (ticket_id, tag_id)
    select t.id, w.id
    from wanted w
    join tickets t on t.company_id = current_company() and t.id = ${ticket}
    where (select count(*) from gone) >= 0
    on conflict (company_id, ticket_id, tag_id) do nothing
    returning tag_id)
  select exists (select from gone) or exists (select from put)`);

/**
 * Into a lane, out of the one before; a plain tag is only added. Without a tag: out of its lane. The ticket is locked by a statement of
 * its own, before the tag as everywhere; those behind it see what whoever held it left.
 */
export function moveStatements(ticketId: number, tagId: number | undefined, person: Pick<Actor, 'userId'>): Bound[] {
  const asked = { ticket: ticketId, tag: tagId ?? 0 };
  const shown = ticketStatement(ticketId, person);
  return [lockTicket(asked), lockTag(asked), shown, move(asked), shown];
}

/** Refused, and so undone, where they may not see the ticket or there is no such tag. What changes nothing is not told. */
export function moveCard(scope: Scope, [, tags, before, moved, after]: Row[][], tagId: number | undefined): Ticket {
  const was = seenRow(scope.actor, before?.[0]);
  if (tagId !== undefined && tags?.length === 0) refuse('ERR_NO_TAG_FOUND');
  if (moved?.[0]?.[0] !== 't') return Ticket.parse(JSON.parse(was));
  const is = Ticket.parse(JSON.parse(after?.[0]?.[0] ?? refuse('ERR_NO_TICKET_FOUND')));
  scope.emit(ticketLive, { action: 'update', ticket: is, ticketId: is.id }, { rooms: audienceOf(is) });
  return is;
}

/**
 * Whoever changes a ticket's tags locks the ticket before the tags; who changes what a tag is to its tickets does so too, so that
 * neither waits for the other.
 */
export async function waitForTickets(scope: Scope, tagId: number): Promise<void> {
  await scope.tx.execute(sql`
    select from tickets t
    where t.company_id = current_company()
      and t.id in (select tt.ticket_id from ticket_tags tt where tt.company_id = current_company() and tt.tag_id = ${tagId})
    order by t.id
    for update`);
}

export async function takeFromTickets(scope: Scope, tagId: number): Promise<void> {
  await waitForTickets(scope, tagId);
  await scope.tx.execute(sql`delete from ticket_tags tt where tt.company_id = current_company() and tt.tag_id = ${tagId}`);
}

const lockLanes = keptTemplate(sql`
  select g.id, g.kanban
  from tags g
  where g.company_id = current_company() and (g.kanban = 1 or g.id = any(${tagIds}::int[]))
  order by g.id
  for no key update`);
const placeLanes = keptTemplate(sql`
  with wanted as (
    select w.id, min(w.place) as place
    from unnest(${tagIds}::int[]) with ordinality w(id, place)
    group by w.id),
  placed as (
    select g.id, row_number() over (order by w.place nulls last, g.lane_order, g.id)::int as place
    from tags g
    left join wanted w on w.id = g.id
    where g.company_id = current_company() and g.kanban = 1),
  moved as (
    update tags g
    set lane_order = p.place
    from placed p
    where g.company_id = current_company() and g.id = p.id and g.lane_order <> p.place
    returning g.*)
  select ${tagJson}::text from moved g`);
const lanesInOrder = keptTemplate(sql`
  select g.id from tags g where g.company_id = current_company() and g.kanban = 1 order by g.lane_order, g.id`);

/** The lanes in this order; those that are not named follow in the order they had. */
export const orderStatements = (ids: number[]): Bound[] => [lockLanes({ tagIds: ids }), placeLanes({ tagIds: ids }), lanesInOrder({})];

export function orderLanes(scope: Scope, [kinds = [], moved = [], lanes = []]: Row[][], ids: number[]): { tagIds: number[] } {
  const kanban = new Map(kinds.map(([id, is]) => [Number(id), is]));
  if (ids.some((id) => !kanban.has(id))) refuse('ERR_NO_TAG_FOUND');
  if (ids.some((id) => kanban.get(id) === '0')) refuse('ERR_VALIDATION', { details: [{ path: 'tagIds', message: 'invalidList' }] });
  for (const [row] of moved) scope.emit(tagLive, { action: 'update', tag: Tag.parse(JSON.parse(row ?? '')) }, everybody);
  return { tagIds: lanes.map(([id]) => Number(id)) };
}
