import { Refusal } from '../errors.ts';
import { type Limiter, rateLimits } from './limits.ts';

/** A counter for wrong guesses, and how many may be checked concurrently. */
export type Bucket = { name: keyof typeof rateLimits; key: string; atOnce: number; onRight: 'giveBack' | 'clear' };

type Gate = { inside: number; waiting: Array<(refused: Refusal | undefined) => void> };
const maxWaiting = 1000;

export type Guess = <T>(buckets: readonly Bucket[], check: () => Promise<T>, isWrong: (error: unknown) => boolean) => Promise<T>;

/**
 * The one way to check what somebody might be guessing. A guess counts before it is checked, so that many at once gain nothing,
 * and is taken back unless it was wrong. Where all that is allowed is just being checked the next one waits for the outcome:
 * thirty right ones at once are all let in.
 */
export function openGuesses(limiter: Limiter): Guess {
  const gates = new Map<string, Gate>();
  return async (buckets, check, isWrong) => {
    const entered: Bucket[] = [];
    let outcome: 'right' | 'wrong' | 'unchecked' = 'unchecked';
    try {
      for (const bucket of buckets) {
        await enter(gates, limiter, bucket);
        entered.push(bucket);
      }
      const result = await check();
      outcome = 'right';
      return result;
    } catch (error) {
      if (entered.length === buckets.length && isWrong(error)) outcome = 'wrong';
      throw error;
    } finally {
      for (const bucket of entered.toReversed()) await leave(gates, limiter, bucket, outcome);
    }
  };
}

const idOf = ({ name, key }: Bucket) => `${name}:${key}`;

async function enter(gates: Map<string, Gate>, limiter: Limiter, bucket: Bucket): Promise<void> {
  const { name, key, atOnce } = bucket;
  for (;;) {
    const gate = gates.get(idOf(bucket)) ?? { inside: 0, waiting: [] };
    gates.set(idOf(bucket), gate);
    if (gate.inside < atOnce) {
      gate.inside += 1;
      let taken: Awaited<ReturnType<Limiter['take']>> | undefined;
      try {
        taken = await limiter.take(name, key, rateLimits[name]);
        if (taken.ok) return;
      } finally {
        if (!taken?.ok) gate.inside -= 1;
        if (!taken) release(gates, bucket, gate);
      }
      // No check is running that could free a slot: waiting ones are refused too.
      if (gate.inside === 0) {
        const refused = tooMany(taken.retryAfterSeconds);
        for (const tell of gate.waiting.splice(0)) tell(refused);
        release(gates, bucket, gate);
        throw refused;
      }
    }
    if (gate.waiting.length >= maxWaiting) throw tooMany(1);
    const refused = await new Promise<Refusal | undefined>((tell) => gate.waiting.push(tell));
    if (refused) throw refused;
  }
}

async function leave(gates: Map<string, Gate>, limiter: Limiter, bucket: Bucket, outcome: 'right' | 'wrong' | 'unchecked'): Promise<void> {
  const { name, key, onRight } = bucket;
  // A count that can not be undone expires with its window; a correct guess succeeds anyway.
  if (outcome === 'right' && onRight === 'clear') await limiter.clear(name, key).catch(() => undefined);
  else if (outcome !== 'wrong') await limiter.giveBack(name, key).catch(() => undefined);
  const gate = gates.get(idOf(bucket));
  if (!gate) return;
  gate.inside -= 1;
  release(gates, bucket, gate);
}

/** One place is free, or one use was taken back: the next in line tries. */
function release(gates: Map<string, Gate>, bucket: Bucket, gate: Gate): void {
  gate.waiting.shift()?.(undefined);
  if (gate.inside === 0 && gate.waiting.length === 0) gates.delete(idOf(bucket));
}

const tooMany = (retryAfter: number) => new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfter });
