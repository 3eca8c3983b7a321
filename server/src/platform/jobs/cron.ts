import { parseCronItems } from 'graphile-worker';
import type pg from 'pg';
import { isConnectionLost } from '../database/database.ts';
import type { Logger } from '../log.ts';

const minute = 60_000;
const retryInterval = 1_000;
/** Runs missed during a database outage are made up once, within this time. */
const maxMissed = 60;

/** Queues each of them once for a minute, whichever node comes first; one that still waits is not queued twice. */
const schedule = `
  with due as (select * from unnest($1::text[], $2::timestamptz[]) as d (name, at)),
  first_here as (
    insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
    select name, at, at from due
    on conflict (identifier) do update set last_execution = excluded.last_execution
    where known.last_execution is null or known.last_execution < excluded.last_execution
    returning identifier)
  select graphile_worker.add_job(due.name, '{}'::json, run_at => due.at, job_key => 'cron:' || due.name)
  from due join first_here on first_here.identifier = due.name`;

type Options = { pool: pg.Pool; items: Array<{ name: string; pattern: string }>; log: Logger; scheduled: () => void };

/** Queues repeated work at its minutes (UTC). */
export function startCron({ pool, items, log, scheduled }: Options): { stop(): Promise<void> } {
  const matchers = parseCronItems(items.map(({ name, pattern }) => ({ task: name, match: pattern, options: { backfillPeriod: 0 } })));
  let done = Math.floor(Date.now() / minute);
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> = Promise.resolve();
  let stopped = false;

  /** The latest of the minutes since the last look that its pattern names. */
  function dueSince(from: number, to: number): Map<string, Date> {
    const due = new Map<string, Date>();
    for (let at = Math.max(from + 1, to - maxMissed); at <= to; at += 1) {
      const time = new Date(at * minute);
      const digest = {
        min: time.getUTCMinutes(),
        hour: time.getUTCHours(),
        date: time.getUTCDate(),
        month: time.getUTCMonth() + 1,
        dow: time.getUTCDay(),
      };
      for (const { task, match } of matchers) if (match(digest)) due.set(task, time);
    }
    return due;
  }

  async function tick(): Promise<void> {
    const now = Math.floor(Date.now() / minute);
    if (now <= done) return;
    const due = dueSince(done, now);
    if (due.size > 0) {
      await pool.query(schedule, [[...due.keys()], [...due.values()]]);
      scheduled();
    }
    done = now;
  }

  function next(milliseconds: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      ticking = tick().then(
        () => next(untilNext()),
        (error: unknown) => {
          if (!isConnectionLost(error)) log.error({ err: error, source: 'jobs' }, 'repeated work could not be queued');
          next(retryInterval);
        },
      );
    }, milliseconds);
  }

  // Not later than a second, whatever happens to the clock meanwhile: the comparison costs nothing.
  const untilNext = () => Math.min(1_000, minute - (Date.now() % minute) + 1);
  next(untilNext());
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}
