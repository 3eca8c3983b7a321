import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { inTime } from './in-time.ts';

export type RateLimit = { limit: number; seconds: number };
export type Taken = { ok: boolean; retryAfterSeconds: number };

/** What is limited, and per what: the key that goes with each name is said beside it. */
export const rateLimits = {
  failedLoginOfAccount: { limit: 5, seconds: 15 * 60 }, // e-mail
  failedLoginFromAddress: { limit: 50, seconds: 15 * 60 }, // client address
  signUp: { limit: 20, seconds: 60 * 60 }, // client address
  refresh: { limit: 60, seconds: 60 }, // session
  api: { limit: 600, seconds: 60 }, // user
  externalApi: { limit: 60, seconds: 60 }, // connection token
  importOrExport: { limit: 30, seconds: 60 * 60 }, // user
} as const satisfies Record<string, RateLimit>;

export type Limiter = {
  /** Counts one use, unless the limit is reached; a refused use does not count, so waiting always helps. */
  take(name: string, key: string, limit: RateLimit): Promise<Taken>;
  /** Tells what `take` would answer, and counts nothing. */
  peek(name: string, key: string, limit: RateLimit): Promise<Taken>;
  clear(name: string, key: string): Promise<void>;
};

export type LimiterRedis = Pick<Redis, 'status' | 'eval' | 'del'>;
type Counter = { take(id: string, limit: number, milliseconds: number, count: boolean): Promise<Window>; clear(id: string): Promise<void> };
type Window = { ok: boolean; endsInMilliseconds: number };

/** A window opens with the first use of a key and closes after its seconds. `factor` multiplies every limit. */
export function createLimiter(options: { factor: number; redis?: LimiterRedis | undefined; now: () => Date }): Limiter {
  const memory = memoryCounter(options.now);
  const shared = options.redis === undefined ? undefined : redisCounter(options.redis);

  const ask = async (name: string, key: string, { limit, seconds }: RateLimit, count: boolean): Promise<Taken> => {
    const allowed = Math.max(1, Math.floor(limit * options.factor));
    const of = (counter: Counter) => counter.take(idOf(name, key), allowed, seconds * 1000, count);
    // Redis only lets nodes count together: without it each node counts for itself.
    const { ok, endsInMilliseconds } = (shared && (await of(shared).catch(() => undefined))) ?? (await of(memory));
    return { ok, retryAfterSeconds: ok ? 0 : Math.max(1, Math.ceil(endsInMilliseconds / 1000)) };
  };

  return {
    take: (name, key, limit) => ask(name, key, limit, true),
    peek: (name, key, limit) => ask(name, key, limit, false),
    async clear(name, key) {
      await memory.clear(idOf(name, key));
      await shared?.clear(idOf(name, key)).catch(() => undefined);
    },
  };
}

/** Hashed, because keys come from strangers: they may be of any length and hold personal data. */
function idOf(name: string, key: string): string {
  return `${name}:${createHash('sha256').update(key).digest('base64url')}`;
}

const mostWindowsPerName = 50_000;

/** Each name has its own bounded share of memory, so that a flood of one kind does not wash away the counts of another. */
export function memoryCounter(now: () => Date, mostWindows = mostWindowsPerName): Counter {
  const windowsByName = new Map<string, Map<string, { used: number; endsAt: number }>>();
  const windowsOf = (id: string) => {
    const name = id.slice(0, id.indexOf(':'));
    const windows = windowsByName.get(name) ?? new Map<string, { used: number; endsAt: number }>();
    windowsByName.set(name, windows);
    return windows;
  };
  return {
    async take(id, limit, milliseconds, count) {
      const windows = windowsOf(id);
      const time = now().getTime();
      let window = windows.get(id);
      if (window === undefined || window.endsAt <= time) {
        window = { used: 0, endsAt: time + milliseconds };
        if (count) {
          windows.delete(id);
          windows.set(id, window);
          dropOldest(windows, time, mostWindows);
        }
      }
      const ok = window.used < limit;
      if (ok && count) window.used += 1;
      return { ok, endsInMilliseconds: window.endsAt - time };
    },
    async clear(id) {
      windowsOf(id).delete(id);
    },
  };
}

/** The map keeps the order in which windows opened, which under one name is also the order in which they end. */
function dropOldest(windows: Map<string, { endsAt: number }>, time: number, most: number): void {
  for (const [id, { endsAt }] of windows) {
    if (endsAt > time && windows.size <= most) return;
    windows.delete(id);
  }
}

const countInRedis = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local ok = used < tonumber(ARGV[1]) and 1 or 0
if ok == 1 and ARGV[3] == '1' then redis.call('INCR', KEYS[1]) end
local left = redis.call('PTTL', KEYS[1])
if left == -1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]); left = tonumber(ARGV[2]) end
return {ok, left}`;

const redisPatience = 250;
const redisRest = 1000;

/** Rejects at once when Redis is away or has just failed: a request must not wait for an accelerator. */
function redisCounter(redis: LimiterRedis): Counter {
  let restUntil = 0;
  const run = async <T>(command: () => Promise<T>): Promise<T> => {
    if (redis.status !== 'ready' || Date.now() < restUntil) throw new Error('Redis is away');
    try {
      return await inTime(command(), redisPatience, 'Redis is slow');
    } catch (error) {
      restUntil = Date.now() + redisRest;
      throw error;
    }
  };
  return {
    take: (id, limit, milliseconds, count) =>
      run(async () => {
        const reply: unknown = await redis.eval(countInRedis, 1, `prosa:limit:${id}`, limit, milliseconds, count ? 1 : 0);
        const [ok, left]: unknown[] = Array.isArray(reply) ? reply : [];
        if (typeof ok !== 'number' || typeof left !== 'number') throw new Error('Redis gave no count');
        return { ok: ok === 1, endsInMilliseconds: left };
      }),
    clear: async (id) => void (await run(() => redis.del(`prosa:limit:${id}`))),
  };
}
