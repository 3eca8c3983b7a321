import { Overview } from '@prosa/contracts/companies';
import type { PageQuery } from '@prosa/contracts/kit';
import { sql } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { countCompanies } from './company-records.queries.ts';

const TotalsRow = Overview.shape.totals;
const UsageRow = Overview.shape.companies.element;

/** Due before today in the company's own zone, as `session_actor` has it; those that are switched off are told apart. */
const isOverdue = (now: Date) => sql`(not c.is_platform and coalesce(c.due_date < (
  ${now.toISOString()}::timestamptz at time zone coalesce(
    (select value from settings s where s.company_id = c.id and s.key = 'timezone'),
    'America/Sao_Paulo'))::date, false))`;

/**
 * How much there is of everything, in three statements however many companies there are. Messages and bytes are kept counted
 * (`company_usage`): no message and no file is looked at.
 */
export async function readOverview(platform: Platform, { searchParam, pageNumber }: PageQuery): Promise<Overview> {
  return acrossCompanies(platform, async (tx) => {
    const now = platform.clock();
    const [totals] = await rowsOf(
      tx,
      TotalsRow,
      sql`
      with live as (select c.id, c.status, ${isOverdue(now)} as overdue from companies c where c.deleted_at is null)
      select count(*)::int as companies, (count(*) filter (where not status))::int as inactive,
        (count(*) filter (where overdue))::int as overdue,
        (select count(*)::int from users u join live on live.id = u.company_id) as users,
        (
          select coalesce(json_object_agg(status, connections), '{}')
          from (
            select shown_status(w.status, w.id, w.session_epoch) as status, count(*) as connections
            from connections w
            join live on live.id = w.company_id
            where w.removed_at is null
            group by 1) as by_status) as connections,
        (select coalesce(sum(u.messages), 0)::float8 from company_usage u join live on live.id = u.company_id) as messages,
        (select coalesce(sum(u.bytes), 0)::float8 from company_usage u join live on live.id = u.company_id) as storage,
        (select count(*)::int from alarms a join live on live.id = a.company_id) as alarms
      from live`,
    );
    if (!totals) throw new Error('no totals were read');
    const matching = searchParam === '' ? sql`true` : containsText(sql`c.name`, searchParam);
    const rows = await rowsOf(
      tx,
      UsageRow,
      sql`
      with page as materialized (
        select c.id, c.name, c.status, c.due_date, ${isOverdue(now)} as overdue
        from companies c
        where c.deleted_at is null and ${matching}
        order by c.id desc
        limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE})
      select p.id, p.name, p.status, p.due_date::text as "dueDate", p.overdue,
        (select count(*)::int from users u where u.company_id = p.id) as users,
        (
          select coalesce(json_object_agg(status, connections), '{}')
          from (
            select shown_status(w.status, w.id, w.session_epoch) as status, count(*) as connections
            from connections w
            where w.company_id = p.id and w.removed_at is null
            group by 1) as by_status) as connections,
        coalesce(used.messages, 0)::float8 as messages, coalesce(used.bytes, 0)::float8 as storage,
        (select count(*)::int from alarms a where a.company_id = p.id) as alarms
      from page p
      left join lateral (
        select sum(u.messages) as messages, sum(u.bytes) as bytes
        from company_usage u
        where u.company_id = p.id) as used on true
      order by p.id desc`,
    );
    const { items, hasMore } = pageOf(rows);
    return { totals, companies: items, count: await countCompanies(tx, searchParam), hasMore };
  });
}

/** Folds the differences of messages and bytes into one row for each company. */
export async function foldUsage(platform: Platform): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    await query(`
      with many as (select company_id from company_usage group by company_id having count(*) > 1),
      folded as (
        delete from company_usage u
        using many
        where u.company_id = many.company_id
        returning u.company_id, u.messages, u.bytes)
      insert into company_usage (company_id, messages, bytes)
      select company_id, sum(messages), sum(bytes)
      from folded
      group by company_id`);
  });
}
