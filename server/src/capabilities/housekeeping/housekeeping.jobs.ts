import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';

const eventHours = 48;
const keyHours = 48;

/** What may be forgotten is forgotten in the night hours of nobody: often and little at a time. */
export const housekeeping: CronJob[] = [
  { name: 'housekeeping.forget', pattern: '*/10 * * * *', run: forget },
  { name: 'housekeeping.fold-totals', pattern: '* * * * *', run: foldTotals },
  {
    name: 'housekeeping.sweep-files',
    pattern: '17 * * * *',
    run: async (platform) => void (await platform.storage.sweep(platform.clock())),
  },
];

export async function forget(platform: Platform): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    await query(`delete from events where created_at < now() - make_interval(hours => ${eventHours})`);
    await query(`delete from idempotency_keys where created_at < now() - make_interval(hours => ${keyHours})`);
    await query(`delete from public_idempotency_keys where created_at < now() - make_interval(hours => ${keyHours})`);
    await query(`delete from sessions where expires_at < now() - interval '1 day'`);
    // A used token that is not known any more ends its session just the same; an unused one has expired by then.
    await query(`delete from session_refresh_tokens where issued_at < now() - interval '8 days' or used_at < now() - interval '1 day'`);
    await query(`delete from known_sources where seen_at < now() - make_interval(days => case kind when 'address' then 30 else 400 end)`);
    await query('delete from rate_limits where ends_at < now()');
  });
}

/** Many small differences become one row for each place that tickets stand in. */
export async function foldTotals(platform: Platform): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    await query(`with folded as (delete from ticket_totals returning company_id, status, queue_id, user_id, tickets)
      insert into ticket_totals (company_id, status, queue_id, user_id, tickets)
      select company_id, status, queue_id, user_id, sum(tickets) from folded group by 1, 2, 3, 4 having sum(tickets) <> 0`);
  });
}
