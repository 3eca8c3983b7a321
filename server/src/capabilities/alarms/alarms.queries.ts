import { Alarm } from '@prosa/contracts/alarms';
import { sql } from '../../platform/database/database.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';

/** Counting stops here; a larger list reports this number. */
const maxCounted = 10_000;

/** Open alarms of all companies, newest first; of those that are being deleted nobody has to look at any. */
export async function listAlarms(platform: Platform, pageNumber: number) {
  return acrossCompanies(platform, async (tx) => {
    const rows = await rowsOf(
      tx,
      Alarm,
      sql`
      select a.id, a.what, a.connection_id as "whatsappId", a.subject, a.attempts, a.code, iso(a.raised_at) as "raisedAt",
        iso(a.retried_at) as "retriedAt",
        json_build_object('id', c.id, 'name', c.name) as company
      from alarms a
      join companies c on c.id = a.company_id and c.deleted_at is null
      order by a.raised_at desc, a.id desc
      limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`,
    );
    const counted = await rowsOf(
      tx,
      CountRow,
      sql`
      select count(*)::int as count
      from (
        select
        from alarms a
        join companies c on c.id = a.company_id and c.deleted_at is null
        limit ${maxCounted}) as a`,
    );
    const { items, hasMore } = pageOf(rows);
    return { alarms: items, count: counted[0]?.count ?? 0, hasMore };
  });
}
