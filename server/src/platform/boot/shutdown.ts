import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';

/** How much time a closer may take, and a signal when somebody wants it over at once. */
export type Time = { milliseconds: number; hurry: AbortSignal };
export type Closer = (time: Time) => Promise<void>;

/**
 * First what other nodes could take over at once; then whatever works, side by side; then what everything stands on, the last
 * opened first.
 */
type Stage = 'leases' | 'work' | 'base';

/** Parts of the whole time: when at the latest a stage is over. What is left belongs to the database's own last words. */
const overAt: Record<Stage, number> = { leases: 0.25, work: 0.6, base: 1 };
const stages: Stage[] = ['leases', 'work', 'base'];
/** Of the base, all but the last (the embedded database) have little to do. */
const baseShare = 0.1;
const inAHurry = 300;

/** What was opened, closed in stages within a bounded time. One that fails or hangs does not keep the others from closing. */
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
    const left = (stage: Stage) => Math.max(inAHurry, total * overAt[stage] - (performance.now() - begun));
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

/** Rejects when the time is over, and soon after somebody is in a hurry. The closer itself was told both. */
async function withinTime(closing: Promise<void>, milliseconds: number, hurry: AbortSignal): Promise<void> {
  closing.catch(() => undefined);
  const over = new AbortController();
  // A little longer than the closer was told: it may have something to say at its end.
  const late = sleep(milliseconds + inAHurry, undefined, { signal: over.signal });
  const hurried = new Promise<void>((resolve) => {
    const soon = () => void sleep(inAHurry * 4, undefined, { signal: over.signal }).then(resolve, () => undefined);
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
