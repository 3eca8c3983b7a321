import { z } from 'zod';
import type { Provider } from '../../channels/port.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { jobSignal } from '../../platform/jobs/job-signal.ts';
import { defineJob, enqueue, type Job } from '../../platform/jobs/jobs.ts';
import { askWhetherReachable, findDefaultConnection } from '../contacts/reachability.ts';
import { finishImport, importBatch } from './imports.actions.ts';
import { findUnchecked, nextCheckIn, storeChecks, type Unchecked } from './number-checks.actions.ts';

const ImportRequest = z.object({ importId: z.int(), listId: z.int() });
const CheckRequest = z.object({ listId: z.int() });

/** So many at a time, and a rest after them: a number that asks about thousands in a minute is blocked by the network. */
const numbersPerTurn = 20;
const restMillisecondsEach = 250;
/** Others wait for the place that a turn takes, and a channel may be slow. */
const turnMilliseconds = 5_000;

export const queueCheck = (scope: Scope, job: Job<typeof CheckRequest>, listId: number, inSeconds = 0) =>
  enqueue(scope, job, { listId }, { key: String(listId), runAt: new Date(scope.now.getTime() + inSeconds * 1000) });

/** Takes in what waits of a sheet, batch by batch. Whenever it dies, the next run goes on where it was. */
export const sheetImport = (check: Job<typeof CheckRequest>): Job<typeof ImportRequest> =>
  defineJob(
    'contact-lists.import',
    ImportRequest,
    async (platform, companyId, { importId, listId }) => {
      while ((await inScope(platform, { companyId }, (scope) => importBatch(scope, importId))) !== undefined) jobSignal()?.throwIfAborted();
      await inScope(platform, { companyId }, async (scope) => {
        await finishImport(scope, importId);
        await queueCheck(scope, check, listId);
      });
    },
    'heavy',
  );

/** When a company's numbers may be asked about again: whoever adds people meanwhile does not make it sooner. */
const restsUntil = new Map<number, number>();

const secondsOfRest = (companyId: number) => Math.max(0, ((restsUntil.get(companyId) ?? 0) - performance.now()) / 1000);

/**
 * Asks the channel about the numbers of a list, at a pace; what is known is in the rows, so it goes on wherever it was. It rests
 * between two jobs and not inside one, where the jobs of others would wait for it.
 */
export const numberCheck = (providers: Record<string, Provider>): Job<typeof CheckRequest> => {
  const job: Job<typeof CheckRequest> = defineJob(
    'contact-lists.check',
    CheckRequest,
    async (platform, companyId, { listId }) => {
      const { unchecked, connection } = await inScope(platform, { companyId }, async (scope) => ({
        unchecked: await findUnchecked(scope, listId, numbersPerTurn),
        connection: await findDefaultConnection(scope),
      }));
      const ask = ({ number }: Unchecked) => askWhetherReachable(providers, companyId, connection, number);
      if (secondsOfRest(companyId) === 0) {
        restsUntil.set(companyId, performance.now() + turnMilliseconds);
        const asked = await checkNumbers(platform, companyId, listId, unchecked, ask);
        restsUntil.set(companyId, performance.now() + asked * restMillisecondsEach);
      }
      await inScope(platform, { companyId }, async (scope) => {
        const inSeconds = await nextCheckIn(scope, listId);
        if (inSeconds !== undefined) await queueCheck(scope, job, listId, Math.max(secondsOfRest(companyId), inSeconds));
      });
    },
    'heavy',
  );
  return job;
};

/** How many were asked about. */
async function checkNumbers(
  platform: Platform,
  companyId: number,
  listId: number,
  unchecked: Unchecked[],
  ask: (item: Unchecked) => ReturnType<typeof askWhetherReachable>,
): Promise<number> {
  const told: Array<Unchecked & { reachable: Awaited<ReturnType<typeof ask>> }> = [];
  const ends = performance.now() + turnMilliseconds;
  for (const item of unchecked) {
    if (jobSignal()?.aborted || performance.now() > ends) break;
    told.push({ ...item, reachable: await ask(item) });
  }
  if (told.length > 0) await inScope(platform, { companyId }, (scope) => storeChecks(scope, listId, told));
  return told.length;
}
