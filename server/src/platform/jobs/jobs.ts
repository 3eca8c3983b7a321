import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { connectionTimeouts, sql } from '../database/database.ts';
import type { Platform, Scope } from '../database/scope.ts';
import { inContext } from '../work-context.ts';
import { startCron } from './cron.ts';
import { JobRunner, type JobTask, type JobWeight } from './job-runner.ts';
import { openJobTable } from './job-table.ts';

/** A background job with validated data for one company. It may run twice, so `run` must be idempotent. */
export type Job<D extends z.ZodType = z.ZodType> = {
  name: string;
  data: D;
  run: (platform: Platform, companyId: number, data: z.output<D>) => Promise<void>;
  /** Jobs that may take minutes are heavy and never delay light ones. */
  weight: JobWeight;
};

export function defineJob<D extends z.ZodType>(name: string, data: D, run: Job<D>['run'], weight: JobWeight = 'light'): Job<D> {
  // What a job writes into the log says which job it was, and for whom.
  const named: Job<D>['run'] = (platform, companyId, given) => inContext({ job: name, companyId }, () => run(platform, companyId, given));
  return { name, data, run: named, weight };
}

/** The same for repeated work. */
export const inCronContext = (cron: CronJob): CronJob => ({
  ...cron,
  run: (platform) => inContext({ job: cron.name }, () => cron.run(platform)),
});

/** Repeated work of the platform itself, at the minutes of a cron pattern. */
export type CronJob = { name: string; pattern: string; run: (platform: Platform) => Promise<void>; weight?: JobWeight };

/** Topic for new jobs. Lost hints are covered by polling every two seconds. */
export const jobsTopic = 'jobs';

/** Queued in the caller's transaction: no job without its change, no change without its job. A key replaces the job waiting under it. */
export async function enqueue<D extends z.ZodType>(
  scope: Scope,
  job: Pick<Job<D>, 'name' | 'data'>,
  data: z.input<D>,
  { runAt = scope.now, key }: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const companyKey = key === undefined ? null : `${scope.companyId}:${job.name}:${key}`;
  await scope.tx.execute(sql`select enqueue_job(${job.name}, ${JSON.stringify(job.data.parse(data))}::json, ${runAt}, ${companyKey})`);
  scope.wake(jobsTopic);
}

const Envelope = z.object({ companyId: z.int(), data: z.unknown() });

type Work = {
  jobs: Job[];
  crons: CronJob[];
  /** After this time without a heartbeat a process counts as dead and its jobs are restarted. */
  lockSeconds: number;
};

export type RunningJobs = {
  /** Those that run may end within this time; then they are given back, and what they have started is ended. */
  stop(graceMilliseconds?: number, hurry?: AbortSignal): Promise<void>;
};

/** Run jobs as they come due. The pool behind it reaches the job tables and nothing else of use: jobs open their own scopes. */
export async function startJobs(platform: Platform, url: string, { jobs, crons, lockSeconds }: Work): Promise<RunningJobs> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    application_name: 'prosa_jobs',
    connectionTimeoutMillis: 10_000,
    ...connectionTimeouts,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const table = openJobTable(pool, `prosa-${randomBytes(9).toString('hex')}`);
  const runner = new JobRunner({ table, tasks: tasksOf(platform, jobs, crons), log: platform.log, lockSeconds });
  const look = () => runner.look();
  const stopHearing = platform.wake.on(jobsTopic, look, look);
  const scheduled = () => platform.wake.announce(jobsTopic, 0);
  const cron = startCron({ pool, items: crons, log: platform.log, scheduled });
  return {
    async stop(graceMilliseconds = 5_000, hurry) {
      stopHearing();
      await Promise.all([cron.stop(), runner.stop(graceMilliseconds, hurry)]);
      await pool.end();
    },
  };
}

function tasksOf(platform: Platform, jobs: Job[], crons: CronJob[]): JobTask[] {
  const ofCompanies = jobs.map(({ name, weight, data: shape, run }) => ({
    name,
    weight,
    run: async (payload: unknown) => {
      const { companyId, data } = Envelope.parse(payload);
      await run(platform, companyId, shape.parse(data));
    },
  }));
  const ofPlatform = crons.map(({ name, weight = 'light', run }) => ({ name, weight, run: () => run(platform) }));
  return [...ofCompanies, ...ofPlatform];
}
