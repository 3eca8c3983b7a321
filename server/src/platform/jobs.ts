import { EventEmitter } from 'node:events';
import { type CronItem, Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';
import { patientLine, sql } from './database.ts';
import type { Platform, Scope } from './scope.ts';
import { inContext } from './work-context.ts';

/** Work done later, by name, with checked data, for one company. It may run twice: write `run` so that twice is harmless. */
export type Job<D extends z.ZodType = z.ZodType> = {
  name: string;
  data: D;
  run: (platform: Platform, companyId: number, data: z.output<D>) => Promise<void>;
};

export function defineJob<D extends z.ZodType>(name: string, data: D, run: Job<D>['run']): Job<D> {
  // What a job writes into the log says which job it was, and for whom.
  return { name, data, run: (platform, companyId, given) => inContext({ job: name, companyId }, () => run(platform, companyId, given)) };
}

/** The same for repeated work. */
export const inCronContext = (cron: CronJob): CronJob => ({
  ...cron,
  run: (platform) => inContext({ job: cron.name }, () => cron.run(platform)),
});

/** Repeated work of the platform itself, at the minutes of a cron pattern. */
export type CronJob = { name: string; pattern: string; run: (platform: Platform) => Promise<void> };

/** Queued in the caller's transaction: no job without its change, no change without its job. A key replaces the job waiting under it. */
export async function enqueue<D extends z.ZodType>(
  scope: Scope,
  job: Job<D>,
  data: z.input<D>,
  { runAt = scope.now, key }: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const companyKey = key === undefined ? null : `${scope.companyId}:${job.name}:${key}`;
  await scope.tx.execute(sql`select enqueue_job(${job.name}, ${JSON.stringify(job.data.parse(data))}::json, ${runAt}, ${companyKey})`);
}

const Envelope = z.object({ companyId: z.int(), data: z.unknown() });

type Work = {
  jobs: Job[];
  crons: CronJob[] /** After so long a silence a process counts as dead, and its jobs are begun anew. */;
  lockSeconds: number;
};

/** Run jobs as they come due. The pool behind it reaches the job tables and nothing else of use: jobs open their own scopes. */
export async function startJobs(platform: Platform, url: string, { jobs, crons, lockSeconds }: Work): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 6,
    application_name: 'prosa_jobs',
    connectionTimeoutMillis: 10_000,
    ...patientLine,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const tasks: TaskList = {};
  for (const job of jobs) {
    tasks[job.name] = async (payload) => {
      const { companyId, data } = Envelope.parse(payload);
      await job.run(platform, companyId, job.data.parse(data));
    };
  }
  for (const cron of crons) tasks[cron.name] = () => cron.run(platform);
  const items: CronItem[] = crons.map(({ name, pattern }) => ({
    task: name,
    match: pattern,
    options: { backfillPeriod: 0 },
  }));
  const locks = keepLocks(pool, lockSeconds);
  const runner: Runner = await run({
    pgPool: pool,
    events: locks.events,
    concurrency: 4,
    noHandleSignals: true,
    taskList: tasks,
    parsedCronItems: parseCronItems(items),
    logger: quietLogger(platform),
  });
  runner.promise.catch((error: unknown) => platform.log.error({ err: error }, 'the job runner stopped'));
  return {
    async stop() {
      await runner.stop();
      await locks.stop();
      await pool.end();
    },
  };
}

/**
 * Left alone, the runner believes a process that died for four hours. So each process says again and again that it lives, by the
 * time of its locks, and frees those of which nobody said so. Whoever was only slow may find its job done twice, which is harmless.
 */
function keepLocks(pool: pg.Pool, seconds: number) {
  const events: WorkerEvents = new EventEmitter();
  const owners: string[] = [];
  events.on('pool:create', ({ workerPool }) => void owners.push(workerPool.id));
  let beating: Promise<unknown> = Promise.resolve();
  // While the database is away nobody can do anything about it; the next beat tries again.
  const beat = () => pool.query(lockBeat, [owners, seconds]).catch(() => undefined);
  const timer = setInterval(
    () => {
      beating = beat();
    },
    (seconds * 1000) / 5,
  );
  return {
    events,
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}

const lockBeat = `
  with alive as (
    update graphile_worker._private_jobs set locked_at = now() where locked_by = any($1::text[])),
  begun_by_the_dead as (
    update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
    where locked_at < now() - make_interval(secs => $2) and locked_by <> all($1::text[]))
  select`;

/** What failed and why, as everywhere else: the runner's own sentence would repeat the error, and with it what the job was about. */
function quietLogger(platform: Platform): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const failure: unknown = meta?.error;
    const fields = { source: 'jobs', ...(failure instanceof Error && { err: failure }) };
    const said = (message.split(' with error', 1)[0] ?? '').slice(0, 500);
    if (level === 'error') platform.log.error(fields, said);
    else platform.log.warn(fields, said);
  });
}
