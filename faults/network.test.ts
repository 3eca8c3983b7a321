import { setTimeout as sleep } from 'node:timers/promises';
import { Message, messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../server/test/browser.ts';
import { check, isClean, table } from './checker.ts';
import { type CheckerDatabase, noteStaleWrites, openCheckerDatabase } from './checker-database.ts';
import type { ServerNode } from './node.ts';
import type { ChaosProxy } from './proxy.ts';
import { randomFrom } from './random.ts';
import { openSupervisor } from './supervisor.ts';
import { openTraffic, type Traffic } from './traffic.ts';
import { until } from './waiting.ts';

const seed = process.env.FAULTS_SEED ?? 'network';
const stretch = 60;
const stretches = 5;
const leaseSeconds = 6;

const supervisor = openSupervisor();
let node: ServerNode;
let proxy: ChaosProxy;
let truth: CheckerDatabase;
let traffic: Traffic;
let running: Promise<void>;
let allowed = 0;

beforeAll(async () => {
  const { url } = await supervisor.postgres();
  proxy = await supervisor.proxy({ path: `${new URL(url).searchParams.get('host') ?? ''}/.s.PGSQL.5432` });
  node = await supervisor.node({
    DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
    LEASE_SECONDS: String(leaseSeconds),
  });
  await node.start();
  // The checker has a line of its own.
  truth = await openCheckerDatabase(url);
  await noteStaleWrites(truth);
  const options = {
    companies: 1,
    connections: 1,
    customers: 4,
    inbound: (stretch * stretches * 3) / 4,
    outbound: (stretch * stretches) / 4,
  };
  traffic = await openTraffic([node.url], randomFrom(seed), options);
  running = traffic.run();
  running.catch(() => undefined);
});

afterAll(async () => {
  await traffic?.close();
  await truth?.close();
  await supervisor.close();
});

/** A stretch of the traffic under some trouble, and then in calm until everything has come to rest. */
async function nothingIsHarmedBy(trouble: (reached: () => boolean) => Promise<void>): Promise<void> {
  allowed += stretch;
  traffic.allow(allowed);
  const goal = allowed;
  await Promise.race([trouble(() => traffic.progress() >= goal), running]);
  await Promise.race([traffic.reach(goal), running]);
  const findings = await check(traffic.ledger, [node.url], truth);
  expect(isClean(findings), `seed ${seed}\n${table(findings)}`).toBe(true);
  expect(node.isUp(), node.said().stderr).toBe(true);
}

test('commits whose answer is lost: the line breaks between COMMIT and its answer', async () => {
  const before = proxy.figures().lostReplies;
  await nothingIsHarmedBy(async (reached) => {
    proxy.loseCommitReplies(6);
    proxy.loseRepliesTo('keep_frames', 3);
    await until('the stretch is through', reached, 120);
    proxy.loseCommitReplies(0);
    proxy.loseRepliesTo('', 0);
  });
  expect(proxy.figures().lostReplies - before).toBeGreaterThan(10);
});

test('every connection cut, again and again', async () => {
  const random = randomFrom(`${seed}/cuts`);
  await nothingIsHarmedBy(async (reached) => {
    for (let cuts = 0; cuts < 12 || !reached(); cuts += 1) {
      await sleep(random.below(200));
      if (cuts % 4 === 3) {
        proxy.refuse(true);
        await sleep(random.below(300));
        proxy.refuse(false);
      } else proxy.cut();
      if (cuts > 40) break;
    }
  });
});

test('cut off for longer than a node trusts its lease, and for less than the lease lasts', async () => {
  await nothingIsHarmedBy(async () => {
    proxy.refuse(true);
    await sleep(leaseSeconds * 1000 * 0.77);
    proxy.refuse(false);
  });
});

test('a line that is slow and brings everything in small pieces', async () => {
  await nothingIsHarmedBy(async (reached) => {
    proxy.set({ delayMs: 3, drip: { bytes: 700, pauseMs: 1 } });
    await until('the stretch is through', reached, 120);
    proxy.set({ delayMs: 0, drip: undefined });
  });
});

test('a line that falls silent for a while, and the connections of that time for good', async () => {
  await nothingIsHarmedBy(async () => {
    proxy.set({ blackhole: true });
    // Whoever sends it requests hears soon that it can not work: the pools themselves wait three times as long.
    const asked = performance.now();
    const answer = await fetch(`${node.url}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    process.stdout.write(`network: not ready ${((performance.now() - asked) / 1000).toFixed(1)} s after the database fell silent\n`);
    expect(answer.status).toBe(503);
    await sleep(4_000);
    proxy.set({ blackhole: false });
    await node.ready(30);
  });
});

test('an answer to a customer whose commit is never confirmed is sent once, whatever the agent tries', async () => {
  const people = peopleOf(node.url);
  const admin = await people.company();
  const whatsappId = await people.connection(admin);
  const number = '5511955550000';
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body: 'question' } });
  const ticket = await until(
    'the ticket appears',
    async () => (await admin.call(ticketsApi.list, { query: { status: 'pending' } })).tickets[0],
  );
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: admin.user.id } });
  const send = () =>
    admin.send(messagesApi.send, { params: { ticketId: ticket.id }, body: { body: 'answer' } }, { 'idempotency-key': 'one answer' });

  proxy.loseCommitReplies(1);
  const refused = await send();
  proxy.loseCommitReplies(0);
  expect(refused).toMatchObject({ status: 503, body: { error: 'ERR_UNAVAILABLE' } });
  const answers = await Promise.all([send(), send(), send()]);
  const ids = answers.map(({ status, body }) => (status === 200 ? Message.parse(body).id : status));
  expect(new Set(ids).size).toBe(1);
  await until('the customer has it', async () => {
    const phone = await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } });
    return phone.length === 2;
  });
  const shown = await admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} });
  expect(shown.messages.map(({ body, id }) => [body, id])).toEqual([
    ['question', expect.any(Number)],
    ['answer', ids[0]],
  ]);
});
