import { once } from 'node:events';
import { createServer } from 'node:http';
import { CaughtUp } from '@prosa/contracts/live';
import { queueLive } from '@prosa/contracts/queues';
import { io, type Socket } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import { type Client, openBrowser } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../database/scope.ts';
import { openLive } from './live.ts';
import { type LiveLimits, liveLimits, TokenBucket } from './live-limits.ts';
import { rooms } from './rooms.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform, http } = world.server;

/** A live channel of its own, with narrower limits. */
async function openNarrow(limits: Partial<LiveLimits>) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const live = openLive(server, {
    platform,
    tokens: http.tokens,
    roomsOf: () => [rooms.company],
    node: `narrow-${Math.random()}`,
    announceUser: async () => undefined,
    isTrusted: () => false,
    limits: { ...liveLimits, ...limits },
  });
  afterAll(() => live.close());
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  const connect = (client: Client) => {
    const browser = openBrowser(url, opened);
    browser.token = client.token;
    return browser.listen();
  };
  return { url, connect };
}
const opened: Socket[] = [];
afterAll(() => {
  for (const socket of opened) socket.disconnect();
});

test('a person has so many sockets and no more, until one of them is closed', async () => {
  const { connect } = await openNarrow({ socketsOfPerson: 3 });
  const [ana, rui] = [await world.company(), await world.company()];
  const [first] = await Promise.all([connect(ana), connect(ana), connect(ana)]);
  await expect(connect(ana)).rejects.toThrow('ERR_TOO_MANY_REQUESTS');
  await connect(rui);
  first.socket.disconnect();
  await expect
    .poll(
      () =>
        connect(ana).then(
          () => true,
          () => false,
        ),
      patient,
    )
    .toBe(true);
});

test('so do all who come from one address', async () => {
  const { url, connect } = await openNarrow({ socketsOfAddress: 2 });
  const ana = await world.company();
  await Promise.all([connect(ana), connect(ana)]);
  const third = io(url, { auth: { token: ana.token }, transports: ['websocket'], forceNew: true, reconnection: false });
  opened.push(third);
  const seen: string[] = [];
  third.on('ready', () => seen.push('ready'));
  third.on('disconnect', () => seen.push('closed'));
  third.on('connect_error', () => seen.push('closed'));
  await expect.poll(() => seen, patient).toEqual(['closed']);
});

test('who comes and goes without end is refused for a while', async () => {
  const { connect } = await openNarrow({ arrivalsBurst: 4, arrivalsPerMinute: 1 });
  const [ana, rui] = [await world.company(), await world.company()];
  for (let n = 0; n < 4; n += 1) (await connect(ana)).socket.disconnect();
  await expect(connect(ana)).rejects.toThrow('ERR_TOO_MANY_REQUESTS');
  await connect(rui);
});

test('a socket over which too much is said is told so and closed; the person may come again', async () => {
  const { connect } = await openNarrow({ eventsBurst: 20, eventsPerMinute: 1 });
  const ana = await world.company();
  const { socket, heard } = await connect(ana);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  for (let n = 0; n < 30; n += 1) socket.emit('userStatus');
  await closed;
  expect(heard.at(-1)).toEqual({ name: 'refused', data: { error: 'ERR_TOO_MANY_REQUESTS', retryAfter: 60 } });
  expect((await connect(ana)).socket.connected).toBe(true);
});

const statements = () => statementsSent(world.server.url, 'catch-up');
const catchUp = async ({ socket }: { socket: Socket }, since: number) =>
  CaughtUp.parse(await socket.timeout(patient.timeout).emitWithAck('catchUp', { since }));
/** So many events that everybody of the company hears; the number of the last. */
async function happen(admin: Client, count: number, words = 'x'): Promise<void> {
  await inScope(platform, { companyId: admin.user.companyId }, async (scope) => {
    for (let n = 0; n < count; n += 1)
      scope.emit(
        queueLive,
        { action: 'update', queue: { id: n, name: words, color: '#000000', greetingMessage: words, outOfHoursMessage: '', schedules: [] } },
        { rooms: [rooms.company] },
      );
  });
}

test('what many browsers missed is read once for all of them, however often they ask', async () => {
  const admin = await world.company();
  await happen(admin, 300);
  const ears = await Promise.all(Array.from({ length: 20 }, () => admin.listen()));
  // The last is that somebody came.
  await expect.poll(async () => (await catchUp(ears[0]!, 1)).head, patient).toBe(301);
  const before = await statements();
  const answers = await Promise.all(ears.flatMap((ear) => Array.from({ length: 10 }, () => catchUp(ear, 51))));
  const spent = (await statements()) - before;
  for (const answer of answers) expect(answer).toMatchObject({ head: 301, events: { length: 250 } });
  // Each browser asks where the company stands at most once; the events themselves are known by now.
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThan(20 * 3 + 60);
});

test('who missed more text than can be told at once loads afresh; who missed less of it is told each event', async () => {
  const admin = await world.company();
  const long = 'x'.repeat(40_000);
  await happen(admin, 60, long);
  const ear = await admin.listen();
  // The last is that somebody came.
  await expect.poll(async () => (await catchUp(ear, 50)).head, patient).toBe(61);
  const told = async (since: number) => {
    const answer = await catchUp(ear, since);
    return 'events' in answer ? answer.events.map(({ seq }) => seq) : answer;
  };
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
  expect(await told(1)).toEqual({ reload: true, head: 61 });
  expect(await told(20)).toEqual(from(21, 61));
  expect(await told(1)).toEqual({ reload: true, head: 61 });
  expect(await told(15)).toEqual(from(16, 61));
  await happen(admin, 20, long);
  expect(await told(15)).toEqual({ reload: true, head: 81 });
  expect(await told(40)).toEqual(from(41, 81));
  await happen(admin, 60, long);
  expect(await Promise.all([told(81), told(100), told(82)])).toEqual([
    { reload: true, head: 141 },
    from(101, 141),
    { reload: true, head: 141 },
  ]);
});

test('who asks again right after an answer is told what has happened in between', async () => {
  const admin = await world.company();
  await happen(admin, 40, 'x'.repeat(40_000));
  const ear = await admin.listen();
  // The last is that somebody came.
  await expect.poll(async () => (await catchUp(ear, 40)).head, patient).toBe(41);
  // Long answers are followed by a rest, in which the next question comes.
  for (let last = 41; last < 50; last += 1) {
    expect(await catchUp(ear, 1)).toMatchObject({ head: last });
    await happen(admin, 1);
  }
});

test('who asks more often than the company is answered at once waits, and is answered each time', async () => {
  const ear = await (await world.company()).listen();
  for (let n = 0; n < 210; n += 1) expect(await catchUp(ear, 1)).toMatchObject({ head: expect.any(Number) });
});

test('while one agent asks again and again for a long story, another company is told its own before more than a few of them', async () => {
  const [noisy, quiet] = [await world.company(), await world.company()];
  await happen(noisy, 600, 'muito '.repeat(80));
  await happen(quiet, 3);
  const ears = await Promise.all(Array.from({ length: 10 }, () => noisy.listen()));
  const listening = await quiet.listen();
  let told = 0;
  const asked = Promise.all(ears.flatMap((ear) => Array.from({ length: 8 }, () => catchUp(ear, 1).then(() => (told += 1)))));
  await catchUp(ears[0]!, 1);
  const before = told;
  expect(await catchUp(listening, 1)).toMatchObject({ events: { length: expect.any(Number) } });
  expect(told - before).toBeLessThan(20);
  await asked;
  expect(told).toBe(80);
});

test('a bucket gives what is in it, and fills up with time', () => {
  let now = 0;
  const bucket = new TokenBucket(3, 60, () => now);
  const taken = () => Array.from({ length: 5 }, () => bucket.take());
  expect(taken()).toEqual([true, true, true, false, false]);
  now += 2_000;
  expect(taken()).toEqual([true, true, false, false, false]);
  now += 60_000;
  expect(bucket.isFull).toBe(true);
  expect(taken()).toEqual([true, true, true, false, false]);
});
