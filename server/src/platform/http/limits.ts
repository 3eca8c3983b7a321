import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { refuseInScope } from '../scope-nesting.ts';
import { withTimeout } from '../with-timeout.ts';

export type RateLimit = { limit: number; seconds: number };
export type LimitResult = { ok: boolean; retryAfterSeconds: number };

/** What is limited, and per what: the key that goes with each name is said beside it. */
export const rateLimits = {
  failedLoginOfAccount: { limit: 5, seconds: 15 * 60 }, // e-mail; apart from it each device and address that its owner signed in from
  failedLoginFromAddress: { limit: 50, seconds: 15 * 60 }, // client address
  signUp: { limit: 20, seconds: 60 * 60 }, // client address
  refresh: { limit: 60, seconds: 60 }, // session
  failedRefresh: { limit: 300, seconds: 60 }, // client address
  api: { limit: 600, seconds: 60 }, // user
  externalApi: { limit: 60, seconds: 60 }, // connection token
  failedToken: { limit: 300, seconds: 60 }, // client address
  failedSignature: { limit: 20, seconds: 60 }, // client address; what is signed well counts nowhere
  billing: { limit: 120, seconds: 60 }, // user of a billing token
  importOrExport: { limit: 30, seconds: 60 * 60 }, // user
} as const satisfies Record<string, RateLimit>;

/** Limits that protect accounts are stored durably. */
const durable: ReadonlySet<string> = new Set<keyof typeof rateLimits>([
  'failedLoginOfAccount',
  'failedLoginFromAddress',
  'signUp',
  'refresh',
]);

export type Limiter = {
  /** Counts one use, unless the limit is reached; a refused use does not count, so waiting always helps. */
  take(name: string, key: string, limit: RateLimit): Promise<LimitResult>;
  /** Tells what `take` would answer, and counts nothing. */
  peek(name: string, key: string, limit: RateLimit): Promise<LimitResult>;
  /** Takes one use back that was counted. */
  giveBack(name: string, key: string): Promise<void>;
  clear(name: string, key: string): Promise<void>;
};

export type LimiterRedis = Pick<Redis, 'status' | 'eval' | 'del'>;
export type Counter = {
  take(id: string, limit: number, milliseconds: number, count: boolean): Promise<Window>;
  giveBack(id: string): Promise<void>;
  clear(id: string): Promise<void>;
};
type Window = { ok: boolean; endsInMilliseconds: number };

type LimiterOptions = {
  /** Multiplies every limit. */
  factor: number;
  redis?: LimiterRedis | undefined;
  /** Holds what has to outlive a restart. Without it such counts are kept like all others. */
  kept?: Counter | undefined;
  now: () => Date;
};

/** A window opens with the first use of a key and closes after its seconds. */
export function createLimiter(options: LimiterOptions): Limiter {
  const memory = memoryCounter(options.now);
  const redis = options.redis === undefined ? undefined : redisCounter(options.redis);
  const durableCounterOf = (name: string) => (durable.has(name) ? options.kept : undefined);

  // Redis only lets nodes count together: without it each node counts for itself.
  const anywhere = async <T>(name: string, use: (counter: Counter) => Promise<T>): Promise<T> => {
    refuseInScope('the limiter');
    const kept = durableCounterOf(name);
    if (kept) return use(kept);
    return (redis && (await use(redis).catch(() => undefined))) ?? use(memory);
  };
  const everywhere = async (name: string, use: (counter: Counter) => Promise<void>): Promise<void> => {
    refuseInScope('the limiter');
    const kept = durableCounterOf(name);
    if (kept) return use(kept);
    await use(memory);
    if (redis) await use(redis).catch(() => undefined);
  };

  const ask = async (name: string, key: string, { limit, seconds }: RateLimit, count: boolean): Promise<LimitResult> => {
    const allowed = Math.max(1, Math.floor(limit * options.factor));
    const { ok, endsInMilliseconds } = await anywhere(name, (counter) => counter.take(idOf(name, key), allowed, seconds * 1000, count));
    return { ok, retryAfterSeconds: ok ? 0 : Math.max(1, Math.ceil(endsInMilliseconds / 1000)) };
  };

  return {
    take: (name, key, limit) => ask(name, key, limit, true),
    peek: (name, key, limit) => ask(name, key, limit, false),
    giveBack: (name, key) => everywhere(name, (counter) => counter.giveBack(idOf(name, key))),
    clear: (name, key) => everywhere(name, (counter) => counter.clear(idOf(name, key))),
  };
}

/** Hashed, because keys are untrusted, of any length, and may contain personal data. */
function idOf(name: string, key: string): string {
  return `${name}:${createHash('sha256').update(key).digest('base64url')}`;
}

const maxWindowsPerName = 50_000;

/** Each limit has its own bounded map, so that a flood of one kind does not evict the counts of another. */
export function memoryCounter(now: () => Date, maxWindows = maxWindowsPerName): Counter {
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
          dropOldest(windows, time, maxWindows);
        }
      }
      const ok = window.used < limit;
      if (ok && count) window.used += 1;
      return { ok, endsInMilliseconds: window.endsAt - time };
    },
    async giveBack(id) {
      const window = windowsOf(id).get(id);
      if (window && window.used > 0) window.used -= 1;
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

const giveBackInRedis = `if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end`;

const redisTimeoutMilliseconds = 250;
const redisRetryMilliseconds = 1000;

/** Rejects at once when Redis is unavailable or has just failed: requests must not wait for it. */
function redisCounter(redis: LimiterRedis): Counter {
  let restUntil = 0;
  const run = async <T>(command: () => Promise<T>): Promise<T> => {
    if (redis.status !== 'ready' || Date.now() < restUntil) throw new Error('Redis is away');
    try {
      return await withTimeout(command(), redisTimeoutMilliseconds, 'Redis is slow');
    } catch (error) {
      restUntil = Date.now() + redisRetryMilliseconds;
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
    giveBack: async (id) => void (await run(() => redis.eval(giveBackInRedis, 1, `prosa:limit:${id}`))),
    clear: async (id) => void (await run(() => redis.del(`prosa:limit:${id}`))),
  };
}
