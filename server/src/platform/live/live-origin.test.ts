import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { isOriginAllowed } from './live-origin.ts';

const publicUrl = 'https://atende.exemplo.com/prosa';

test.each([
  ['no origin, as of a program', undefined, { host: 'prosa:3000' }, true],
  ['the requested host', 'http://prosa:3000', { host: 'prosa:3000' }, true],
  ['the requested host in other letters', 'http://Prosa:3000', { host: 'PROSA:3000' }, true],
  ['the requested host with its usual port', 'https://prosa', { host: 'prosa:443' }, true],
  ['the public address behind a proxy', 'https://atende.exemplo.com', { host: '10.0.0.7:3000' }, true],
  ['the public address without TLS', 'http://atende.exemplo.com', { host: '10.0.0.7:3000' }, false],
  ['another port of the same host', 'http://prosa:4000', { host: 'prosa:3000' }, false],
  ['another host', 'https://evil.example', { host: 'prosa:3000' }, false],
  ['a host that begins alike', 'https://prosa.evil.example', { host: 'prosa' }, false],
  ['the host that a client claims to be forwarded', 'https://evil.example', { host: 'prosa', 'x-forwarded-host': 'evil.example' }, false],
  ['no page at all', 'null', { host: 'prosa' }, false],
  ['a text that is no address', 'prosa', { host: 'prosa' }, false],
] as const)('%s: %s is judged', (_which, origin, headers, isAllowed) => {
  expect(isOriginAllowed({ headers: { ...headers, origin }, isProxied: false }, publicUrl)).toBe(isAllowed);
});

test('a trusted proxy says which host was requested', () => {
  const headers = { origin: 'https://prosa.example', host: '10.0.0.7:3000', 'x-forwarded-host': 'prosa.example' };
  expect(isOriginAllowed({ headers, isProxied: true }, undefined)).toBe(true);
});

test('the live channel refuses a page of another origin, by WebSocket and by polling, and accepts its own', async () => {
  const world = await openWorld({ ROLES: 'web' });
  const { token } = await world.company();
  const { url } = world.server;
  const connect = async (origin: string, transports: ['websocket'] | ['polling']) => {
    const socket = io(url, { auth: { token }, transports, forceNew: true, reconnection: false, extraHeaders: { origin } });
    try {
      return await new Promise<string>((resolve) => {
        socket.once('ready', () => resolve('ready'));
        socket.once('connect_error', () => resolve('refused'));
      });
    } finally {
      socket.disconnect();
    }
  };
  for (const transports of [['websocket'], ['polling']] satisfies Array<['websocket'] | ['polling']>) {
    expect(await connect('https://evil.example', transports), transports[0]).toBe('refused');
    expect(await connect(url, transports), transports[0]).toBe('ready');
  }
});
