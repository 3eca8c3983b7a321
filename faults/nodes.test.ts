import { setTimeout as sleep } from 'node:timers/promises';
import { messageLive } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { peopleOf } from '../server/test/browser.ts';
import { check, isClean, table } from './checker.ts';
import { type CheckerDatabase, noteStaleWrites, openCheckerDatabase } from './checker-database.ts';
import type { Environment, ServerNode } from './node.ts';
import { randomFrom } from './random.ts';
import { hasRedis } from './redis.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';
import { openTraffic, type Traffic, type TrafficOptions } from './traffic.ts';
import { until } from './waiting.ts';

const seed = process.env.FAULTS_SEED ?? 'nodes';
const withoutRedis = hasRedis ? '' : ' (skipped: redis-server is not installed)';

/**
 * Short, so that nobody waits long; yet long enough that a busy machine does not pass the connection on by itself. With two seconds
 * it did: nothing was lost, but the node that was stopped then was no longer the one that held the connection.
 */
const brief = '6';

type Nodes = {
  a: ServerNode;
  b: ServerNode;
  /** What the first calls itself in leases. */
  nameOfA: string;
  truth: CheckerDatabase;
  traffic: Traffic;
  running: Promise<void>;
};

let supervisor: Supervisor;
const closers: Array<() => unknown> = [];
beforeEach(() => {
  supervisor = openSupervisor();
  closers.push(supervisor.close);
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Two nodes on one database. The first was there before, so the connections are its. */
async function openNodes(environment: Environment, options: Pick<TrafficOptions, 'inbound' | 'outbound'>): Promise<Nodes> {
  const { url } = await supervisor.postgres();
  const [a, b] = [
    await supervisor.node({ DATABASE_URL: url, ...environment }),
    await supervisor.node({ DATABASE_URL: url, ...environment }),
  ];
  await a.start();
  const truth = await openCheckerDatabase(url);
  closers.push(truth.close);
  await noteStaleWrites(truth);
  const traffic = await openTraffic([a.url, b.url], randomFrom(seed), { companies: 1, connections: 1, customers: 4, ...options });
  closers.push(traffic.close);
  const running = traffic.run();
  running.catch(() => undefined);
  const nameOfA = (await leaseOf(truth))?.owner;
  if (!nameOfA) throw new Error('nobody has ever held the connection');
  await b.start();
  return { a, b, nameOfA, truth, traffic, running };
}

type Lease = { owner: string; held: boolean };
const leaseOf = async (truth: CheckerDatabase) =>
  (await truth.rows<Lease>('select owner, expires_at > clock_timestamp() as held from connection_leases order by connection_id'))[0];

/** From now until a node other than the first holds the connection, in milliseconds. */
async function takeover({ truth, nameOfA }: Nodes): Promise<number> {
  const begun = performance.now();
  await until('another node holds the connection', async () => {
    const lease = await leaseOf(truth);
    return lease !== undefined && lease.owner !== nameOfA && lease.held;
  });
  return performance.now() - begun;
}

/** Somebody writes at one node; how long until a screen at the other one shows it, in milliseconds. */
async function openBridge(from: ServerNode, to: ServerNode) {
  const sockets: Socket[] = [];
  closers.push(() => sockets.forEach((socket) => void socket.disconnect()));
  const here = peopleOf(from.url);
  const admin = await here.company();
  const whatsappId = await here.connection(admin);
  const colleague = await here.colleague(admin, 'admin');
  const there = peopleOf(to.url, sockets).client();
  await there.logIn(colleague.user.email);
  const screen = await there.listen();
  return async (body: string): Promise<number> => {
    const begun = performance.now();
    await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511977770000', body } });
    const shows = (event: Record<string, unknown>) => JSON.stringify(event).includes(body);
    await until(`the screen at the other node shows "${body}"`, () => screen.of(messageLive).some(shows));
    return performance.now() - begun;
  };
}

async function nothingIsWrong({ traffic, truth, running }: Nodes, urls: string[]): Promise<void> {
  await running;
  const findings = await check(traffic.ledger, urls, truth);
  expect(isClean(findings), `seed ${seed}\n${table(findings)}`).toBe(true);
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

test('two nodes that wake each other through PostgreSQL; the owner of a connection is killed', async () => {
  const nodes = await openNodes({}, { inbound: 60, outbound: 20 });
  const { a, b, traffic } = nodes;
  const tell = await openBridge(a, b);
  await tell('the first message');
  say(`nodes: from one node to a screen at the other through NOTIFY in ${inSeconds(await tell('the second message'))}`);

  traffic.allow(30);
  await traffic.reach(30);
  // From here on customers and agents write all the time, and go to the other node when one does not answer.
  traffic.allow(80);
  await a.kill();
  const taken = await takeover(nodes);
  say(`nodes: the connection of a killed node held by the other after ${inSeconds(taken)} (LEASE_SECONDS 15)`);
  // 15 seconds of the lease, 3 until the next look, and some for a machine that does other work as well.
  expect(taken).toBeLessThan(30_000);
  await nothingIsWrong(nodes, [b.url]);
});

test('a node that stood still comes back when its connection is held by another: it writes nothing any more', async () => {
  const nodes = await openNodes({ LEASE_SECONDS: brief }, { inbound: 60, outbound: 20 });
  const { a, b, traffic } = nodes;
  traffic.allow(30);
  await traffic.reach(30);
  traffic.allow(80);
  a.pause();
  await takeover(nodes);
  await sleep(500);
  a.resume();
  await traffic.reach(80);
  expect(a.isUp(), a.said().stderr).toBe(true);
  await nothingIsWrong(nodes, [a.url, b.url]);
});

test.skipIf(!hasRedis)(`two nodes that wake each other through Redis, and Redis dies${withoutRedis}`, async () => {
  const redis = await supervisor.redis();
  const nodes = await openNodes({ REDIS_URL: redis.url, LEASE_SECONDS: brief }, { inbound: 60, outbound: 20 });
  const { a, b, traffic } = nodes;
  const tell = await openBridge(a, b);
  await tell('the first message');
  say(`nodes: from one node to a screen at the other through Redis in ${inSeconds(await tell('the second message'))}`);
  await redis.kill();
  say(`nodes: without Redis in ${inSeconds(await tell('the third message'))}`);

  traffic.allow(80);
  await traffic.reach(30);
  await a.kill();
  await takeover(nodes);
  await redis.start();
  await nothingIsWrong(nodes, [b.url]);
  await a.start();
  const back = await openBridge(b, a);
  await back('the fourth message');
});
