import { tagLive } from '@prosa/contracts/tags';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { findTags, getTagKinds } from './tags.queries.ts';

/** A new lane is the last one. */
export const nextLaneOrder = sql<number>`(
  select coalesce(max(g.lane_order), 0) + 1
  from tags g
  where g.company_id = current_company() and g.kanban = 1)`;

type Put = { instead: 'all' | 'lanes' | 'none'; tagIds: number[] };

/**
 * Puts tags on a locked ticket, instead of all it has, of the lane it is in, or of none. One statement, and what goes goes first: the
 * database lets a ticket be in one lane only.
 */
export async function putTags(scope: Scope, ticketId: number, { instead, tagIds }: Put): Promise<void> {
  const goes = { all: sql`true`, lanes: sql`tt.kanban = 1`, none: sql`false` }[instead];
  await scope.tx.execute(sql`
    with gone as (
      delete from ticket_tags tt
      where tt.company_id = current_company()
        and tt.ticket_id = ${ticketId}
        and ${goes}
        and not tt.tag_id = any(${sql.param(tagIds)}::int[])
      returning tt.tag_id)
    insert into ticket_tags (ticket_id, tag_id)
    select ${ticketId}, wanted.id
    from unnest(${sql.param(tagIds)}::int[]) wanted(id)
    where (select count(*) from gone) >= 0
    on conflict (company_id, ticket_id, tag_id) do nothing`);
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

/** The lanes in this order; those that are not named follow in the order they had. */
export async function orderLanes(scope: Scope, tagIds: number[]): Promise<void> {
  const kinds = await getTagKinds(scope, tagIds);
  if (kinds.some(({ kanban }) => kanban === 0)) refuse('ERR_VALIDATION', { details: [{ path: 'tagIds', message: 'invalidList' }] });
  const moved = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      with placed as (
        select g.id, row_number() over (order by wanted.place nulls last, g.lane_order, g.id)::int as place
        from tags g
        left join unnest(${sql.param(tagIds)}::int[]) with ordinality wanted(id, place) on wanted.id = g.id
        where g.company_id = current_company() and g.kanban = 1)
      update tags g
      set lane_order = p.place
      from placed p
      where g.company_id = current_company() and g.id = p.id and g.lane_order <> p.place
      returning g.id`,
  );
  if (moved.length === 0) return;
  const tags = await findTags(
    scope,
    moved.map(({ id }) => id),
  );
  for (const tag of tags) scope.emit(tagLive, { action: 'update', tag }, everybody);
}
