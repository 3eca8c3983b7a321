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

test('what many screens hear is put into words once, and heard by these alone', async () => {
  const screens = await Promise.all(Array.from({ length: 24 }, (_, n) => screen(n % 8 === 0 ? 'polling' : 'websocket')));
  const hearing = screens.slice(0, 20);
  const ids = new Set(hearing.map(({ client }) => client.id));
  const sockets = [...io.sockets.sockets.values()].filter(({ id }) => ids.has(id));
  let written = 0;
  const data = {
    toJSON() {
      written += 1;
      return { seq: 7 };
    },
  };
  sendTo(io, sockets, 'told', data);
  sendTo(io, [], 'told', { seq: 8 });
  await expect.poll(() => hearing.map(({ heard }) => heard), { timeout: 30_000 }).toEqual(hearing.map(() => [{ seq: 7 }]));
  // Once to look for binary parts, once for the words.
  expect(written).toBeLessThanOrEqual(2);
  expect(screens.slice(20).map(({ heard }) => heard)).toEqual([[], [], [], []]);
});
