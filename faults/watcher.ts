import { setTimeout as sleep } from 'node:timers/promises';
import { CaughtUp } from '@prosa/contracts/live';
import { io, type Socket } from 'socket.io-client';
import type { Caller } from './caller.ts';

export type LiveEvent = { seq: number; name: string; data: Record<string, unknown> };

/** What a permanently open screen receives, across reconnections. */
export type Watcher = {
  /** By number. */
  heard: Map<number, LiveEvent>;
  /** Events that came again or out of their order on one line. */
  disorder: string[];
  /** How often it was told to load afresh, and so can not know everything. */
  reloads: number;
  connects: number;
  isOn(): boolean;
  close(): Promise<void>;
};

/** Listens like the web app: on every return it asks for what it missed since the last number it has. */
export function watch(urls: readonly string[], caller: Caller): Watcher {
  const watcher = { heard: new Map<number, LiveEvent>(), disorder: [] as string[], reloads: 0, connects: 0 };
  let since: number | undefined;
  let socket: Socket | undefined;
  let on = false;
  let closed = false;
  let turn = 0;

  const keep = (event: LiveEvent) => void (watcher.heard.has(event.seq) || watcher.heard.set(event.seq, event));

  /** One connection, until it breaks. */
  async function session(url: string): Promise<void> {
    const line = io(url, {
      auth: { token: caller.token() },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: 5_000,
    });
    socket = line;
    const broken = new Promise<string>((resolve) => {
      line.once('disconnect', (reason) => resolve(reason));
      line.once('connect_error', (error) => resolve(error.message));
    });
    let lastPushed = 0;
    let caughtUp = false;
    line.onAny((name: string, data: Record<string, unknown>) => {
      const seq = Number(data.seq);
      if (name === 'ready' || name === 'head') return;
      if (seq <= lastPushed) watcher.disorder.push(`${name} ${seq} after ${lastPushed}`);
      lastPushed = seq;
      keep({ seq, name, data });
      if (caughtUp) since = seq;
    });
    const readyAt = await Promise.race([
      broken,
      new Promise<number>((resolve) => line.once('ready', ({ seq }: { seq: number }) => resolve(seq))),
    ]);
    if (typeof readyAt === 'number') {
      watcher.connects += 1;
      const settled = await Promise.race([broken, catchUp(line, readyAt)]);
      if (typeof settled === 'number') {
        since = Math.max(settled, lastPushed);
        [caughtUp, on] = [true, true];
        await broken;
      }
    }
    on = false;
    line.disconnect();
    if (/ERR_(TOKEN|SESSION)_EXPIRED/.test(await broken)) await caller.logIn().catch(() => undefined);
  }

  /** The number up to which nothing is missing. */
  async function catchUp(line: Socket, readyAt: number): Promise<number> {
    if (since === undefined) return readyAt;
    const answer = CaughtUp.parse(await line.emitWithAck('catchUp', { since }));
    if ('reload' in answer) watcher.reloads += 1;
    else for (const { seq, name, data } of answer.events) keep({ seq, name, data: Object(data) });
    return answer.head;
  }

  async function run(): Promise<void> {
    while (!closed) {
      await session(urls[turn++ % urls.length] ?? '').catch(() => undefined);
      if (!closed) await sleep(50);
    }
  }
  const running = run();

  return Object.assign(watcher, {
    isOn: () => on,
    async close() {
      closed = true;
      socket?.disconnect();
      await running;
    },
  });
}
