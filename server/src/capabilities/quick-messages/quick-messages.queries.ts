import type { PageQuery } from '@prosa/contracts/kit';
import { QuickMessage, RankedQuickMessage } from '@prosa/contracts/quick-messages';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { maySeeQuickMessage } from './quick-messages.rules.ts';

const times = { createdAt: z.string(), updatedAt: z.string() };
const QuickMessageRow = QuickMessage.extend(times);
const RankedRow = RankedQuickMessage.extend(times);
const RestorableRow = QuickMessageRow.extend({ isDeleted: z.boolean() });
export type StoredQuickMessage = z.output<typeof QuickMessageRow>;

const columns = sql`q.id, q.shortcode, q.message, q.user_id as "userId", q.shared,
  md.key as "mediaPath", md.file_name as "mediaName",
  iso(q.created_at) as "createdAt", iso(q.updated_at) as "updatedAt"`;
const withFile = sql`left join media md on md.company_id = q.company_id and md.id = q.media_id`;
const order = sql`order by plain(q.shortcode), q.id`;

/** Their own and the shared ones. */
export const seenBy = ({ userId }: Scope['actor']): SQL =>
  sql`q.company_id = current_company() and q.deleted_at is null and (q.user_id = ${userId ?? null} or q.shared)`;

export function quickMessageStatements({ actor }: Pick<Scope, 'actor'>, { searchParam, pageNumber }: PageQuery) {
  // In the chat a shortcode is typed with a slash before it.
  const wanted = searchParam.replace(/^\/+/, '');
  const matching = wanted === '' ? sql`` : sql` and (${containsText(sql`q.shortcode`, wanted)} or ${containsText(sql`q.message`, wanted)})`;
  const which = sql`${seenBy(actor)}${matching}`;
  return {
    page: sql`
      select ${columns}
      from quick_messages q ${withFile}
      where ${which}
      ${order}
      limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`,
    count: sql`select count(*)::int as count from quick_messages q where ${which}`,
  };
}

export async function listQuickMessages(scope: Scope, query: PageQuery) {
  const { page, count } = quickMessageStatements(scope, query);
  const { items, hasMore } = pageOf(await rowsOf(scope.tx, QuickMessageRow, page));
  const [counted] = await rowsOf(scope.tx, CountRow, count);
  return { records: items, count: counted?.count ?? 0, hasMore };
}

export const rankedStatement = ({ actor }: Pick<Scope, 'actor'>): SQL => sql`
  select ${columns}, coalesce(u.uses, 0) as uses
  from quick_messages q ${withFile}
  left join quick_message_uses u on u.company_id = q.company_id
    and u.user_id = ${actor.userId ?? null}
    and u.quick_message_id = q.id
  where ${seenBy(actor)}
  ${order}`;

/** All that the caller may use, each with how often they did. */
export const listRanked = (scope: Scope) => rowsOf(scope.tx, RankedRow, rankedStatement(scope));

async function readQuickMessages(scope: Scope, which: SQL, lock = sql``): Promise<StoredQuickMessage[]> {
  return rowsOf(
    scope.tx,
    QuickMessageRow,
    sql`
      select ${columns}
      from quick_messages q ${withFile}
      where q.company_id = current_company() and q.deleted_at is null and ${which} ${lock}`,
  );
}

/** One that is there, or was deleted since then; locked until the commit. */
export async function findRestorable(scope: Scope, id: number, since: string): Promise<z.output<typeof RestorableRow>> {
  const [found] = await rowsOf(
    scope.tx,
    RestorableRow,
    sql`
      select ${columns}, q.deleted_at is not null as "isDeleted"
      from quick_messages q ${withFile}
      where q.company_id = current_company() and q.id = ${id} and (q.deleted_at is null or q.deleted_at >= ${since})
      for update of q`,
  );
  return found ?? refuse('ERR_NO_QUICKMESSAGE_FOUND');
}

export async function findQuickMessage(scope: Scope, id: number, { forUpdate = false } = {}): Promise<StoredQuickMessage> {
  const [found] = await readQuickMessages(scope, sql`q.id = ${id}`, forUpdate ? sql`for update of q` : undefined);
  return found ?? refuse('ERR_NO_QUICKMESSAGE_FOUND');
}

export const findSharedOf = (scope: Scope, userId: number) => readQuickMessages(scope, sql`q.user_id = ${userId} and q.shared ${order}`);

/** One that the caller may use: a colleague's own is refused. */
export async function getVisibleQuickMessage(scope: Scope, id: number): Promise<StoredQuickMessage> {
  const found = await findQuickMessage(scope, id);
  return maySeeQuickMessage(scope.actor, found) ? found : refuse('ERR_NO_PERMISSION');
}
