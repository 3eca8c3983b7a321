import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';

/** Time budget of a closer, and a signal to finish at once. */
export type TimeBudget = { milliseconds: number; hurry: AbortSignal };
export type Closer = (time: TimeBudget) => Promise<void>;

/** Leases first, so that other nodes can take over; then all workers in parallel; then the base, in reverse order of opening. */
type Stage = 'leases' | 'work' | 'base';

/** Fraction of the total time at which each stage must be over. The rest is for the shutdown of the database. */
const overAt: Record<Stage, number> = { leases: 0.25, work: 0.6, base: 1 };
const stages: Stage[] = ['leases', 'work', 'base'];
/** Of the base, all but the last (the embedded database) have little to do. */
const baseShare = 0.1;
const hurriedMilliseconds = 300;

/** Closes everything in stages within a time limit. A failing or hanging closer does not block the others. */
export class Shutdown {
  private readonly closers: Record<Stage, Array<{ name: string; close: Closer }>> = { leases: [], work: [], base: [] };
  private running: Promise<void> | undefined;

  add(stage: Stage, name: string, close: Closer): void {
    this.closers[stage].push({ name, close });
  }

  run(options: { seconds: number; hurry?: AbortSignal | undefined; log?: Logger | undefined }): Promise<void> {
    this.running ??= this.close(options.seconds * 1000, options.hurry ?? new AbortController().signal, options.log);
    return this.running;
  }

  private async close(total: number, hurry: AbortSignal, log: Logger | undefined): Promise<void> {
    const begun = performance.now();
    const left = (stage: Stage) => Math.max(hurriedMilliseconds, total * overAt[stage] - (performance.now() - begun));
    const bounded = async ({ name, close }: { name: string; close: Closer }, milliseconds: number) => {
      try {
        await withinTime(close({ milliseconds, hurry }), milliseconds, hurry);
      } catch (error) {
        log?.warn({ err: error, part: name }, 'a part of the server did not close as it should');
      }
    };
    for (const stage of stages.slice(0, 2)) await Promise.all(this.closers[stage].map((each) => bounded(each, left(stage))));
    for (const each of this.closers.base.toReversed())
      await bounded(each, each.name === 'database server' ? left('base') : Math.min(left('base'), total * baseShare));
  }
}

/** Rejects when the time is over, or soon after a request to hurry. The closer knows both limits. */
async function withinTime(closing: Promise<void>, milliseconds: number, hurry: AbortSignal): Promise<void> {
  closing.catch(() => undefined);
  const over = new AbortController();
  // Slightly longer than the closer's own limit, so that it can report its result.
  const late = sleep(milliseconds + hurriedMilliseconds, undefined, { signal: over.signal });
  const hurried = new Promise<void>((resolve) => {
    const soon = () => void sleep(hurriedMilliseconds * 4, undefined, { signal: over.signal }).then(resolve, () => undefined);
    if (hurry.aborted) soon();
    else hurry.addEventListener('abort', soon, { once: true, signal: over.signal });
  });
  const tooLong = Promise.race([late, hurried]).then(() => {
    throw new Error('it took too long');
  });
  tooLong.catch(() => undefined);
  try {
    await Promise.race([closing, tooLong]);
  } finally {
    over.abort();
  }
}
