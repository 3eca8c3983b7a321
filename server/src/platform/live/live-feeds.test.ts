import { once } from 'node:events';
import { createServer } from 'node:http';
import { queueLive } from '@prosa/contracts/queues';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io-client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Client, openBrowser } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../database/scope.ts';
import { LiveFeeds } from './live-feeds.ts';
import { sendTo } from './live-send.ts';
import { rooms } from './rooms.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform, http } = world.server;
const opened: Socket[] = [];
const millisecondsEach = 2;

/** As long as many sockets take. */
function work(): void {
  const until = performance.now() + millisecondsEach;
  let now = performance.now();
  while (now < until) now = performance.now();
}

/** A live channel of its own, on which it takes time to tell an event; `onTold` hears of each. */
async function openSlow(onTold: () => void) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const io = new Server(server);
  const send = (...said: Parameters<typeof sendTo>) => {
    work();
    sendTo(...said);
    onTold();
  };
  const feeds = new LiveFeeds(
    platform,
    () => [rooms.company],
    { end: (socket) => socket.disconnect(true), send },
    () => undefined,
  );
  io.use((socket, next) => {
    http.tokens.verify(String(socket.handshake.auth.token)).then((claims) => {
      socket.data.listener = { ...claims, rooms: new Set() };
      next();
    }, next);
  });
  io.on('connection', (socket) => {
    socket.on('disconnect', () => feeds.leave(socket));
    feeds.join(socket).then(
      (seq) => socket.emit('ready', { seq }),
      () => socket.disconnect(true),
    );
  });
  afterAll(async () => {
    for (const socket of opened) socket.disconnect();
    feeds.close();
    await io.close();
  });
  const bound = server.address();
  return (client: Client) => {
    const browser = openBrowser(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`, opened);
    browser.token = client.token;
    return browser.listen();
  };
}

type Ear = Awaited<ReturnType<Client['listen']>>;
const numbers = ({ heard }: Ear) => heard.filter(({ name }) => name !== 'ready' && name !== 'head').map(({ data }) => Number(data.seq));
const readyAt = ({ heard }: Ear) => Number(heard.find(({ name }) => name === 'ready')?.data.seq);
const after = (seq: number, count: number) => Array.from({ length: count }, (_, n) => seq + n + 1);

test('while much is told other work goes on, who comes hears all that follows, who goes hears no more, and all in order', async () => {
  const admin = await world.company();
  let turns = 0;
  let turn = setImmediate(function count() {
    turns += 1;
    turn = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(turn));
  const toldIn: number[] = [];
  let coming: Promise<Ear> | undefined;
  const connect = await openSlow(() => {
    toldIn.push(turns);
    if (toldIn.length === 10) coming = connect(admin);
    if (toldIn.length === 20) leaving.socket.disconnect();
  });
  const [staying, leaving] = await Promise.all([connect(admin), connect(admin)]);
  const begun = readyAt(staying);
  const happen = (count: number) =>
    inScope(platform, { companyId: admin.user.companyId }, async (scope) => {
      for (let n = 0; n < count; n += 1) scope.emit(queueLive, { action: 'delete', queueId: n + 1 }, { rooms: [rooms.company] });
    });
  await happen(600);
  await expect.poll(() => numbers(staying).at(-1), patient).toBe(begun + 600);
  expect(new Set(toldIn).size).toBeGreaterThan(100);

  const came = await coming;
  if (!came) throw new Error('nobody came');
  await happen(1);
  for (const ear of [staying, came]) {
    await expect.poll(() => numbers(ear).at(-1), patient).toBe(begun + 601);
    expect(numbers(ear)).toEqual(after(readyAt(ear), begun + 601 - readyAt(ear)));
  }
  const heard = numbers(leaving);
  expect(heard).toEqual(after(begun, heard.length));
  expect(heard.length).toBeLessThan(600);
});
