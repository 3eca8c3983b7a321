import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundStatement, completedTag, isReady, messagesOf } from './pg-wire.ts';
import { freePort } from './ports.ts';

export type Upstream = { path: string } | { host: string; port: number };

/** How the proxied connection behaves. */
type LineBehaviour = {
  delayMs: number;
  /** Bytes of a piece, and the pause after each. */
  drip: { bytes: number; pauseMs: number } | undefined;
  /** Everything is swallowed: no error, no answer. What was open meanwhile stays silent for good, as behind a router that forgot it. */
  blackhole: boolean;
};

export type ChaosProxy = {
  port: number;
  set(weather: Partial<LineBehaviour>): void;
  /** Every connection breaks at once. */
  cut(): number;
  refuse(refusing: boolean): void;
  /** Of the committed transactions from now on, one in so many is carried out but its answer never arrives; 0 ends it. */
  loseCommitReplies(oneIn: number): void;
  /** Likewise for a prepared statement that is a transaction of its own. */
  loseRepliesTo(statement: string, oneIn: number): void;
  figures(): { connections: number; cuts: number; lostReplies: number };
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket; silent: boolean };

/** A line to a server that can be made to misbehave as lines do. Understands enough of PostgreSQL to cut it where it hurts most. */
export async function openProxy(upstream: Upstream): Promise<ChaosProxy> {
  const pairs = new Set<Pair>();
  const weather: LineBehaviour = { delayMs: 0, drip: undefined, blackhole: false };
  const losing = { commits: 0, statement: '', statements: 0 };
  const seen = { commits: 0, statements: 0 };
  const figures = { connections: 0, cuts: 0, lostReplies: 0 };
  let refusing = false;

  const dueNow = (kind: 'commits' | 'statements') => losing[kind] > 0 && ++seen[kind] % losing[kind] === 0;

  function end(pair: Pair): void {
    if (!pairs.delete(pair)) return;
    pair.client.resetAndDestroy();
    pair.server.destroy();
  }

  /** Whether the answer in this piece must be kept from the client. It was carried out all the same. */
  function replyWatch(pair: Pair) {
    const fromClient = messagesOf('client');
    const fromServer = messagesOf('server');
    let awaited = false;
    pair.client.on('data', (chunk: Buffer) => {
      for (const message of fromClient(chunk))
        if (losing.statement !== '' && boundStatement(message) === losing.statement && dueNow('statements')) awaited = true;
    });
    return (chunk: Buffer) => {
      let lost = false;
      for (const message of fromServer(chunk)) {
        // A statement alone is committed only when the server is ready again.
        if (awaited && isReady(message)) lost = true;
        if (completedTag(message) === 'COMMIT' && dueNow('commits')) lost = true;
      }
      if (lost) figures.lostReplies += 1;
      return { lost, hold: awaited };
    };
  }

  const server: Server = createServer((client) => {
    if (refusing) return void client.resetAndDestroy();
    const upward = connect(upstream);
    const pair: Pair = { client, server: upward, silent: weather.blackhole };
    pairs.add(pair);
    figures.connections += 1;
    for (const socket of [client, upward]) {
      socket.setNoDelay(true);
      socket.on('error', () => end(pair));
      socket.on('close', () => end(pair));
    }
    const watch = replyWatch(pair);
    const swallows = () => {
      pair.silent ||= weather.blackhole;
      return pair.silent;
    };
    forward(client, upward, weather, () => (swallows() ? 'drop' : 'pass'));
    forward(upward, client, weather, (chunk) => {
      const { lost, hold } = watch(chunk);
      if (lost) end(pair);
      return lost || hold || swallows() ? 'drop' : 'pass';
    });
  });

  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    const broken = [...pairs];
    figures.cuts += broken.length;
    broken.forEach(end);
    return broken.length;
  };
  return {
    port,
    set(change) {
      Object.assign(weather, change);
      if (weather.blackhole) for (const pair of pairs) pair.silent = true;
    },
    cut,
    refuse(now) {
      refusing = now;
      if (now) cut();
    },
    loseCommitReplies(oneIn) {
      [losing.commits, seen.commits] = [oneIn, 0];
    },
    loseRepliesTo(statement, oneIn) {
      [losing.statement, losing.statements, seen.statements] = [statement, oneIn, 0];
    },
    figures: () => ({ ...figures }),
    async close() {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Forwards bytes in one direction, in order, with the current behaviour. */
function forward(from: Socket, to: Socket, weather: LineBehaviour, decide: (chunk: Buffer) => 'pass' | 'drop'): void {
  let line = Promise.resolve();
  from.on('data', (chunk: Buffer) => {
    if (decide(chunk) === 'drop') return;
    const { delayMs, drip } = weather;
    if (delayMs === 0 && drip === undefined) {
      line = line.then(() => void (to.destroyed || to.write(chunk)));
      return;
    }
    from.pause();
    line = line
      .then(() => (delayMs > 0 ? sleep(delayMs) : undefined))
      .then(() => writeSlowly(chunk, to, drip))
      .finally(() => from.resume());
  });
}

async function writeSlowly(chunk: Buffer, to: Socket, drip: LineBehaviour['drip']): Promise<void> {
  const step = drip?.bytes ?? chunk.length;
  for (let at = 0; at < chunk.length && !to.destroyed; at += step) {
    to.write(chunk.subarray(at, at + step));
    if (drip !== undefined) await sleep(drip.pauseMs);
  }
}
