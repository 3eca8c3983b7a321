import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { forgetKeys } from '../../platform/http/idempotency.ts';
import { forgetLimits } from '../../platform/http/limits-postgres.ts';
import { forgetPublicKeys } from '../../platform/http/public-keys.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import { forgetEvents } from '../../platform/live/events.ts';
import { forgetLookups } from '../bills/bill-lookups.actions.ts';
import { forgetLedger } from '../connections/ledger.actions.ts';
import { forgetSessions } from '../session/forgetting.actions.ts';
import { compactTotals } from '../tickets/ticket-totals.actions.ts';
import { forgetDeliveries } from '../webhooks/sending.actions.ts';

/** What may be forgotten is forgotten in the night hours of nobody: often and little at a time, by whoever owns it. */
export const housekeeping: CronJob[] = [
  { name: 'housekeeping.forget', pattern: '*/10 * * * *', run: deleteExpired },
  { name: 'housekeeping.fold-totals', pattern: '* * * * *', run: compactTotals },
  {
    name: 'housekeeping.sweep-files',
    pattern: '17 * * * *',
    run: async (platform) => void (await platform.storage.sweep(platform.clock())),
  },
];

export async function deleteExpired(platform: Platform): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    const all = [forgetEvents, forgetKeys, forgetPublicKeys, forgetSessions, forgetLimits, forgetLedger, forgetLookups, forgetDeliveries];
    for (const forgetOld of all) await forgetOld(query);
  });
}
