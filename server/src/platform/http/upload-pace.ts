import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FairTurns } from '../database/fair-turns.ts';

/** Each file is written out to the disk that the database waits for too. A small one counts as this much. */
const leastBytes = 256 * 1024;
const bytesPerSecond = 4 * 1024 * 1024;
const secondsAtOnce = 2;

/** Until when a company has used up what it may bring in, by its share. */
const spentUntil = new WeakMap<FairTurns, Map<number, number>>();

/**
 * The same stream, no faster than a company's share while other companies are about: two seconds' worth at once, then as it comes
 * back. Its sender waits by itself, since what is not read here is not taken from the line either.
 */
export function paced(turns: FairTurns, companyId: number, source: Readable): Readable {
  const companies = spentUntil.get(turns) ?? new Map<number, number>();
  spentUntil.set(turns, companies);
  const spend = async (bytes: number) => {
    const now = performance.now();
    const until = Math.max(now, companies.get(companyId) ?? 0) + (bytes / bytesPerSecond) * 1000;
    companies.set(companyId, until);
    const wait = until - secondsAtOnce * 1000 - now;
    if (wait > 0 && turns.hasOthers(companyId)) await sleep(wait);
  };
  async function* slowly(): AsyncGenerator<Buffer> {
    await spend(leastBytes);
    let free = leastBytes;
    for await (const chunk of source) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      const counted = Math.max(0, bytes.length - free);
      free = Math.max(0, free - bytes.length);
      if (counted > 0) await spend(counted);
      yield bytes;
    }
    for (const [id, until] of companies) if (until < performance.now()) companies.delete(id);
  }
  return Readable.from(slowly(), { objectMode: false });
}
