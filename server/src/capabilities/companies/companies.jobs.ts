import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { jobSignal } from '../../platform/jobs/job-signal.ts';
import { type CronJob, defineJob, enqueue } from '../../platform/jobs/jobs.ts';
import { emptyCompany, TimeIsUp } from './company-removal.actions.ts';
import { foldUsage } from './overview.queries.ts';

/** A run ends after this time and puts the rest behind the jobs of others: a large company keeps no worker for itself. */
const runMilliseconds = 10_000;
const pauseMilliseconds = 1_000;

/** Takes away the rows and files of a company that was deleted; as often as it takes, and after any crash. */
export const companyRemoval = defineJob(
  'companies.remove',
  z.object({}),
  async (platform, companyId) => {
    const until = performance.now() + runMilliseconds;
    const goOn = () => {
      if (performance.now() > until || jobSignal()?.aborted) throw new TimeIsUp('the rest is for the next run');
    };
    try {
      await emptyCompany(platform, companyId, goOn);
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      const runAt = new Date(Date.now() + pauseMilliseconds);
      await inScope(platform, { companyId }, (scope) => scheduleRemoval(scope, runAt));
    }
  },
  'heavy',
);

export const scheduleRemoval = (scope: Scope, runAt?: Date) =>
  enqueue(scope, companyRemoval, {}, { key: 'remove', ...(runAt && { runAt }) });

/** A removal whose job failed too often, or was lost, is taken up again. */
export async function resumeRemovals(platform: Platform): Promise<void> {
  const waiting = await acrossCompanies(platform, (tx) =>
    rowsOf(tx, IdRow, sql`select id from companies where deleted_at < now() - interval '1 hour'`),
  );
  for (const { id: companyId } of waiting) await inScope(platform, { companyId }, (scope) => scheduleRemoval(scope));
}

export const companyCrons: CronJob[] = [
  { name: 'companies.resume-removals', pattern: '7 * * * *', run: resumeRemovals },
  { name: 'companies.fold-usage', pattern: '* * * * *', run: foldUsage },
];
