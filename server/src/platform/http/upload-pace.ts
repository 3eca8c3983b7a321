import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FairScheduler } from '../database/fair-scheduler.ts';

/** Each file is written out to the disk that the database waits for too. A small one counts as this much. */
const minBytes = 256 * 1024;
const bytesPerSecond = 4 * 1024 * 1024;
const secondsBurst = 2;

/** Until when a company has used up what it may bring in, by its share. */
const budgetUsedUntil = new WeakMap<FairScheduler, Map<number, number>>();

const wallClock = { now: () => performance.now(), sleep: async (milliseconds: number): Promise<unknown> => sleep(milliseconds) };

/**
 * The same stream, no faster than a company's share while other companies are about: two seconds' worth at once, then as it comes
 * back. Its sender waits by itself, since what is not read here is not taken from the line either.
 */
export function throttled(turns: FairScheduler, companyId: number, source: Readable, clock = wallClock): Readable {
  const companies = budgetUsedUntil.get(turns) ?? new Map<number, number>();
  budgetUsedUntil.set(turns, companies);
  const spend = async (bytes: number) => {
    const now = clock.now();
    const until = Math.max(now, companies.get(companyId) ?? 0) + (bytes / bytesPerSecond) * 1000;
    companies.set(companyId, until);
    const wait = until - secondsBurst * 1000 - now;
    if (wait > 0 && turns.hasOthers(companyId)) await clock.sleep(wait);
  };
  async function* slowly(): AsyncGenerator<Buffer> {
    await spend(minBytes);
    let free = minBytes;
    for await (const chunk of source) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      const counted = Math.max(0, bytes.length - free);
      free = Math.max(0, free - bytes.length);
      if (counted > 0) await spend(counted);
      yield bytes;
    }
    for (const [id, until] of companies) if (until < clock.now()) companies.delete(id);
  }
  return Readable.from(slowly(), { objectMode: false });
}
