import { Company } from '@prosa/contracts/companies';
import type { PageQuery } from '@prosa/contracts/kit';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { withDefaults } from '../settings/settings.queries.ts';
import { publicSettings } from '../settings/settings.rules.ts';

const CompanyRow = Company.omit({ campaignsEnabled: true, settings: true }).extend({ set: z.record(z.string(), z.string()).nullable() });

/** Companies as the platform's people and their own admins see them: settings that hold no secret, no word of any conversation. */
async function readCompanies(tx: Transaction, where: SQL, order = sql`c.id desc`, window = sql``): Promise<Company[]> {
  const rows = await rowsOf(
    tx,
    CompanyRow,
    sql`
    select c.id, c.name, c.email, c.phone, c.plan_id as "planId", c.status, c.due_date::text as "dueDate",
      c.trial_expiration::text as "trialExpiration", c.recurrence, iso(c.created_at) as "createdAt", c.is_platform as "isPlatform",
      c.schedules, c.billing_name as "billingName", c.zipcode, c.street, c.state, c.city, c.district,
      json_build_object('id', p.id, 'name', p.name, 'users', p.users, 'connections', p.connections, 'queues', p.queues,
        'storage', p.storage, 'value', p.value::text, 'prices', p.prices) as plan,
      (
        select json_object_agg(s.key, s.value)
        from settings s
        where s.company_id = c.id and s.key = any(${`{${publicSettings.join()}}`}::text[])) as set
    from companies c
    join plans p on p.id = c.plan_id
    where c.deleted_at is null and ${where}
    order by ${order}
    ${window}`,
  );
  return rows.map(({ set, ...company }) => {
    const settings = withDefaults(set ?? {});
    return { ...company, settings, campaignsEnabled: settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true') };
  });
}

const matching = (search: string) =>
  search === '' ? sql`true` : sql`(${containsText(sql`c.name`, search)} or ${containsText(sql`c.email`, search)})`;

/** Newest first. */
export async function listCompanies(platform: Platform, { searchParam, pageNumber }: PageQuery) {
  return acrossCompanies(platform, async (tx) => {
    const window = sql`limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`;
    const { items, hasMore } = pageOf(await readCompanies(tx, matching(searchParam), sql`c.id desc`, window));
    return { companies: items, count: await countCompanies(tx, searchParam), hasMore };
  });
}

export async function countCompanies(tx: Transaction, search: string): Promise<number> {
  const rows = await rowsOf(
    tx,
    CountRow,
    sql`select count(*)::int as count from companies c where c.deleted_at is null and ${matching(search)}`,
  );
  return rows[0]?.count ?? 0;
}

/** All of them, by name. */
export async function listAllCompanies(platform: Platform): Promise<Company[]> {
  return acrossCompanies(platform, (tx) => readCompanies(tx, sql`true`, sql`lower(c.name), c.id`));
}

/** The company of this transaction, or any for the platform's own work. */
export async function readCompany(tx: Transaction, id: number): Promise<Company> {
  const [company] = await readCompanies(tx, sql`c.id = ${id}`);
  return company ?? refuse('ERR_NO_COMPANY_FOUND');
}

export async function showCompany(platform: Platform, id: number): Promise<Company> {
  return acrossCompanies(platform, (tx) => readCompany(tx, id));
}
