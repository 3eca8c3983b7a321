import { can } from '@prosa/contracts/permissions';
import {
  type SavedFilter,
  type SavedFilterInput,
  type SavedFilterUpdate,
  savedFilterLimits,
  savedFilterLive,
} from '@prosa/contracts/saved-filters';
import type { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Audience, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { forgetDeleted, restorableSince } from '../../platform/jobs/deleted-records.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { assertQueuesExist } from '../queues/queues.queries.ts';
import { getTagKinds } from '../tags/tags.queries.ts';
import { assertUsersExist, countFilters, findForChange, findSavedFilter, type StoredFilter } from './saved-filters.queries.ts';
import { mayChangeFilter } from './saved-filters.rules.ts';

type Conditions = { [key in 'queueIds' | 'tags' | 'users']?: number[] | undefined };

export const forgettingFilters = forgetDeleted('saved-filters.forget', (scope, before) =>
  scope.tx.execute(sql`delete from saved_filters f where f.company_id = current_company() and f.deleted_at < ${before}`),
);

export async function createSavedFilter(scope: Scope, given: z.output<typeof SavedFilterInput>): Promise<SavedFilter> {
  await assertAllKnown(scope, given);
  const owner = ownerOf(scope, given.shared);
  await makeRoom(scope, owner);
  const now = scope.now.toISOString();
  const [row] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      insert into saved_filters (user_id, name, queue_ids, tag_ids, user_ids, search, created_at, updated_at)
      values (${owner}, ${given.name}, ${ids(given.queueIds)}, ${ids(given.tags)}, ${ids(given.users)}, ${given.searchParam},
        ${now}, ${now})
      returning id`,
  );
  if (!row) throw new Error('no saved filter was created');
  const made = await findSavedFilter(scope, row.id);
  scope.emit(savedFilterLive, { action: 'create', filter: made.filter }, audienceOf(made));
  return made.filter;
}

export async function updateSavedFilter(scope: Scope, id: number, given: z.output<typeof SavedFilterUpdate>): Promise<SavedFilter> {
  const before = await lockForChange(scope, id);
  await assertAllKnown(scope, given);
  const { name, shared, queueIds, tags, users, searchParam } = { ...before.filter, ...withoutGaps(given) };
  const moves = shared !== before.filter.shared;
  const owner = moves ? ownerOf(scope, shared) : before.userId;
  if (moves) await makeRoom(scope, owner);
  await scope.tx.execute(sql`
    update saved_filters
    set user_id = ${owner}, name = ${name}, queue_ids = ${ids(queueIds)}, tag_ids = ${ids(tags)}, user_ids = ${ids(users)},
      search = ${searchParam}, updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${id}`);
  const after = await findSavedFilter(scope, id);
  scope.emit(savedFilterLive, { action: 'update', filter: after.filter }, audienceOf(after));
  if (moves && !shared) scope.emit(savedFilterLive, { action: 'delete', id }, { ...everybody, except: ownersRoom(after) });
  return after.filter;
}

export async function removeSavedFilter(scope: Scope, id: number): Promise<void> {
  const before = await lockForChange(scope, id);
  await setDeleted(scope, id, scope.now.toISOString());
  await forgettingFilters.soon(scope);
  scope.emit(savedFilterLive, { action: 'delete', id }, audienceOf(before));
}

export async function restoreSavedFilter(scope: Scope, id: number): Promise<SavedFilter> {
  const found = await findForChange(scope, id);
  if (!mayChangeFilter(scope.actor, found)) refuse('ERR_NO_PERMISSION');
  if (found.deletedAt === null) return found.filter;
  if (found.deletedAt < restorableSince(scope.now)) refuse('ERR_NO_SAVEDFILTER_FOUND');
  await makeRoom(scope, found.userId);
  await setDeleted(scope, id, null);
  scope.emit(savedFilterLive, { action: 'create', filter: found.filter }, audienceOf(found));
  return found.filter;
}

const ids = (list: number[]) => sql`${sql.param([...new Set(list)])}::int[]`;

const setDeleted = (scope: Scope, id: number, at: string | null) =>
  scope.tx.execute(sql`update saved_filters set deleted_at = ${at}::timestamptz where company_id = current_company() and id = ${id}`);

/** What was left out stays as it is. */
function withoutGaps(given: z.output<typeof SavedFilterUpdate>): Partial<SavedFilter> {
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => value !== undefined && key !== 'companyId'));
}

async function assertAllKnown(scope: Scope, { queueIds = [], tags = [], users = [] }: Conditions): Promise<void> {
  await assertQueuesExist(scope, queueIds);
  await getTagKinds(scope, tags);
  await assertUsersExist(scope, users);
}

function ownerOf({ actor }: Scope, shared: boolean): number | null {
  if (!shared) return actor.userId ?? refuse('ERR_NO_PERMISSION');
  return can(actor, 'saved-filters:share') ? null : refuse('ERR_NO_PERMISSION');
}

const lockSpace = 7_767_675;

/** One at a time in a company, so that two who save at once do not both take the last place. */
async function makeRoom(scope: Scope, owner: number | null): Promise<void> {
  await scope.tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${scope.companyId})`);
  const most = owner === null ? savedFilterLimits.shared : savedFilterLimits.own;
  if ((await countFilters(scope, owner)) >= most) refuse('ERR_TOO_MANY_SAVED_FILTERS');
}

async function lockForChange(scope: Scope, id: number): Promise<StoredFilter> {
  const found = await findForChange(scope, id);
  if (!mayChangeFilter(scope.actor, found)) refuse('ERR_NO_PERMISSION');
  return found.deletedAt === null ? found : refuse('ERR_NO_SAVEDFILTER_FOUND');
}

const ownersRoom = ({ userId }: StoredFilter) => (userId === null ? [] : [rooms.user(userId)]);
const audienceOf = (stored: StoredFilter): Audience => (stored.userId === null ? everybody : { rooms: ownersRoom(stored) });
