import { CaughtUp } from '@prosa/contracts/live';
import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { authLive } from '@prosa/contracts/session';
import { usersApi } from '@prosa/contracts/users';
import type pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import type { Client, ReceivedEvent } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../database/database.ts';
import { inScope } from '../database/scope.ts';
import { rooms } from './rooms.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owners = openPool(world.database.url, 10);
afterAll(() => owners.end());
let made = 0;

/** Everybody of the company hears of a queue. */
const addQueue = (admin: Client) =>
  admin.call(queuesApi.create, { body: { name: `Fila ${++made}`, color: `#${made.toString(16).padStart(6, '0')}` } });
/** Who listens is on line, which the others are told too. */
const isOfPresence = ({ name }: { name: string }) => name.endsWith('-user');
const numbered = (heard: ReceivedEvent[]) => heard.filter(({ data }) => 'seq' in data && 'action' in data);
const told = (heard: ReceivedEvent[]) => numbered(heard).filter((each) => !isOfPresence(each));
const seqs = (heard: ReceivedEvent[]) => told(heard).map(({ data }) => data.seq);
const catchUp = async (socket: Socket, since: number) =>
  CaughtUp.parse(await socket.timeout(patient.timeout).emitWithAck('catchUp', { since }));
/** Who listens may be told of its own arrival or not, but it is numbered like all else: nothing is to come after this. */
const arrived = (socket: Socket) =>
  expect
    .poll(async () => {
      const answer = await catchUp(socket, 1);
      return 'events' in answer && answer.events.some(isOfPresence);
    }, patient)
    .toBe(true);
/** As the server tells it, to these rooms of the company. */
const tell = (admin: Client, audience: string[], queueId: number) =>
  inScope(platform, { companyId: admin.user.companyId }, async (scope) =>
    scope.emit(queueLive, { action: 'delete', queueId }, { rooms: audience }),
  );

test('events of a company are numbered one by one and come in that order, whatever other companies do', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const [here, there] = await Promise.all([admin.listen(), other.listen()]);
  await Promise.all(Array.from({ length: 30 }, (_, n) => addQueue(n % 3 === 0 ? other : admin)));
  await expect.poll(() => [told(here.heard).length, told(there.heard).length], patient).toEqual([20, 10]);
  for (const { heard } of [here, there]) {
    const numbers = numbered(heard).map(({ data }) => data.seq);
    const first = Number(numbers[0]);
    expect(numbers).toEqual(numbers.map((_, index) => first + index));
    expect(new Set(told(heard).map(({ name }) => name)).size).toBe(1);
  }
});

test('a socket is told on arrival where the company stands, and hears everything after that', async () => {
  const admin = await world.company();
  await addQueue(admin);
  const { heard } = await admin.listen();
  const ready = Number(heard.find(({ name }) => name === 'ready')?.data.seq);
  await addQueue(admin);
  await expect.poll(() => seqs(heard), patient).toHaveLength(1);
  expect(numbered(heard).map(({ data }) => data.seq)).toEqual(numbered(heard).map((_, index) => ready + 1 + index));
});

test('so does one that arrives while much happens', async () => {
  const admin = await world.company();
  const quiet = new AbortController();
  const talking = (async () => {
    while (!quiet.signal.aborted) await tell(admin, [rooms.company], 1);
  })();
  const ears = [];
  for (let n = 0; n < 12; n += 1) ears.push(await admin.listen());
  quiet.abort();
  await talking;
  await addQueue(admin);
  for (const { heard } of ears) {
    await expect.poll(() => numbered(heard).at(-1)?.data.action, patient).toBe('create');
    const ready = Number(heard.find(({ name }) => name === 'ready')?.data.seq);
    expect(numbered(heard).map(({ data }) => data.seq)).toEqual(numbered(heard).map((_, index) => ready + 1 + index));
  }
});

test('after a break a browser gets exactly what those heard who stayed', async () => {
  const admin = await world.company();
  const colleague = await world.colleague(admin);
  const [gone, stayed] = await Promise.all([admin.listen(), colleague.listen()]);
  await addQueue(admin);
  await expect.poll(() => told(gone.heard), patient).toHaveLength(1);
  const since = Number(seqs(gone.heard)[0]);
  gone.socket.disconnect();
  for (let n = 0; n < 5; n += 1) await addQueue(admin);
  await expect.poll(() => told(stayed.heard), patient).toHaveLength(6);
  const back = await admin.listen();
  const missed = told(stayed.heard).slice(1);
  const answer = await catchUp(back.socket, since);
  if (!('events' in answer)) throw new Error('told to reload');
  expect(answer.events.filter((event) => !isOfPresence(event))).toEqual(missed.map(({ name, data }) => ({ seq: data.seq, name, data })));
  expect(answer.head).toBeGreaterThanOrEqual(Number(missed.at(-1)?.data.seq));
  expect(await catchUp(back.socket, answer.head)).not.toHaveProperty('reload');
});

/** Somebody who has been let in while what they may hear can not be read, until it is let go. */
async function heldUp(client: Client) {
  const [first, second] = [await owners.connect(), await owners.connect()];
  const hold = (by: pg.PoolClient) => by.query('begin; lock table user_queues in access exclusive mode');
  const isWaiting = async (what: string) => {
    const { rows } = await owners.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [what],
    );
    return rows.length > 0;
  };
  await hold(first);
  const socket = io(world.server.url, { auth: { token: client.token }, transports: ['websocket'], forceNew: true, reconnection: false });
  const letIn = new Promise((resolve) => void socket.once('connect', () => resolve(undefined)));
  await expect.poll(() => isWaiting('%from session_actor($1, $2)%'), patient).toBe(true);
  const held = hold(second);
  await expect.poll(() => isWaiting('begin; lock table%'), patient).toBe(true);
  // Who waits for a lock gets it before who came later: now the door, then the second, then the rights.
  await first.query('commit');
  await Promise.all([held, letIn]);
  const letGo = async () => {
    await second.query('commit');
    first.release();
    second.release();
  };
  return { socket, letGo };
}

test('who asks before it is known what they may hear is answered once it is, and misses nothing', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { socket: listening } = await admin.listen();
  await arrived(listening);
  const { head: since } = await catchUp(listening, 1);
  const queues = [await addQueue(admin), await addQueue(admin), await addQueue(admin)];
  const { socket, letGo } = await heldUp(agent);
  const asked = [catchUp(socket, since), catchUp(socket, since)];
  // Others are answered meanwhile; whatever could be answered has been.
  for (let n = 0; n < 5; n += 1) await catchUp(listening, since);
  asked.push(catchUp(socket, since));
  await letGo();
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({
      events: expect.arrayContaining(queues.map((queue) => expect.objectContaining({ data: expect.objectContaining({ queue }) }))),
    });
  socket.disconnect();
});

test('who asks from before the beginning, from the future, or from too long ago is told to load afresh', async () => {
  const admin = await world.company();
  for (let n = 0; n < 4; n += 1) await addQueue(admin);
  const { socket } = await admin.listen();
  await arrived(socket);
  const answer = await catchUp(socket, 1);
  const { head } = answer;
  expect(answer).toMatchObject({ events: Array.from({ length: head - 1 }, () => ({})) });
  expect(await catchUp(socket, 0)).toEqual({ reload: true, head });
  expect(await catchUp(socket, head + 1)).toEqual({ reload: true, head });
  // Events are forgotten after two days.
  await inScope(platform, { companyId: admin.user.companyId }, ({ tx }) => tx.execute(sql`delete from events where seq <= 2`));
  expect(await catchUp(socket, 1)).toEqual({ reload: true, head });
  expect(await catchUp(socket, 2)).toMatchObject({ events: Array.from({ length: head - 2 }, () => ({})), head });
});

test('a gap too long to tell is not told', async () => {
  const admin = await world.company();
  await addQueue(admin);
  const { socket } = await admin.listen();
  await arrived(socket);
  const { head: since } = await catchUp(socket, 1);
  await inScope(platform, { companyId: admin.user.companyId }, async (scope) => {
    for (let n = 0; n < 1001; n += 1) scope.emit(queueLive, { action: 'delete', queueId: 1 }, { rooms: [rooms.session('nobody')] });
  });
  // Also where both are asked at the same moment.
  const [tooLong, later] = await Promise.all([catchUp(socket, since), catchUp(socket, since + 1)]);
  expect(tooLong).toEqual({ reload: true, head: since + 1001 });
  expect(later).toEqual({ events: [], head: since + 1001 });
});

test('nobody gets into a room by asking: what a socket hears depends on its rights alone', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const [atAdmin, atAgent] = await Promise.all([admin.listen(), agent.listen()]);
  for (const wish of ['join', 'subscribe', 'joinTickets', 'joinNotification', 'joinChatBox', 'room'])
    for (const room of ['tickets', `user:${admin.user.id}`, 'can:connections-page:actionButtons', 'open', 1])
      atAgent.socket.emit(wish, room);
  expect(await atAgent.socket.timeout(patient.timeout).emitWithAck('joinChatBox', 999_999)).toEqual({ ok: false });
  await tell(admin, ['tickets'], 1);
  await tell(admin, [rooms.user(admin.user.id)], 2);
  await tell(admin, [rooms.user(agent.user.id)], 3);
  await tell(admin, [rooms.company], 4);
  await expect.poll(() => atAdmin.of(queueLive).map(({ queueId }) => queueId), patient).toEqual([1, 2, 4]);
  await expect.poll(() => atAgent.of(queueLive).map(({ queueId }) => queueId), patient).toEqual([3, 4]);
});

test('rights that change are heard at once on the same socket, and catching up follows the rights of today', async () => {
  const admin = await world.company();
  const [before, after] = [await addQueue(admin), await addQueue(admin)];
  const agent = await world.colleague(admin, 'user', { queueIds: [before.id] });
  const { socket, of } = await agent.listen();
  const { head } = await catchUp(socket, 1);
  await tell(admin, [`queue:${before.id}`], 1);
  await expect.poll(() => of(queueLive).map(({ queueId }) => queueId), patient).toEqual([1]);
  await admin.call(usersApi.update, { params: { id: agent.user.id }, body: { queueIds: [after.id] } });
  await expect
    .poll(async () => {
      await tell(admin, [`queue:${after.id}`], 2);
      return of(queueLive).map(({ queueId }) => queueId);
    }, patient)
    .toContain(2);
  await tell(admin, [`queue:${before.id}`], 3);
  await tell(admin, [rooms.company], 4);
  await expect.poll(() => of(queueLive).map(({ queueId }) => queueId), patient).toContain(4);
  expect(of(queueLive).map(({ queueId }) => queueId)).not.toContain(3);
  const caught = JSON.stringify(await catchUp(socket, head));
  expect(caught).toContain('"queueId":2');
  expect(caught).not.toMatch(/"queueId":[13]\b/);
});

test.each([
  ['no token', {}, 'ERR_SESSION_EXPIRED'],
  ['a token that is no text', { token: { a: 1 } }, 'ERR_TOKEN_EXPIRED'],
  ['an invented token', { token: 'a.b.c' }, 'ERR_TOKEN_EXPIRED'],
])('the live channel does not open to %s', async (_what, auth, said) => {
  const socket = io(world.server.url, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
  const error = await new Promise<Error>((resolve) => void socket.once('connect_error', resolve));
  expect(error.message).toBe(said);
  socket.disconnect();
});

test.each([[undefined], [null], [{}], [{ since: -1 }], [{ since: 'x' }], ['x'.repeat(10_000)]])(
  'a senseless question (%#) is not answered and harms nobody',
  async (asked) => {
    const admin = await world.company();
    const { socket, heard } = await admin.listen();
    await expect(socket.timeout(100).emitWithAck('catchUp', asked)).rejects.toThrow();
    socket.emit('catchUp', { since: 1 }, 'no function');
    await addQueue(admin);
    await expect.poll(() => told(heard), patient).toHaveLength(1);
  },
);

test('what happens on one node is heard on another, and a session ended on one closes its socket on the other', async () => {
  const second = await openWorld({ ROLES: 'web' }, world.database);
  const admin = await world.company();
  const elsewhere = second.client();
  await elsewhere.logIn(admin.user.email);
  const { socket, of } = await elsewhere.listen();
  await admin.logIn(admin.user.email);
  // Rights are looked at again every ten seconds; this comes at once, by a hint.
  await expect.poll(() => socket.connected, { timeout: 8_000 }).toBe(false);
  expect(of(authLive)).toMatchObject([{ action: 'update', user: { id: admin.user.id } }]);
  const colleague = await world.colleague(admin);
  const far = second.client();
  await far.logIn(colleague.user.email);
  const { of: heardFar } = await far.listen();
  const { id } = await addQueue(admin);
  await expect.poll(() => heardFar(queueLive), patient).toMatchObject([{ queue: { id } }]);
});
