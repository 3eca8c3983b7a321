import { sql } from '../../platform/database/database.ts';
import { CompanyRow, IdRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import { markGone, patienceHours } from './file-fetches.actions.ts';

const atOnce = 500;

export const givingUp: CronJob[] = [{ name: 'files.give-up', pattern: '23 * * * *', run: giveUpOfDown }];

/** Files whose connection has been down for a day, and may never come back: their messages say that they will not come. */
export async function giveUpOfDown(platform: Platform): Promise<void> {
  const companies = await acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      CompanyRow,
      `select distinct company_id from file_fetches where next_at < now() - interval '1 hour'`,
    );
    return rows.map(({ company_id }) => company_id);
  });
  for (const companyId of companies) while ((await inScope(platform, { companyId }, giveUpSome)) === atOnce);
}

/** One that was down before its first file came has been so since then, as far as this file is concerned. */
async function giveUpSome(scope: Scope): Promise<number> {
  const gone = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    with late as materialized (
      select f.message_id
      from file_fetches f
      join connections c on c.company_id = f.company_id and c.id = f.connection_id
      where f.company_id = current_company()
        and c.status <> 'CONNECTED'
        and greatest(f.created_at, c.down_since)
          < ${scope.now.toISOString()}::timestamptz - make_interval(hours => ${patienceHours})
      order by f.message_id
      limit ${atOnce}
      for update of f skip locked)
    delete from file_fetches f
    using late
    where f.company_id = current_company() and f.message_id = late.message_id
    returning f.message_id as id`,
  );
  if (gone.length > 0)
    await markGone(
      scope,
      gone.map(({ id }) => id),
    );
  return gone.length;
}
