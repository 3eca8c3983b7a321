import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { sessionsOnly } from '../../../test/sessions-only.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { noExtras } from '../../channels/features.ts';
import type { MessageFrame, Provider, SendOutcome } from '../../channels/port.ts';
import { inScope } from '../../platform/database/scope.ts';
import { claimLeases, type HeldLease, releaseLeases } from '../connections/leases.ts';
import { Gateway } from '../gateway/gateway.ts';
import { openFrameStore } from '../inbox/frame-store.ts';
import { processInbox } from '../inbox/inbox.actions.ts';
import { storeReceipts } from '../messages/message-arrival.actions.ts';
import { claimNext, recordOutcomes } from './outbox.actions.ts';

// Nobody works here but the test: no worker takes frames in, no node runs connections.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const nobodyYet = { busy: [], recent: [], conversations: 100 };
const statements = () => statementsSent(world.server.url, 'channel');

const frame = (number: string): MessageFrame => ({
  kind: 'message',
  id: `IN${number}`,
  chat: number,
  fromMe: false,
  participant: '',
  participantName: '',
  isGroup: false,
  name: number,
  body: 'Oi',
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
  sentAt: new Date().toISOString(),
});

/** A company whose connection this test holds, with so many customers who are being served. */
async function office(customers: number) {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'simulator' } });
  const lease = (await claimLeases(platform, 'this test', 60, [])).find(({ connectionId }) => connectionId === id);
  if (!lease) throw new Error('the connection is held by somebody else');
  const held: HeldLease = { ...lease, owner: 'this test' };
  const numbers = Array.from({ length: customers }, newNumber);
  await openFrameStore(platform)(held, numbers.map(frame));
  await processInbox(platform, held.companyId, { limit: 500 });
  const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true' } });
  for (const ticket of tickets) await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  return { admin, held, ticketIds: tickets.map((ticket) => ticket.id).toSorted((a, b) => a - b) };
}

/** Each customer is told so many things, in turn. */
async function say({ admin, ticketIds }: { admin: Client; ticketIds: number[] }, each: number): Promise<void> {
  for (let n = 1; n <= each; n += 1) await Promise.all(ticketIds.map((id) => sayIn(admin, id, `${id}: ${n}`)));
}

const acksOf = async (admin: Client, ticketId: number) =>
  (await admin.call(messagesApi.list, { params: { ticketId }, query: {} })).messages.filter(({ fromMe }) => fromMe).map(({ ack }) => ack);

describe('who records outcomes and who keeps receipts lock messages in one order', () => {
  let desk: Awaited<ReturnType<typeof office>>;
  let messages: Array<{ id: string; channelId: string }>;
  beforeAll(async () => {
    desk = await office(6);
    await say(desk, 8);
    const { rows } = await owner.query<{ id: string; channelId: string }>(
      'select id, channel_id as "channelId" from messages where company_id = $1 and from_me order by id desc',
      [desk.held.companyId],
    );
    messages = rows;
  });

  const receipts = (ack: 1 | 2 | 3) =>
    inScope(platform, desk.held, (scope) =>
      storeReceipts(
        scope,
        messages.map(({ channelId }) => ({ connectionId: desk.held.connectionId, receipt: { kind: 'receipt', id: channelId, ack } })),
      ),
    );

  /** The oldest message is held by somebody else: whoever takes the others before it will meet one day who took them after it. */
  async function whileTheOldestIsHeld(work: () => Promise<unknown>): Promise<void> {
    const [newest, oldest] = [messages[0]?.id, messages.at(-1)?.id];
    const holder = new pg.Client({ connectionString: world.database.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from messages where id = $1 for update', [oldest]);
      const working = work();
      const isWaiting = async () =>
        (
          await owner.query(`select 1 from pg_locks l join pg_database d on d.oid = l.database or l.database is null
          where not l.granted and d.datname = current_database() limit 1`)
        ).rowCount;
      await expect.poll(isWaiting, patient).toBe(1);
      await owner.query('begin');
      await owner.query('select from messages where id = $1 for update nowait', [newest]).finally(() => owner.query('rollback'));
      await holder.query('commit');
      await working;
    } finally {
      await holder.end();
    }
  }

  test('receipts', () => whileTheOldestIsHeld(() => receipts(1)));

  test('outcomes', async () => {
    const claimed = await claimNext(platform, desk.held, nobodyYet);
    expect(claimed).toHaveLength(48);
    const sent = claimed
      .toReversed()
      .map(({ outboxId, attempts }) => ({ outboxId, attempts, result: { outcome: 'sent' }, unsure: false, isText: true }) as const);
    await whileTheOldestIsHeld(() => recordOutcomes(platform, desk.held, sent));
  });

  test('so that under any storm neither ever has to be tried again', async () => {
    for (let round = 0; round < 10; round += 1) {
      await say(desk, 2);
      const claimed = await claimNext(platform, desk.held, nobodyYet);
      messages = claimed.toReversed().map(({ id, outboxId }) => ({ id: String(outboxId), channelId: id }));
      const halves = [claimed.filter((_, at) => at % 2 === 0), claimed.filter((_, at) => at % 2 === 1)];
      await Promise.all([
        ...halves.map((half) =>
          recordOutcomes(
            platform,
            desk.held,
            half
              .toReversed()
              .map(({ outboxId, attempts }) => ({ outboxId, attempts, result: { outcome: 'sent' }, unsure: false, isText: true })),
          ),
        ),
        receipts(2),
        receipts(3),
      ]);
    }
    for (const id of desk.ticketIds) expect((await acksOf(desk.admin, id)).slice(-2)).toEqual([3, 3]);
  });
});

/** A channel that keeps what it was handed, each conversation's in its order, and answers as it is told to. */
function notingChannel(answer: (body: string) => Promise<SendOutcome>) {
  const handed: string[] = [];
  let most = 0;
  const underWay = new Map<string, number>();
  const provider: Provider = {
    open: () => ({
      isOpen: () => true,
      async send({ chat, body }) {
        underWay.set(chat, (underWay.get(chat) ?? 0) + 1);
        most = Math.max(most, underWay.get(chat) ?? 0);
        handed.push(body);
        const outcome = await answer(body);
        underWay.set(chat, (underWay.get(chat) ?? 1) - 1);
        return outcome;
      },
      ...noExtras,
      retract: async () => ({ outcome: 'sent' }),
      onOpen: (listener) => setImmediate(listener),
      close: async () => undefined,
    }),
    ...sessionsOnly,
  };
  const said = (ticketId: number) => handed.filter((body) => body.startsWith(`${ticketId}: `)).map((body) => Number(body.split(': ')[1]));
  return { provider, handed, said, maxOfOneChat: () => most };
}

/** Runs the connections that nobody holds, for as long as the work takes. */
async function withNode(provider: Provider, work: () => Promise<void>): Promise<void> {
  await releaseLeases(platform, 'this test');
  const gateway = new Gateway(platform, { owner: 'a node', leaseSeconds: 5, providers: { simulator: provider } });
  try {
    await work();
  } finally {
    await gateway.stop();
    await claimLeases(platform, 'this test', 60, []);
  }
}

const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);
const sent = { outcome: 'sent' } as const;

test('what has piled up leaves in order, one of a conversation at a time, by a few statements for each message', async () => {
  const desk = await office(3);
  await say(desk, 40);
  const channel = notingChannel(async () => sent);
  const before = await statements();
  let after = 0;
  await withNode(channel.provider, async () => {
    await expect.poll(() => desk.ticketIds.map((id) => channel.said(id).length), patient).toEqual([40, 40, 40]);
    await expect.poll(async () => (await acksOf(desk.admin, desk.ticketIds[0] ?? 0)).every((ack) => ack === 1), patient).toBe(true);
    after = await statements();
  });
  for (const id of desk.ticketIds) expect(channel.said(id)).toEqual(upTo(40));
  expect(channel.maxOfOneChat()).toBe(1);
  // One by one it was at least eight for each: three to claim it, five to record what became of it.
  expect(after).toBeGreaterThan(before);
  expect((after - before) / channel.handed.length).toBeLessThan(3);
});

test('one conversation that has to wait holds up its own messages and no others', async () => {
  const desk = await office(2);
  const [slow = 0, quick = 0] = desk.ticketIds;
  await say(desk, 12);
  // Until all of the other one have left: would they wait for it, neither would ever get on.
  const haveAllLeft = (): boolean => channel.said(quick).includes(12);
  const channel = notingChannel(async (body) =>
    body === `${slow}: 3` && !haveAllLeft() ? { outcome: 'later', reason: 'temporary' } : sent,
  );
  await withNode(channel.provider, async () => {
    await expect.poll(() => channel.said(slow).at(-1), patient).toBe(12);
    await expect.poll(() => channel.said(quick).length, patient).toBe(12);
  });
  const refusals = channel.said(slow).filter((n) => n === 3).length - 1;
  expect(refusals).toBeGreaterThan(0);
  expect(channel.said(slow)).toEqual([1, 2, ...Array.from({ length: refusals }, () => 3), ...upTo(12).slice(2)]);
  expect(channel.said(quick)).toEqual(upTo(12));
  const waited = channel.handed.lastIndexOf(`${slow}: 3`);
  expect(channel.handed.indexOf(`${quick}: 12`), 'the other one did not wait for it').toBeLessThan(waited);
});

test('a conversation with whom the provider takes its time keeps no other waiting', async () => {
  const desk = await office(2);
  const [slow = 0, quick = 0] = desk.ticketIds;
  await say(desk, 10);
  let answer: (outcome: SendOutcome) => void = () => undefined;
  const late = new Promise<SendOutcome>((resolve) => {
    answer = resolve;
  });
  const channel = notingChannel((body) => (body === `${slow}: 1` ? late : Promise.resolve(sent)));
  await withNode(channel.provider, async () => {
    await expect.poll(() => channel.said(quick).length, patient).toBe(10);
    await sayIn(desk.admin, quick, `${quick}: 11`);
    await expect.poll(() => channel.said(quick).length, patient).toBe(11);
    expect(channel.said(slow)).toEqual([1]);
    answer(sent);
    await expect.poll(() => channel.said(slow).length, patient).toBe(10);
  });
  expect(channel.said(slow)).toEqual(upTo(10));
});

test('what a node had claimed and never handed over leaves with the next one', async () => {
  const desk = await office(1);
  const [id = 0] = desk.ticketIds;
  await say(desk, 5);
  const channel = notingChannel(() => new Promise(() => undefined));
  await releaseLeases(platform, 'this test');
  const gateway = new Gateway(platform, {
    owner: 'a node',
    leaseSeconds: 5,
    providers: { simulator: channel.provider },
    closeSeconds: 0.2,
  });
  await expect.poll(() => channel.said(id), patient).toEqual([1]);
  await gateway.stop();
  await sleep(0);
  const next = notingChannel(async () => sent);
  await withNode(next.provider, async () => {
    await expect.poll(() => next.said(id), patient).toEqual(upTo(5));
  });
});
