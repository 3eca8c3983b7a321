import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { unlessBackupRuns } from '../../platform/database/backup-lock.ts';
import { sql } from '../../platform/database/database.ts';
import type { ErasureStep } from '../../platform/database/erasure.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { jobSignal } from '../../platform/jobs/job-signal.ts';
import { type CronJob, defineJob, enqueue, type Job } from '../../platform/jobs/jobs.ts';
import { eraseBatch, finishErasure, noteErasedFiles } from './erasures.actions.ts';

/** The erasure steps of all capabilities and the work that the job does beside its own statements. */
export type ErasureParts = {
  steps: ErasureStep[];
  eraseFiles: (platform: Platform, companyId: number, mediaIds: number[]) => Promise<number>;
};

/** A run ends after this time and leaves the rest to the next one, so that a large contact keeps no worker for itself. */
const runMilliseconds = 10_000;
const pauseMilliseconds = 1_000;
const filesPerBatch = 50;

/** Ends a run before its next batch. */
export class ErasurePaused extends Error {}

/** The code that enqueues the job knows no steps: all capabilities contribute them. */
const erasureRequest = { name: 'contacts.erase', data: z.object({ erasureId: z.int() }) };

export const enqueueErasure = (scope: Scope, erasureId: number, runAt?: Date) =>
  enqueue(scope, erasureRequest, { erasureId }, { key: String(erasureId), ...(runAt && { runAt }) });

/** Erases what a deleted contact left behind. Every batch is its own transaction, so the job continues where it was after a crash. */
export const erasureJob = (parts: ErasureParts): Job<typeof erasureRequest.data> =>
  defineJob(
    erasureRequest.name,
    erasureRequest.data,
    async (platform, companyId, { erasureId }) => {
      const until = performance.now() + runMilliseconds;
      const continueOrPause = () => {
        if (performance.now() > until || jobSignal()?.aborted) throw new ErasurePaused('the next run does the rest');
      };
      try {
        await runErasure(platform, { companyId, erasureId }, parts, continueOrPause);
      } catch (error) {
        if (!(error instanceof ErasurePaused)) throw error;
        const runAt = new Date(Date.now() + pauseMilliseconds);
        await inScope(platform, { companyId }, (scope) => enqueueErasure(scope, erasureId, runAt));
      }
    },
    'heavy',
  );

type ErasureRef = { companyId: number; erasureId: number };

/** Runs an erasure to its end. `continueOrPause` is called before each batch and throws to stop. */
export async function runErasure(
  platform: Platform,
  { companyId, erasureId }: ErasureRef,
  { steps, eraseFiles }: ErasureParts,
  continueOrPause: () => void,
): Promise<void> {
  for (;;) {
    continueOrPause();
    const left = await inScope(platform, { companyId }, (scope) => eraseBatch(scope, erasureId, steps));
    crashPoint('erasure.batch');
    if (left === 'done') return;
    if (left === 'steps') continue;
    const hasRun = await unlessBackupRuns(platform, async () => {
      for (let from = 0; from < left.mediaIds.length; from += filesPerBatch) {
        continueOrPause();
        const mediaIds = left.mediaIds.slice(from, from + filesPerBatch);
        const count = await eraseFiles(platform, companyId, mediaIds);
        crashPoint('erasure.files');
        await inScope(platform, { companyId }, (scope) => noteErasedFiles(scope, erasureId, mediaIds, count));
      }
    });
    if (!hasRun) throw new ErasurePaused('a backup reads the files');
    await inScope(platform, { companyId }, (scope) => finishErasure(scope, erasureId));
    return;
  }
}

const UnfinishedRow = z.object({ id: z.int(), companyId: z.int() });

/** Enqueues erasures again whose job was lost or failed too often. */
export const resumeErasures: CronJob = {
  name: 'contacts.resume-erasures',
  pattern: '13 * * * *',
  run: async (platform) => {
    const unfinished = await acrossCompanies(platform, (tx) =>
      rowsOf(
        tx,
        UnfinishedRow,
        sql`
          select id, company_id as "companyId"
          from erasures
          where finished_at is null and requested_at < now() - interval '1 hour'
          order by requested_at
          limit 1000`,
      ),
    );
    for (const { id, companyId } of unfinished) await inScope(platform, { companyId }, (scope) => enqueueErasure(scope, id));
  },
};
