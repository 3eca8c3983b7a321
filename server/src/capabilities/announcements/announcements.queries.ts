import { Announcement, type announcementsApi } from '@prosa/contracts/announcements';
import type { InputOf } from '@prosa/contracts/kit';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const AnnouncementRow = Announcement.extend({ createdAt: z.string() });
export type StoredAnnouncement = z.output<typeof AnnouncementRow>;

/** The file's names stay in the row when the file itself is gone with the company it lay with. */
const announcementColumns = sql`n.id, n.title, n.text, n.priority, n.status,
  case when n.media_id is not null then n.media_key end as "mediaPath",
  case when n.media_id is not null then n.media_name end as "mediaName",
  iso(n.created_at) as "createdAt"`;

type ListQuery = InputOf<typeof announcementsApi.list>['query'];

/** Everybody sees the active ones; super users, who write them, see all unless they ask for what everybody sees. */
export function announcementStatements({ actor }: Pick<Scope, 'actor'>, { searchParam, pageNumber, active }: ListQuery) {
  const conditions: SQL[] = [sql`true`];
  if (active || !actor.super) conditions.push(sql`n.status`);
  if (searchParam !== '') conditions.push(containsText(sql`n.title`, searchParam));
  const which = sql`announcements n where ${sql.join(conditions, sql` and `)}`;
  const order = active ? sql`n.priority, n.id desc` : sql`n.id desc`;
  return {
    page: sql`
      select ${announcementColumns}
      from ${which}
      order by ${order}
      limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`,
    count: sql`select count(*)::int as count from ${which}`,
  };
}

export async function listAnnouncements(scope: Scope, query: ListQuery) {
  const { page, count } = announcementStatements(scope, query);
  const { items, hasMore } = pageOf(await rowsOf(scope.tx, AnnouncementRow, page));
  const [counted] = await rowsOf(scope.tx, CountRow, count);
  return { records: items, count: counted?.count ?? 0, hasMore };
}

export async function findAnnouncement({ tx, actor }: Pick<Scope, 'tx' | 'actor'>, id: number): Promise<StoredAnnouncement | undefined> {
  const found = await readAnnouncement(tx, id);
  return found && (found.status || actor.super) ? found : undefined;
}

export async function readAnnouncement(tx: Transaction, id: number, lock = sql``): Promise<StoredAnnouncement | undefined> {
  const [row] = await rowsOf(tx, AnnouncementRow, sql`select ${announcementColumns} from announcements n where n.id = ${id} ${lock}`);
  return row;
}
