import { SavedFilter } from '@prosa/contracts/saved-filters';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const StoredRow = z.object({ filter: SavedFilter, userId: z.int().nullable(), deletedAt: z.string().nullable() });
export type StoredFilter = z.output<typeof StoredRow>;

const columns = sql`
  json_build_object('id', f.id, 'name', f.name, 'shared', f.user_id is null, 'queueIds', f.queue_ids, 'tags', f.tag_ids,
    'users', f.user_ids, 'searchParam', f.search) as filter,
  f.user_id as "userId", iso(f.deleted_at) as "deletedAt"`;

const read = (scope: Scope, rest: SQL) =>
  rowsOf(scope.tx, StoredRow, sql`select ${columns} from saved_filters f where f.company_id = current_company() and ${rest}`);

export async function listSavedFilters(scope: Scope): Promise<SavedFilter[]> {
  const rows = await read(
    scope,
    sql`(f.user_id = ${scope.actor.userId ?? null} or f.user_id is null) and f.deleted_at is null
      order by f.user_id is null, plain(f.name), f.id`,
  );
  return rows.map(({ filter }) => filter);
}

/** Also one that was deleted, as long as it is kept. Locked until the commit. */
export async function findForChange(scope: Scope, id: number): Promise<StoredFilter> {
  const [found] = await read(scope, sql`f.id = ${id} for update of f`);
  return found ?? refuse('ERR_NO_SAVEDFILTER_FOUND');
}

export async function findSavedFilter(scope: Scope, id: number): Promise<StoredFilter> {
  const [found] = await read(scope, sql`f.id = ${id}`);
  return found ?? refuse('ERR_NO_SAVEDFILTER_FOUND');
}

/** How many that person has; without one, how many the company shares. */
export async function countFilters(scope: Scope, userId: number | null): Promise<number> {
  const [row] = await rowsOf(
    scope.tx,
    CountRow,
    sql`
      select count(*)::int as count
      from saved_filters f
      where f.company_id = current_company() and f.user_id is not distinct from ${userId}::int and f.deleted_at is null`,
  );
  return row?.count ?? 0;
}

/** Refuses unless all ids are people of the company. */
export async function assertUsersExist(scope: Scope, ids: number[]): Promise<void> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) return;
  const [row] = await rowsOf(
    scope.tx,
    CountRow,
    sql`
      select count(*)::int as count
      from users u
      where u.company_id = current_company() and u.id = any(${sql.param(asked)}::int[])`,
  );
  if ((row?.count ?? 0) < asked.length) refuse('ERR_NO_USER_FOUND');
}
