import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import { sendTo } from './live-send.ts';

const server = createServer();
const io = new Server(server);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const clients: Socket[] = [];
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await io.close();
});

async function screen(transport: 'websocket' | 'polling') {
  const client = connect(`http://127.0.0.1:${port}`, { transports: [transport], forceNew: true });
  clients.push(client);
  const heard: unknown[] = [];
  client.on('told', (data: unknown) => heard.push(data));
  await new Promise<void>((resolve) => client.once('connect', () => resolve()));
  return { client, heard };
}

const screens = await Promise.all(Array.from({ length: 24 }, (_, n) => screen(n % 8 === 0 ? 'polling' : 'websocket')));
const hearing = screens.slice(0, 20);
const silent = screens.slice(20);
const ids = new Set(hearing.map(({ client }) => client.id));
const sockets = [...io.sockets.sockets.values()].filter(({ id }) => ids.has(id));
const heardNow = (told: unknown) => expect.poll(() => hearing.map(({ heard }) => heard.at(-1))).toEqual(hearing.map(() => told));

test('what many screens hear is put into words once, and heard by these alone', async () => {
  let written = 0;
  const data = {
    toJSON() {
      written += 1;
      return { seq: 7 };
    },
  };
  sendTo(sockets, 'told', data);
  sendTo([], 'told', { seq: 8 });
  await heardNow({ seq: 7 });
  expect(written).toBe(1);
  expect(silent.map(({ heard }) => heard)).toEqual([[], [], [], []]);
});

test.each([
  ['a word', 'olá'],
  ['as long as one byte tells, and longer', 'á'.repeat(60)],
  ['as long as two bytes tell', 'ção '.repeat(2_000)],
  ['longer than two bytes tell', '👩‍👩‍👧 '.repeat(8_000)],
])('texts of any length come whole: %s', async (_, text) => {
  sendTo(sockets, 'told', { seq: 9, text });
  await heardNow({ seq: 9, text });
});

test('who has left is told nothing, and the others hear it', async () => {
  const left = hearing.filter(({ client }) => client.id !== sockets[0]?.id);
  sockets[0]?.disconnect(true);
  sendTo(sockets, 'told', { seq: 10 });
  await expect.poll(() => left.map(({ heard }) => heard.at(-1))).toEqual(left.map(() => ({ seq: 10 })));
});
