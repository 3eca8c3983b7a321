import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { afterFailure, afterSuccess, type Bisection, nextBatchSize } from './bad-frame.rules.ts';
import { openTurns } from './company-turns.rules.ts';
import { BatchFailed, processInbox } from './inbox.actions.ts';
import { codeOf, mayBeFrameFault, recordFrameFailure } from './quarantine.actions.ts';

const WaitingRow = z.object({ companyId: z.int(), isDue: z.boolean() });

const pollInterval = 1_000;
/** Above this duration a turn counts as long. An ordinary batch takes a tenth of it. */
const longTurnMilliseconds = 300;
/** More turns at once than processors are not done sooner: each takes fewer frames, and a turn costs much that is not its frames. */
const places = Math.min(4, Math.max(2, availableParallelism()));

/** Processes the inbox: immediately on a hint, and by polling every second in case a hint was lost. */
export function startInbox(platform: Platform): { stop(): Promise<void> } {
  const turns = openTurns({ places, inAll: 12 });
  const running = new Set<Promise<void>>();
  const company = openCompanies(platform);
  let stopping = false;

  function offer(companyId: number): void {
    turns.offer(companyId);
    next();
  }

  function next(): void {
    for (let companyId = stopping ? undefined : turns.next(); companyId !== undefined; companyId = turns.next()) {
      const work = resumeContext({ work: 'inbox', companyId }, () => turn(companyId)).finally(() => {
        running.delete(work);
        next();
      });
      running.add(work);
    }
  }

  async function turn(companyId: number): Promise<void> {
    const begun = performance.now();
    const long = setTimeout(() => {
      turns.overdue(companyId);
      next();
    }, longTurnMilliseconds);
    const { wentWell, hasMore } = await company.work(companyId);
    clearTimeout(long);
    turns.over(companyId, wentWell && performance.now() - begun < longTurnMilliseconds);
    if (hasMore) turns.offer(companyId);
  }

  async function look(): Promise<void> {
    for (const { companyId, isDue } of await findWaiting(platform)) {
      if (isDue) company.noteDue(companyId);
      offer(companyId);
    }
  }

  const stopHearing = platform.wake.on('inbox', offer);
  const timer = setInterval(() => void look().catch(() => undefined), pollInterval);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      stopHearing();
      await Promise.all(running);
    },
  };
}

type Outcome = { wentWell: boolean; hasMore: boolean };

/** One batch per company at a time. When a batch fails, bisection finds the bad frame and the others continue. */
function openCompanies(platform: Platform) {
  const searches = new Map<number, Bisection>();
  const due = new Set<number>();

  const note = (companyId: number, search: Bisection | undefined) =>
    search ? void searches.set(companyId, search) : void searches.delete(companyId);

  async function takeNext(companyId: number): Promise<Outcome> {
    const search = searches.get(companyId);
    const limit = nextBatchSize(search);
    const { count, isCut } = await processInbox(platform, companyId, { limit });
    const left = afterSuccess(search, count, isCut);
    note(companyId, left);
    // A partial batch that was not cut means the inbox is empty; newer frames have their own hint.
    return { wentWell: left === undefined, hasMore: isCut || count === limit };
  }

  /** Retries one due frame alone, then continues with the others. */
  async function takeAgain(companyId: number): Promise<Outcome> {
    due.delete(companyId);
    await processInbox(platform, companyId, { limit: 1, again: true });
    return { wentWell: true, hasMore: true };
  }

  async function handleFailure(companyId: number, error: unknown, again: boolean): Promise<Outcome> {
    if (!mayBeFrameFault(error)) return { wentWell: false, hasMore: false };
    const inboxIds = error instanceof BatchFailed ? error.inboxIds : [];
    const failed = inboxIds.length || nextBatchSize(searches.get(companyId));
    if (failed === 1 || again) await recordFrameFailure(platform, companyId, { inboxId: inboxIds[0], again }, error);
    else platform.log.warn({ companyId, frames: failed, code: codeOf(error) }, 'an arrived batch could not be taken in');
    if (!again) note(companyId, afterFailure(failed));
    return { wentWell: false, hasMore: true };
  }

  return {
    noteDue: (companyId: number) => void due.add(companyId),
    async work(companyId: number): Promise<Outcome> {
      const again = due.has(companyId);
      try {
        return await (again ? takeAgain(companyId) : takeNext(companyId));
      } catch (error) {
        // If even that fails, the next poll retries it.
        return handleFailure(companyId, error, again).catch(() => ({ wentWell: false, hasMore: false }));
      }
    },
  };
}

/** Companies with waiting frames, and companies with a frame due for a retry. */
async function findWaiting(platform: Platform): Promise<Array<{ companyId: number; isDue: boolean }>> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      WaitingRow,
      `select company_id as "companyId", bool_or(retry_at is not null) as "isDue" from inbox
       where quarantined_at is null and (retry_at is null or retry_at <= $1) group by company_id`,
      [platform.clock()],
    );
    return rows;
  });
}
