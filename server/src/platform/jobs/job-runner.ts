import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { withJobSignal } from './job-signal.ts';
import type { JobTable, TakenJob } from './job-table.ts';

/** Light: short, and somebody waits for it. Heavy: may take minutes. */
export type JobWeight = 'light' | 'heavy';
export type JobTask = { name: string; weight: JobWeight; run: (payload: unknown) => Promise<void> };

/** At most so many at once, in all and of each kind: neither kind ever takes the last place of the other. */
const places = { all: 4, light: 3, heavy: 2 };
const pollInterval = 2_000;
/** Of so many companies it is remembered when they were served. */
const maxTurns = 1_000;
/** A job whose database went away is tried again soon, and it is not counted against it. */
const retryAfterLostConnection = 2;
const afterAbort = 500;

type Running = { job: TakenJob; weight: JobWeight; ends: Promise<void>; give: AbortController };
type Options = { table: JobTable; tasks: JobTask[]; log: Logger; lockSeconds: number };

/** Runs due jobs with limited concurrency. Database outages do not stop it: it retries. */
export class JobRunner {
  private readonly running = new Map<number, Running>();
  private readonly turns = new Map<number, number>();
  private readonly hasNone: Record<JobWeight, boolean> = { light: false, heavy: false };
  private readonly poll: NodeJS.Timeout;
  private readonly beat: NodeJS.Timeout;
  private turn = 0;
  private filling: Promise<void> | undefined;
  private beating: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private cutOff = false;

  constructor(private readonly options: Options) {
    this.poll = setInterval(() => this.look(), pollInterval);
    this.beat = setInterval(() => this.renew(), (options.lockSeconds * 1000) / 5);
    this.look();
  }

  /** There may be something new. */
  look(): void {
    this.hasNone.light = false;
    this.hasNone.heavy = false;
    this.fillSoon();
  }

  /** No new ones from now on; those that run may end within this time, and are then given back as if they had not begun. */
  async stop(graceMilliseconds: number, hurry?: AbortSignal): Promise<void> {
    this.stopped = true;
    clearInterval(this.poll);
    const over = new AbortController();
    const wait = sleep(graceMilliseconds, undefined, { signal: hurry ? AbortSignal.any([hurry, over.signal]) : over.signal });
    const ended = async () => {
      await this.filling;
      await Promise.all([...this.running.values()].map(({ ends }) => ends));
    };
    await Promise.race([ended(), wait.catch(() => undefined)]);
    over.abort();
    await this.giveUp([...this.running.values()]);
    clearInterval(this.beat);
    await this.beating;
  }

  private async giveUp(left: Running[]): Promise<void> {
    if (left.length === 0) return;
    for (const { give } of left) give.abort(new Error('the server stops'));
    // Child processes (ffmpeg) are ended first, before the job is released.
    await Promise.race([Promise.all(left.map(({ ends }) => ends)), sleep(afterAbort, undefined, { ref: false })]);
    await this.options.table.giveBack(left.map(({ job }) => job.id)).catch(() => undefined);
  }

  private fillSoon(): void {
    if (this.stopped) return;
    this.again = true;
    this.filling ??= this.fill().finally(() => {
      this.filling = undefined;
      if (this.again) this.fillSoon();
    });
  }

  private async fill(): Promise<void> {
    this.again = false;
    try {
      for (const weight of ['light', 'heavy'] as const) while (this.hasPlace(weight) && (await this.takeOne(weight)));
      if (this.cutOff) this.options.log.info({ source: 'jobs' }, 'jobs are done again');
      this.cutOff = false;
    } catch (error) {
      // The next look tries again; said once, not every two seconds.
      this.again = false;
      if (!this.cutOff) this.options.log.warn({ err: error, source: 'jobs' }, 'jobs can not be taken for now');
      this.cutOff = true;
    }
  }

  private hasPlace(weight: JobWeight): boolean {
    if (this.stopped || this.hasNone[weight] || this.running.size >= places.all) return false;
    return [...this.running.values()].filter((each) => each.weight === weight).length < places[weight];
  }

  private async takeOne(weight: JobWeight): Promise<boolean> {
    const tasks = this.options.tasks.filter((task) => task.weight === weight);
    const job =
      tasks.length === 0
        ? undefined
        : await this.options.table.take(
            tasks.map(({ name }) => name),
            this.turns,
          );
    const task = tasks.find(({ name }) => name === job?.name);
    this.hasNone[weight] = job === undefined;
    if (job === undefined || task === undefined) return false;
    this.recordServed(job.companyId);
    const give = new AbortController();
    const ends = this.runJob(job, task, give.signal).finally(() => {
      this.running.delete(job.id);
      this.fillSoon();
    });
    this.running.set(job.id, { job, weight, ends, give });
    return true;
  }

  private recordServed(companyId: number): void {
    this.turn += 1;
    this.turns.delete(companyId);
    this.turns.set(companyId, this.turn);
    const [oldest] = this.turns.keys();
    if (this.turns.size > maxTurns && oldest !== undefined) this.turns.delete(oldest);
  }

  /** Never rejects. */
  private async runJob(job: TakenJob, task: JobTask, given: AbortSignal): Promise<void> {
    const { table, log } = this.options;
    const outcome = await withJobSignal(given, () => task.run(job.payload)).then(
      () => ({ failed: false, error: undefined }),
      (error: unknown) => ({ failed: true, error }),
    );
    if (given.aborted) return;
    const { error } = outcome;
    if (!outcome.failed) return this.note(given, () => table.complete(job.id));
    if (isConnectionLost(error)) return this.note(given, () => table.giveBack([job.id], retryAfterLostConnection));
    const last = job.attempts >= job.maxAttempts ? ' for the last time' : '';
    log.error(
      { err: error, source: 'jobs', job: job.id, companyId: job.companyId, attempts: job.attempts },
      `job ${job.name} failed${last}`,
    );
    // The name of the error alone: what it says may repeat what people wrote.
    await this.note(given, () => table.fail(job.id, error instanceof Error ? error.name : 'unknown'));
  }

  /** Retries until the database has recorded it, or the job's lock has expired. */
  private async note(given: AbortSignal, deed: () => Promise<void>): Promise<void> {
    const { lockSeconds, log } = this.options;
    const ends = performance.now() + lockSeconds * 1000;
    for (;;) {
      try {
        return await deed();
      } catch (error) {
        if (given.aborted) return;
        if (!isConnectionLost(error) || performance.now() > ends)
          return log.warn({ err: error, source: 'jobs' }, 'what became of a job could not be noted: it may be done twice');
        await sleep(250, undefined, { signal: given }).catch(() => undefined);
      }
    }
  }

  private renew(): void {
    // While the database is away nobody can do anything about it; the next beat tries again.
    this.beating ??= this.options.table
      .renew([...this.running.keys()], this.options.lockSeconds)
      .catch(() => undefined)
      .finally(() => {
        this.beating = undefined;
      });
  }
}
