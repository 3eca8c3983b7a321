import { auditRetention } from '../../platform/database/audit.ts';
import { isConnectionLost } from '../../platform/database/database.ts';
import type { Forgetting } from '../../platform/database/forgetting.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { forgetKeys } from '../../platform/http/idempotency.ts';
import { forgetLimits } from '../../platform/http/limits-postgres.ts';
import { forgetPublicKeys } from '../../platform/http/public-keys.ts';
import { jobSignal } from '../../platform/jobs/job-signal.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import { forgetEvents } from '../../platform/live/events.ts';
import { forgetLookups } from '../bills/bill-lookups.actions.ts';
import { forgetLedger, forgetPairing } from '../connections/ledger.actions.ts';
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

const everything: Forgetting[] = [
  forgetEvents,
  forgetKeys,
  forgetPublicKeys,
  ...forgetSessions,
  forgetLimits,
  forgetLedger,
  forgetPairing,
  forgetLookups,
  forgetDeliveries,
  auditRetention,
];
const rowsAtOnce = 5_000;
/** What is still left then waits for the next time. */
const runMilliseconds = 60_000;

/**
 * Some of each kind in turn, in a transaction of its own, until nothing is left: after a burst none takes too long to be deleted, and
 * one that can not be deleted keeps back no other.
 */
export async function deleteExpired(platform: Platform): Promise<void> {
  const ends = performance.now() + runMilliseconds;
  for (let left = everything; left.length > 0; ) {
    const goOn: Forgetting[] = [];
    for (const kind of left) {
      if (performance.now() > ends || jobSignal()?.aborted) return;
      if (await deleteSome(platform, kind)) goOn.push(kind);
    }
    left = goOn;
  }
}

/** Whether there may be more. */
async function deleteSome(platform: Platform, { table, statement }: Forgetting): Promise<boolean> {
  try {
    return await acrossCompanies(platform, async (_tx, query) => (await query(statement, [rowsAtOnce])).rowCount === rowsAtOnce);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    platform.log.error({ err: error, table }, 'what is old could not be deleted');
    return false;
  }
}
