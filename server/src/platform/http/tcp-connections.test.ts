import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { patient } from '../../../test/patient.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { readConfig } from '../boot/config.ts';
import { openLog } from '../log.ts';
import { boundConnections } from './tcp-connections.ts';
import { isTrustedOf } from './trusted-proxy.ts';

/** Times in seconds instead of minutes: what is tested is who is cut and who is not. */
const world = await openWorld({
  ROLES: 'web',
  HTTP_HEAD_SECONDS: '1',
  HTTP_BODY_SECONDS: '1',
  HTTP_BODY_RATE: '2000',
  HTTP_STALL_SECONDS: '2',
  HTTP_IDLE_SECONDS: '2',
});

function dial(at: World = world, localAddress?: string) {
  const { port } = new URL(at.server.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', ...(localAddress && { localAddress }) });
  const state = { heard: '', closed: false };
  socket.on('data', (data) => {
    state.heard += String(data);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    state.closed = true;
  });
  onTestFinished(() => void socket.destroy());
  return Object.assign(state, { socket });
}

const head = (length: number) =>
  `POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** One byte now and then, until somebody has enough. */
async function drip(socket: Socket, every = 200): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    socket.write('x');
    await sleep(every);
  }
}

test('who says nothing, or drips a head, is asked to hurry no more: 408', async () => {
  const silent = dial();
  const dripping = dial();
  dripping.socket.write('GET /plans/list HTTP/1.1\r\nHost: x\r\nX-Long: ');
  void drip(dripping.socket);
  await expect.poll(() => [silent.closed, dripping.closed], patient).toEqual([true, true]);
  expect(silent.heard).toMatch(/^HTTP\/1.1 408 /);
  expect(dripping.heard).toMatch(/^HTTP\/1.1 408 /);
});

test('a hundred bodies that stall or drip are all cut', async () => {
  const bodies = Array.from({ length: 100 }, (_, n) => {
    const client = dial();
    client.socket.write(head(8_000));
    if (n % 2 === 0) void drip(client.socket);
    return client;
  });
  await expect.poll(() => bodies.filter(({ closed }) => !closed).length, patient).toBe(0);
  expect(bodies.map(({ heard }) => heard.slice(0, 12))).toEqual(bodies.map(() => 'HTTP/1.1 408'));
});

test('a body that drips after its answer was given is cut too', async () => {
  const client = dial();
  client.socket.write('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n');
  await expect.poll(() => client.heard, patient).toMatch(/^HTTP\/1.1 4/);
  void drip(client.socket);
  await expect.poll(() => client.closed, patient).toBe(true);
});

test('an idle connection is closed, and until then takes a next request', async () => {
  const client = dial();
  const ask = 'GET /plans/list HTTP/1.1\r\nHost: x\r\n\r\n';
  client.socket.write(ask);
  await expect.poll(() => client.heard.split('HTTP/1.1 200').length - 1, patient).toBe(1);
  client.socket.write(ask);
  await expect.poll(() => client.heard.split('HTTP/1.1 200').length - 1, patient).toBe(2);
  await expect.poll(() => client.closed, patient).toBe(true);
});

test('a second head that drips on a kept connection is cut before the connection would be idle', async () => {
  const client = dial();
  client.socket.write('GET /plans/list HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => client.heard, patient).toMatch(/^HTTP\/1.1 200/);
  client.socket.write('GET /plans/list HTTP/1.1\r\nX: ');
  void drip(client.socket);
  await expect.poll(() => client.closed, patient).toBe(true);
  expect(client.heard).toContain('HTTP/1.1 408');
});

test('who asks for a lot and takes nothing of it is let go; who takes it slowly gets it all', async () => {
  const size = 40_000_000;
  const server = createServer((_request, answer) => answer.end(Buffer.alloc(size)));
  boundConnections(server, readConfig({ HTTP_STALL_SECONDS: '2' }), isTrustedOf(0), openLog('silent'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const dialled = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const [stuck, slow] = dialled;
  for (const socket of dialled) socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  stuck?.pause();
  const connections = () => new Promise((told) => server.getConnections((_error, open) => told(open)));
  let taken = 0;
  const reading = (async () => {
    for await (const chunk of slow ?? []) {
      taken += Buffer.from(chunk).length;
      // A pause now and then, shorter than a stall, so that it takes several times as long as one.
      if (Math.floor(taken / 6_000_000) > Math.floor((taken - chunk.length) / 6_000_000)) await sleep(700);
      if (taken > size) return;
    }
  })();
  await expect.poll(connections, patient).toBe(1);
  await reading;
  expect(taken).toBeGreaterThan(size);
});

test('a slow and honest line passes: an upload that takes several times as long as one that drips may', async () => {
  const admin = await world.company();
  const boundary = 'x'.repeat(20);
  const file = randomBytes(120_000);
  const disposition = 'Content-Disposition: form-data; name="medias"; filename="a.bin"';
  const before = `--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(before), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const client = dial();
  client.socket.write(
    `POST /messages/999999 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  // Three seconds and more, where a body that does not get on has one.
  for (let at = 0; at < body.length; at += 8000) {
    client.socket.write(body.subarray(at, at + 8000));
    await sleep(200);
  }
  await expect.poll(() => client.heard, patient).toMatch(/^HTTP\/1.1 404/);
});

test('live connections, over websocket and long polling, outlive every one of these times', async () => {
  const admin = await world.company();
  const sockets = ['websocket', 'polling'].map((transport) =>
    io(world.server.url, { auth: { token: admin.token }, transports: [transport], forceNew: true, reconnection: false }),
  );
  onTestFinished(() => sockets.forEach((socket) => void socket.disconnect()));
  const lost: string[] = [];
  for (const socket of sockets) socket.on('disconnect', (why) => lost.push(why));
  await expect.poll(() => sockets.map(({ connected }) => connected), patient).toEqual([true, true]);
  await sleep(3500);
  expect(lost).toEqual([]);
  expect((await admin.send(connectionsApi.list, { query: {} })).status).toBe(200);
});

test('one address has a bounded number of connections; another address, and a place that became free, are not refused', async () => {
  const small = await openWorld({ ROLES: 'web', HTTP_CONNECTIONS_PER_ADDRESS: '20' });
  const crowd = Array.from({ length: 20 }, () => dial(small));
  await expect.poll(() => crowd.every(({ socket }) => socket.readyState === 'open'), patient).toBe(true);
  const refused = dial(small);
  await expect.poll(() => refused.closed, patient).toBe(true);
  const elsewhere = dial(small, '127.0.0.2');
  elsewhere.socket.write('GET /plans/list HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => elsewhere.heard, patient).toMatch(/^HTTP\/1.1 200/);
  expect(crowd.filter(({ closed }) => closed)).toEqual([]);
  for (const { socket } of crowd) socket.destroy();
  await expect.poll(async () => (await fetch(`${small.server.url}/plans/list`).catch(() => undefined))?.status, patient).toBe(200);
  await small.close();
});

test('a proxy that is trusted speaks for many and is not counted', async () => {
  const behind = await openWorld({ ROLES: 'web', HTTP_CONNECTIONS_PER_ADDRESS: '5', TRUST_PROXY: 'loopback' });
  const crowd = Array.from({ length: 30 }, () => dial(behind));
  for (const { socket } of crowd) socket.write('GET /plans/list HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => crowd.filter(({ heard }) => heard.startsWith('HTTP/1.1 200')).length, patient).toBe(30);
  await behind.close();
});
