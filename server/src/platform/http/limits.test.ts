import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { freshDatabase, loginsOf } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { hasRedis, type ScratchRedis, startScratchRedis } from '../../../test/scratch-redis.ts';
import { openDatabases } from '../database/database.ts';
import { createLimiter, type Limiter, memoryCounter, rateLimits } from './limits.ts';
import { postgresCounter } from './limits-postgres.ts';

const threePerMinute = { limit: 3, seconds: 60 };

async function takeMany(limiter: Limiter, times: number, key = 'ana'): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (let round = 0; round < times; round += 1) answers.push((await limiter.take('login', key, threePerMinute)).ok);
  return answers;
}

function clock() {
  let time = Date.parse('2026-03-01T12:00:00Z');
  return {
    now: () => new Date(time),
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

test('the limits are those the rulings name', () => {
  expect(rateLimits.failedLoginOfAccount).toEqual({ limit: 5, seconds: 900 });
  expect(rateLimits.failedLoginFromAddress).toEqual({ limit: 50, seconds: 900 });
  expect(rateLimits.signUp).toEqual({ limit: 20, seconds: 3600 });
  expect(rateLimits.refresh).toEqual({ limit: 60, seconds: 60 });
  expect(rateLimits.api).toEqual({ limit: 600, seconds: 60 });
  expect(rateLimits.externalApi).toEqual({ limit: 60, seconds: 60 });
  expect(rateLimits.importOrExport).toEqual({ limit: 30, seconds: 3600 });
});

describe('counting in memory', () => {
  test('lets through as many as allowed, then says how long to wait, then lets through again', async () => {
    const { now, pass } = clock();
    const limiter = createLimiter({ factor: 1, now });
    expect(await takeMany(limiter, 4)).toEqual([true, true, true, false]);
    pass(20.5);
    expect(await limiter.take('login', 'ana', threePerMinute)).toEqual({ ok: false, retryAfterSeconds: 40 });
    pass(39.5);
    expect(await limiter.take('login', 'ana', threePerMinute)).toEqual({ ok: true, retryAfterSeconds: 0 });
  });

  test('keeps keys and names apart', async () => {
    const limiter = createLimiter({ factor: 1, now: clock().now });
    await takeMany(limiter, 3);
    expect((await limiter.take('login', 'bia', threePerMinute)).ok).toBe(true);
    expect((await limiter.take('refresh', 'ana', threePerMinute)).ok).toBe(true);
    expect((await limiter.take('login', 'ana', threePerMinute)).ok).toBe(false);
  });

  test('counts nothing when only asked, and forgets what is cleared', async () => {
    const limiter = createLimiter({ factor: 1, now: clock().now });
    for (let round = 0; round < 9; round += 1) expect((await limiter.peek('login', 'ana', threePerMinute)).ok).toBe(true);
    await takeMany(limiter, 3);
    expect(await limiter.peek('login', 'ana', threePerMinute)).toEqual({ ok: false, retryAfterSeconds: 60 });
    await limiter.clear('login', 'ana');
    expect(await takeMany(limiter, 4)).toEqual([true, true, true, false]);
  });

  test('gives back what was counted, and never more', async () => {
    const limiter = createLimiter({ factor: 1, now: clock().now });
    await limiter.giveBack('login', 'ana');
    await takeMany(limiter, 3);
    await limiter.giveBack('login', 'ana');
    expect(await takeMany(limiter, 2)).toEqual([true, false]);
  });

  test('multiplies every limit by the factor, but never down to nothing', async () => {
    expect(await takeMany(createLimiter({ factor: 2, now: clock().now }), 7)).toEqual([true, true, true, true, true, true, false]);
    expect(await takeMany(createLimiter({ factor: 0.01, now: clock().now }), 2)).toEqual([true, false]);
  });

  test('holds a bounded number of keys, and lets go of the oldest first', async () => {
    const counter = memoryCounter(clock().now, 100);
    for (let key = 0; key < 1000; key += 1) await counter.take(`login:${key}`, 1, 60_000, true);
    expect((await counter.take('login:950', 1, 60_000, true)).ok).toBe(false);
    expect((await counter.take('login:10', 1, 60_000, true)).ok).toBe(true);
    expect((await counter.take('refresh:950', 1, 60_000, true)).ok).toBe(true);
  });
});

describe('counting in PostgreSQL', async () => {
  const database = await freshDatabase(inject('templateUrl'));
  const logins = await loginsOf(database.url);
  const pools = [1, 2].map(() => openDatabases(logins));
  afterAll(async () => {
    await Promise.all(pools.map((each) => each.close()));
    await database.drop();
  });
  const { now, pass } = clock();
  const nodes = pools.map(({ platform }) => createLimiter({ factor: 1, kept: postgresCounter(platform, now), now }));
  const [limiter, other] = nodes;
  if (!limiter || !other) throw new Error('two nodes');
  const login = 'failedLoginOfAccount';
  const take = (node: Limiter, key: string, limit = 3) => node.take(login, key, { limit, seconds: 60 });

  test('lets through as many as allowed on all nodes together, says how long to wait, and opens again', async () => {
    expect([(await take(limiter, 'ana')).ok, (await take(other, 'ana')).ok, (await take(limiter, 'ana')).ok]).toEqual([true, true, true]);
    pass(20.5);
    expect(await take(other, 'ana')).toEqual({ ok: false, retryAfterSeconds: 40 });
    expect(await limiter.peek(login, 'ana', threePerMinute)).toEqual({ ok: false, retryAfterSeconds: 40 });
    expect((await limiter.peek(login, 'bia', threePerMinute)).ok).toBe(true);
    pass(39.5);
    expect(await take(limiter, 'ana')).toEqual({ ok: true, retryAfterSeconds: 0 });
    expect((await limiter.peek(login, 'ana', threePerMinute)).ok).toBe(true);
  });

  test('is exact when many come at once', async () => {
    const all = nodes.flatMap((node) => Array.from({ length: 50 }, () => take(node, 'muitos', 40)));
    expect((await Promise.all(all)).filter(({ ok }) => ok)).toHaveLength(40);
  });

  test('gives back one, and forgets what is cleared', async () => {
    for (let round = 0; round < 3; round += 1) await take(limiter, 'caio');
    expect((await take(limiter, 'caio')).ok).toBe(false);
    await limiter.giveBack(login, 'caio');
    expect([(await take(limiter, 'caio')).ok, (await take(limiter, 'caio')).ok]).toEqual([true, false]);
    await limiter.clear(login, 'caio');
    expect((await take(limiter, 'caio')).ok).toBe(true);
    await limiter.giveBack(login, 'nunca visto');
  });

  test('holds only what guards accounts: everyday calls stay where they were', async () => {
    for (let round = 0; round < 3; round += 1) await limiter.take('api', 'ana', threePerMinute);
    expect((await limiter.take('api', 'ana', threePerMinute)).ok).toBe(false);
    expect((await other.take('api', 'ana', threePerMinute)).ok).toBe(true);
  });
});

describe.skipIf(!hasRedis)('counting in Redis', () => {
  let server: ScratchRedis;
  let redis: Redis;
  let other: Redis;
  const connect = () => {
    const client = new Redis(server.url, { retryStrategy: () => 50 });
    client.on('error', () => undefined);
    return client;
  };
  beforeAll(async () => {
    server = await startScratchRedis();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    [redis, other] = [connect(), connect()];
    await Promise.all([redis.flushall(), other.ping()]);
  });
  afterEach(() => {
    redis.disconnect();
    other.disconnect();
  });
  const limiterOf = (client: Redis) => createLimiter({ factor: 1, redis: client, now: () => new Date() });

  test('is shared by all nodes', async () => {
    expect(await takeMany(limiterOf(redis), 2)).toEqual([true, true]);
    expect(await takeMany(limiterOf(other), 2)).toEqual([true, false]);
    const refused = await limiterOf(redis).peek('login', 'ana', threePerMinute);
    expect(refused.ok).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThan(55);
    await limiterOf(redis).giveBack('login', 'ana');
    expect(await takeMany(limiterOf(other), 2)).toEqual([true, false]);
    await limiterOf(redis).clear('login', 'ana');
    expect(await takeMany(limiterOf(other), 1)).toEqual([true]);
  });

  test('is exact when many come at once', async () => {
    const all = [redis, other]
      .map(limiterOf)
      .flatMap((limiter) => Array.from({ length: 50 }, () => limiter.take('api', 'ana', { limit: 40, seconds: 60 })));
    expect((await Promise.all(all)).filter(({ ok }) => ok)).toHaveLength(40);
  });

  test('opens again when the window is over, and leaves nothing behind', async () => {
    const limiter = limiterOf(redis);
    const brief = { limit: 1, seconds: 5 };
    expect((await limiter.take('login', 'ana', brief)).ok).toBe(true);
    expect((await limiter.take('login', 'ana', brief)).ok).toBe(false);
    await expect.poll(() => redis.dbsize(), patient).toBe(0);
    expect((await limiter.take('login', 'ana', brief)).ok).toBe(true);
    await limiter.peek('login', 'never seen', brief);
    expect(await redis.dbsize()).toBe(1);
  });

  test('goes on in memory, at once, while Redis is dead or frozen, and returns to Redis after', async () => {
    const limiter = limiterOf(redis);
    await server.kill();
    const start = performance.now();
    expect(await takeMany(limiter, 4)).toEqual([true, true, true, false]);
    expect(performance.now() - start).toBeLessThan(20_000);

    await server.start();
    await expect.poll(() => redis.status, patient).toBe('ready');
    server.freeze();
    const frozenAt = performance.now();
    expect(await takeMany(limiter, 4, 'bia')).toEqual([true, true, true, false]);
    expect(performance.now() - frozenAt).toBeLessThan(20_000);
    server.thaw();
    // It rests from Redis for a second after a failure; then what is taken is counted there.
    await redis.flushall();
    await expect
      .poll(async () => {
        await limiter.take('login', 'carla', { limit: 1_000_000, seconds: 60 });
        return redis.dbsize();
      }, patient)
      .toBe(1);
  });
});
