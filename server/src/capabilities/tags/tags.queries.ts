import type { PageQuery } from '@prosa/contracts/kit';
import { Tag } from '@prosa/contracts/tags';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const TagRow = z.object({ tag: Tag });
const ColorRow = Tag.pick({ color: true });
const KindRow = Tag.pick({ id: true, kanban: true });

/** A tag as the wire shows it, but for its count; for queries that call the table `g`. */
export const tagFields = sql`'id', g.id, 'name', g.name, 'color', g.color, 'kanban', g.kanban, 'userId', g.user_id,
  'laneOrder', g.lane_order`;
export const tagJson = sql`json_build_object(${tagFields},
  'ticketsCount', (select count(*) from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id))`;

const matching = (text: string) => (text === '' ? sql`` : sql` and ${containsText(sql`g.name`, text)}`);
const inCompany = sql`g.company_id = current_company()`;

async function readTags(scope: Scope, rest: SQL): Promise<Tag[]> {
  const rows = await rowsOf(scope.tx, TagRow, sql`select ${tagJson} as tag from tags g where ${inCompany}${rest}`);
  return rows.map(({ tag }) => tag);
}

export async function listTags(scope: Scope, { searchParam, pageNumber }: PageQuery) {
  const tags = await readTags(
    scope,
    sql`${matching(searchParam)} order by g.name, g.id limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`,
  );
  const rows = await rowsOf(scope.tx, CountRow, sql`select count(*)::int as count from tags g where ${inCompany}${matching(searchParam)}`);
  const { items, hasMore } = pageOf(tags);
  return { tags: items, count: rows[0]?.count ?? 0, hasMore };
}

export const listAllTags = (scope: Scope, search: string) => readTags(scope, sql`${matching(search)} order by g.name, g.id`);

export async function findTag(scope: Scope, id: number): Promise<Tag | undefined> {
  const [tag] = await readTags(scope, sql` and g.id = ${id}`);
  return tag;
}

export async function usedColors(scope: Scope): Promise<string[]> {
  const rows = await rowsOf(scope.tx, ColorRow, sql`select g.color from tags g where ${inCompany}`);
  return rows.map(({ color }) => color);
}

/** Refuses unless all ids are tags of the company, and locks them until the commit: they stay, and stay lanes or none. */
export async function getTagKinds(scope: Scope, ids: number[]): Promise<z.output<typeof KindRow>[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(
    scope.tx,
    KindRow,
    sql`
      select g.id, g.kanban
      from tags g
      where ${inCompany} and g.id = any(${sql.param(ids)}::int[])
      order by g.id
      for share`,
  );
  if (rows.length < new Set(ids).size) refuse('ERR_NO_TAG_FOUND');
  return rows;
}

const maxAnnounced = 500;

/** The newest open tickets with this tag, which may be on a screen; on demand the resolved ones as well. */
export async function liveTicketsWith(scope: Scope, tagId: number, { closed = false } = {}): Promise<number[]> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    select t.id
    from ticket_tags tt
    join tickets t on t.company_id = tt.company_id and t.id = tt.ticket_id
    where tt.company_id = current_company() and tt.tag_id = ${tagId}${closed ? sql`` : sql` and t.status <> 'closed'`}
    order by t.id desc
    limit ${maxAnnounced}`,
  );
  return rows.map(({ id }) => id);
}
