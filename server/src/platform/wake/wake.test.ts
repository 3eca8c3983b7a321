import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { type ScratchPostgres, startScratchPostgres } from '../../../test/scratch-postgres.ts';
import { hasRedis, type ScratchRedis, startScratchRedis } from '../../../test/scratch-redis.ts';
import { openWake, type Wake } from './wake.ts';

const open: Wake[] = [];
const faults = vi.fn();
type Where = { mode: 'alone' } | { mode: 'postgres'; connection: { connectionString: string } } | { mode: 'redis'; url: string };
async function node(where: Where, heartbeatMilliseconds?: number): Promise<Wake> {
  const wake = await openWake({ ...where, onFault: faults, heartbeatMilliseconds });
  open.push(wake);
  return wake;
}
function listen(wake: Wake, topic = 'outbox') {
  const heard: number[] = [];
  const gap = vi.fn();
  const off = wake.on(topic, (companyId) => heard.push(companyId), gap);
  return { heard, gap, off };
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((wake) => wake.close()));
  faults.mockReset();
});

describe('a node alone', () => {
  test('wakes its own listeners in the next microtask, once for many equal announcements', async () => {
    const wake = await node({ mode: 'alone' });
    const { heard } = listen(wake);
    for (let round = 0; round < 100; round += 1) wake.announce('outbox', 1 + (round % 2));
    wake.announce('inbox', 9);
    expect(heard).toEqual([]);
    await Promise.resolve();
    expect(heard).toEqual([1, 2]);
    wake.announce('outbox', 1);
    await Promise.resolve();
    expect(heard).toEqual([1, 2, 1]);
  });

  test('hears what is announced from within a listener, and no more once it stopped listening', async () => {
    const wake = await node({ mode: 'alone' });
    const { heard, off } = listen(wake, 'events');
    wake.on('outbox', (companyId) => wake.announce('events', companyId));
    wake.announce('outbox', 4);
    await sleep(0);
    expect(heard).toEqual([4]);
    off();
    wake.announce('events', 5);
    await sleep(0);
    expect(heard).toEqual([4]);
  });

  test('lets no failing listener silence another, and says so', async () => {
    const wake = await node({ mode: 'alone' });
    wake.on('outbox', () => {
      throw new Error('listener broke');
    });
    const { heard } = listen(wake);
    wake.announce('outbox', 1);
    await sleep(0);
    expect(heard).toEqual([1]);
    expect(faults).toHaveBeenCalledOnce();
  });

  test('refuses topics and companies that could not be told apart on the way', async () => {
    const wake = await node({ mode: 'alone' });
    for (const topic of ['', 'a:b', 'a b', 'x'.repeat(61)]) expect(() => wake.announce(topic, 1)).toThrow();
    for (const company of [-1, 1.5, Number.NaN]) expect(() => wake.announce('outbox', company)).toThrow();
  });
});

type Server = { start(): Promise<void>; kill(): Promise<void>; freeze(): void | Promise<void>; thaw(): void | Promise<void> };

/** What every way between nodes must promise. */
function betweenNodes(where: () => Where) {
  test('wake-ups reach other nodes within a moment, once, and do not echo', async () => {
    const [a, b] = [await node(where()), await node(where())];
    const [atA, atB] = [listen(a), listen(b)];
    for (let round = 0; round < 50; round += 1) a.announce('outbox', 7);
    await expect.poll(() => atB.heard, patient).toEqual([7]);
    await sleep(100);
    expect(atA.heard).toEqual([7]);
    expect(atB.heard).toEqual([7]);
    b.announce('outbox', 8);
    await expect.poll(() => atA.heard, patient).toEqual([7, 8]);
    expect([atA.gap, atB.gap].map((gap) => gap.mock.calls.length)).toEqual([0, 0]);
  });

  test('thousands of companies at once all arrive', async () => {
    const [a, b] = [await node(where()), await node(where())];
    const { heard } = listen(b);
    for (let company = 1; company <= 3000; company += 1) a.announce('outbox', company);
    await expect.poll(() => new Set(heard).size, patient).toBe(3000);
  });

  test('closing ends quickly, sends what was announced last, and hears nothing after', async () => {
    const [a, b] = [await node(where()), await node(where())];
    const [atA, atB] = [listen(a), listen(b)];
    a.announce('outbox', 3);
    const start = performance.now();
    await a.close();
    expect(performance.now() - start).toBeLessThan(20_000);
    await expect.poll(() => atB.heard, patient).toEqual([3]);
    b.announce('outbox', 4);
    await sleep(50);
    expect(atA.heard).not.toContain(4);
    expect(faults).not.toHaveBeenCalled();
  });
}

function throughOutages(where: () => Where, server: () => Server) {
  test('a server that dies and returns is found again, and listeners learn of the gap', async () => {
    const [a, b] = [await node(where()), await node(where())];
    const [atA, atB] = [listen(a), listen(b)];
    await server().kill();
    await expect.poll(() => faults.mock.calls.length, patient).toBe(2);
    a.announce('outbox', 1);
    await expect.poll(() => atA.heard, patient).toEqual([1]);
    await server().start();
    await expect.poll(() => [atA.gap, atB.gap].map((gap) => gap.mock.calls.length), patient).toEqual([1, 1]);
    a.announce('outbox', 2);
    await expect.poll(() => atB.heard, patient).toContain(2);
    expect(faults).toHaveBeenCalledTimes(2);
  });

  test('a node that starts while the server is away works alone and joins later', async () => {
    await server().kill();
    const a = await node(where());
    const atA = listen(a);
    a.announce('outbox', 1);
    await sleep(0);
    expect(atA.heard).toEqual([1]);
    await server().start();
    await expect.poll(() => atA.gap.mock.calls.length, patient).toBe(1);
    const b = await node(where());
    b.announce('outbox', 2);
    await expect.poll(() => atA.heard, patient).toContain(2);
  });

  test('a line that went silent is given up and dialled anew', async () => {
    const a = await node(where(), 200);
    const { gap } = listen(a);
    await server().freeze();
    await expect.poll(() => faults.mock.calls.length, patient).toBe(1);
    await server().thaw();
    await expect.poll(() => gap.mock.calls.length, patient).toBe(1);
  });
}

describe('nodes that share a PostgreSQL', () => {
  let server: ScratchPostgres;
  beforeAll(async () => {
    server = await startScratchPostgres();
  });
  afterAll(() => server.stop());
  betweenNodes(() => ({ mode: 'postgres', connection: { connectionString: server.url } }));
  throughOutages(
    () => ({ mode: 'postgres', connection: { connectionString: server.url } }),
    () => server,
  );

  test('survive a session that an operator ended, and then send what waited', async () => {
    const where: Where = { mode: 'postgres', connection: { connectionString: server.url } };
    const [a, b] = [await node(where), await node(where)];
    const [atA, atB] = [listen(a), listen(b)];
    const operator = new Client({ connectionString: server.url });
    await operator.connect();
    await operator.query(
      `
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where application_name = 'prosa wake'
        order by backend_start
        limit 1`,
    );
    await operator.end();
    await expect.poll(() => faults.mock.calls.length, { ...patient, interval: 1 }).toBe(1);
    a.announce('outbox', 6);
    await expect.poll(() => atB.heard, patient).toEqual([6]);
    expect(atA.gap).toHaveBeenCalledOnce();
    expect(atB.gap).not.toHaveBeenCalled();
  });

  test('pass over nonsense on the channel', async () => {
    const { heard } = listen(await node({ mode: 'postgres', connection: { connectionString: server.url } }));
    const operator = new Client({ connectionString: server.url });
    await operator.connect();
    for (const payload of ['', 'x', 'x:outbox', 'x:outbox:NaN', 'x:a b:1', ':::', 'x:outbox:-1', 'x:outbox:1:1', 'x:outbox:2']) {
      await operator.query('select pg_notify($1, $2)', ['prosa_wake', payload]);
    }
    await operator.end();
    await expect.poll(() => heard, patient).toEqual([2]);
    expect(faults).not.toHaveBeenCalled();
  });
});

describe.skipIf(!hasRedis)('nodes that share a Redis', () => {
  let server: ScratchRedis;
  beforeAll(async () => {
    server = await startScratchRedis();
  });
  afterAll(() => server.stop());
  betweenNodes(() => ({ mode: 'redis', url: server.url }));
  throughOutages(
    () => ({ mode: 'redis', url: server.url }),
    () => server,
  );

  test('survive that all clients are cut off', async () => {
    const a = await node({ mode: 'redis', url: server.url });
    const { gap, heard } = listen(a);
    const operator = new Redis(server.url);
    await operator.call('CLIENT', 'KILL', 'TYPE', 'pubsub', 'SKIPME', 'yes');
    await operator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await expect.poll(() => gap.mock.calls.length, patient).toBe(1);
    await operator.publish('prosa_wake', 'another:outbox:5');
    await expect.poll(() => heard, patient).toEqual([5]);
    operator.disconnect();
  });
});
