import { reasonText } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { CompanyRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import { placeInQueues } from '../tickets/release.actions.ts';

const atOnce = 500;
const LateRow = z.object({ id: z.int(), queueId: z.int(), minutes: z.int() });

export const redirection: CronJob[] = [{ name: 'tickets.redirect', pattern: '* * * * *', run: redirectWaiting }];

/** "Queue redirection (queue id, minutes)": what waits without a queue for longer than its connection allows goes to the queue it names. */
export async function redirectWaiting(platform: Platform): Promise<void> {
  const companies = await acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      CompanyRow,
      `
        select distinct company_id
        from connections
        where time_send_queue > 0 and send_id_queue > 0 and removed_at is null`,
    );
    return rows.map(({ company_id }) => company_id);
  });
  for (const companyId of companies) while ((await inScope(platform, { companyId }, redirectSome)) === atOnce);
}

async function redirectSome(scope: Scope): Promise<number> {
  const late = await rowsOf(
    scope.tx,
    LateRow,
    sql`
    select t.id, q.id as "queueId", w.time_send_queue as minutes
    from connections w
    join queues q on q.company_id = w.company_id and q.id = w.send_id_queue
    join tickets t on t.company_id = w.company_id and t.connection_id = w.id and t.status = 'pending' and t.place = 0
      and t.updated_at <= ${scope.now.toISOString()}::timestamptz - make_interval(mins => w.time_send_queue)
    where w.company_id = current_company() and w.time_send_queue > 0 and w.removed_at is null
    order by t.id limit ${atOnce} for update of t skip locked`,
  );
  if (late.length > 0) {
    const places = late.map(({ id, queueId, minutes }) => ({ id, queueId, why: reasonText('nobodyTook', { minutes }) }));
    await placeInQueues(scope, places);
  }
  return late.length;
}
