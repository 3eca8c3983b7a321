import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { forgetKeys } from '../../platform/http/idempotency.ts';
import { forgetLimits } from '../../platform/http/limits-postgres.ts';
import { forgetPublicKeys } from '../../platform/http/public-keys.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import { forgetEvents } from '../../platform/live/events.ts';
import { forgetSessions } from '../session/forgetting.actions.ts';
import { foldTotals } from '../tickets/ticket-totals.actions.ts';

/** What may be forgotten is forgotten in the night hours of nobody: often and little at a time, by whoever owns it. */
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
    for (const forgetOld of [forgetEvents, forgetKeys, forgetPublicKeys, forgetSessions, forgetLimits]) await forgetOld(query);
  });
}
