import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import { messageLive } from '@prosa/contracts/messages';
import { ticketStatuses, ticketsApi } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { sessionsOnly } from '../../../test/sessions-only.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { noExtras } from '../../channels/features.ts';
import type { MessageFrame, Provider, Receiver, SendOutcome } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { Gateway } from '../gateway/gateway.ts';
import { processInbox, receiveFrames } from '../inbox/inbox.actions.ts';
import { storeMessagesStatement } from '../messages/message-arrival.actions.ts';
import { outboxTopic } from '../messages/outgoing.actions.ts';
import { audienceRooms } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';
import { openDirectSending } from './direct-sending.ts';
import { recordingSent } from './sent.actions.ts';

// Nobody takes frames in but the test; the node that runs the connections is its own.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
const gateways: Gateway[] = [];
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await owner.end();
});

const sent: SendOutcome = { outcome: 'sent' };
const menu = 'Bem-vindo!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
const support = 'Suporte, em que ajudamos?';
let written = 0;
const from = (chat: string, body: string): MessageFrame => ({
  kind: 'message',
  id: `IN${++written}`,
  chat,
  fromMe: false,
  participant: '',
  participantName: '',
  isGroup: false,
  name: chat,
  body,
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
  sentAt: new Date().toISOString(),
});

/** A company whose customers choose between two queues, and the channel they are answered over, run in this process. */
async function shop(answer: (body: string) => SendOutcome = () => sent) {
  const admin = await world.company();
  const queueIds = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  await owner.query(`update queues set greeting_message = $2 where id = $1`, [queueIds[1], support]);
  const body = { name: 'Loja', provider: 'simulator' as const, queueIds, greetingMessage: 'Bem-vindo!' };
  const { id } = await admin.call(connectionsApi.create, { body });
  const handed: Array<{ chat: string; body: string }> = [];
  let receiver: Receiver | undefined;
  const provider: Provider = {
    open(opened) {
      if (opened.connectionId === id) receiver = opened;
      return {
        ...noExtras,
        isOpen: () => true,
        async send({ chat, body }) {
          handed.push({ chat, body });
          return answer(body);
        },
        retract: async () => sent,
        onOpen: () => undefined,
        close: async () => undefined,
      };
    },
    ...sessionsOnly,
  };
  for (const before of gateways.splice(0)) await before.stop();
  gateways.push(new Gateway(platform, { owner: `node of ${id}`, leaseSeconds: 30, providers: { simulator: provider } }));
  await expect.poll(() => receiver, patient).toBeDefined();
  const { companyId } = admin.user;
  const keep = async (...frames: MessageFrame[]) => receiver?.receive(frames);
  const take = () => processInbox(platform, companyId, { limit: 100 });
  const receive = async (...frames: MessageFrame[]) => {
    await keep(...frames);
    await take();
  };
  const outbox = async () => {
    const { rows } = await owner.query<{ state: string }>('select state, attempts, unsure from outbox where company_id = $1', [companyId]);
    return rows;
  };
  const to = (chat: string) => handed.filter((each) => each.chat === chat).map(({ body }) => body);
  return { admin, companyId, connectionId: id, keep, take, receive, outbox, handed, to };
}

test('what the bot answers leaves at once, and nothing looks for it', async () => {
  const { receive, outbox, to } = await shop();
  const customers = Array.from({ length: 10 }, newNumber);
  const [before, began] = [await statementsSent(world.server.url, 'channel'), performance.now()];
  for (const chat of customers) {
    await receive(from(chat, 'Oi'));
    await expect.poll(outbox, patient).toEqual([]);
    expect(to(chat)).toEqual([menu]);
  }
  // What became of it is recorded in two round trips; looking for it would be a third. A few come by themselves each second.
  const seconds = (performance.now() - began) / 1_000;
  expect((await statementsSent(world.server.url, 'channel')) - before).toBeLessThan(24 + 2 * seconds);
  const { rows } = await owner.query(`select distinct ack from messages where from_me and chat = any($1)`, [customers]);
  expect(rows).toEqual([{ ack: 1 }]);
});

test('people are told that words have left as they were told that they were said: the bot’s, and an agent’s', async () => {
  const { admin, receive } = await shop();
  const heard = await admin.listen();
  const ana = newNumber();
  await receive(from(ana, 'Oi'));
  const [ticket] = (await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: ana } })).tickets;
  await admin.call(ticketsApi.update, { params: { id: ticket?.id ?? 0 }, body: { status: 'open', userId: admin.user.id } });
  await sayIn(admin, ticket?.id ?? 0, 'Olá, Ana!');
  const told = (action: 'create' | 'update') =>
    heard
      .of(messageLive)
      .map((event) => messageLive.message.parse(event))
      .flatMap((event) => (event.action === action && event.message.fromMe ? [event.message] : []));
  await expect.poll(() => told('update').length, patient).toBe(2);
  for (const [place, said] of told('create').entries()) {
    const left = told('update')[place];
    expect(left).toEqual({ ...said, ack: 1, ticket: left?.ticket });
    expect(left?.ticket).toMatchObject({ id: ticket?.id, status: place === 0 ? 'pending' : 'open' });
  }
  expect(told('create')).toHaveLength(2);
});

test('an answer waits behind what waits already in its conversation', async () => {
  let isAway = true;
  const { receive, outbox, to } = await shop((body) => (isAway && body === menu ? { outcome: 'later', reason: 'temporary' } : sent));
  const ana = newNumber();
  await receive(from(ana, 'Oi'));
  await expect.poll(() => to(ana).length, patient).toBeGreaterThan(0);
  await receive(from(ana, '2'));
  await sleep(100);
  expect(new Set(to(ana))).toEqual(new Set([menu]));
  isAway = false;
  await expect.poll(outbox, patient).toEqual([]);
  expect(to(ana).at(-1)).toBe(support);
  expect(to(ana).indexOf(support)).toBe(to(ana).length - 1);
});

test('of what was rolled back nothing leaves, and the conversation goes on', async () => {
  const { companyId, connectionId, receive, outbox, to } = await shop();
  const ana = newNumber();
  const direct = openDirectSending(platform);
  const taken = inScope(platform, { companyId, keepsPlans: true }, async (scope) => {
    await receiveFrames(scope, [{ connectionId, frame: from(ana, 'Oi') }], direct);
    throw new Error('the power fails');
  });
  await expect(taken).rejects.toThrow('the power fails');
  direct.letGo();
  await receive(from(ana, 'Oi'));
  await expect.poll(outbox, patient).toEqual([]);
  expect(to(ana)).toEqual([menu]);
});

test('once the connection is held elsewhere, answers wait for whoever holds it', async () => {
  const { connectionId, keep, take, receive, outbox, handed } = await shop();
  const ana = newNumber();
  await receive(from(ana, 'Oi'));
  await expect.poll(outbox, patient).toEqual([]);
  await keep(from(ana, '2'));
  await owner.query(`update connection_leases set owner = 'another node', epoch = epoch + 1 where connection_id = $1`, [connectionId]);
  await take();
  await sleep(100);
  expect(await outbox()).toEqual([{ state: 'queued', attempts: 0, unsure: false }]);
  expect(handed.map(({ body }) => body)).toEqual([menu]);
});

test('while the sender looks for other messages without rest, each answer leaves once', async () => {
  const { companyId, connectionId, receive, outbox, to } = await shop();
  const customers = Array.from({ length: 6 }, newNumber);
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      platform.wake.announce(outboxTopic(connectionId), companyId);
      await sleep(1);
    }
  })();
  await receive(...customers.map((chat) => from(chat, 'Oi')));
  for (let turn = 0; turn < 15; turn += 1) {
    await receive(...customers.map((chat) => from(chat, '2')));
    await expect.poll(outbox, patient).toEqual([]);
    await receive(...customers.map((chat) => from(chat, '#')));
  }
  await expect.poll(outbox, patient).toEqual([]);
  isOver = true;
  await looking;
  const { rows } = await owner.query<{ chat: string; bodies: string[] }>(
    'select chat, array_agg(body order by id) as bodies from messages where company_id = $1 and from_me group by chat',
    [companyId],
  );
  for (const { chat, bodies } of rows) expect(to(chat)).toEqual(bodies);
  expect(rows.map(({ chat }) => chat).toSorted()).toEqual(customers.toSorted());
});

test('a look that began before the answer was stored, and runs after it, does not send it a second time', async () => {
  const { companyId, connectionId, outbox, to } = await shop();
  const ana = newNumber();
  const direct = openDirectSending(platform);
  const { app } = platform.databases;
  const others: pg.PoolClient[] = [];
  let look: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (look = resolve)).then(() =>
    platform.wake.announce(outboxTopic(connectionId), companyId),
  );
  await inScope(platform, { companyId, keepsPlans: true }, async (scope) => {
    while (others.length + 1 < app.options.max) others.push(await app.connect());
    // It has to wait for a connection to the database: for ours.
    look();
    await hasBegun;
    await sleep(50);
    await receiveFrames(scope, [{ connectionId, frame: from(ana, 'Oi') }], direct);
  });
  direct.send();
  for (const each of others) each.release();
  await expect.poll(outbox, patient).toEqual([]);
  expect(to(ana)).toEqual([menu]);
});

type Node = Record<string, unknown> & { Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How the outbox is read, by the plan that is kept: the index, and what of it is looked up. */
async function pathsToOutbox(companyId: number, statement: SQL): Promise<unknown[]> {
  const { rows } = await inScope(platform, { companyId, keepsPlans: true }, ({ tx }) =>
    tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(sql`explain (format json) ${statement}`),
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  const scans = nodes.filter((node) => node['Relation Name'] === 'outbox' && String(node['Node Type']).includes('Scan'));
  return scans.map((node) => [node['Index Name'], String(node['Index Cond']).match(/\b(id|connection_id|chat) (=|>=|<=) /g)]);
}

test('however much has piled up, what stands before an answer and what has left are looked up row by row', async () => {
  const { companyId, connectionId, receive } = await shop();
  await receive(from(newNumber(), 'Oi'));
  for (const gateway of gateways.splice(0)) await gateway.stop();
  const held = { connectionId, companyId, epoch: 1, owner: 'a node' };
  const answer = {
    ticketId: 1,
    contactId: 1,
    connectionId,
    chat: 'x',
    channelId: 'x',
    body: 'x',
    origin: 'bot',
    why: 'x',
    mediaId: null,
  } as const;
  const direct = { leases: [held], channelIds: ['x'] };
  const reply = { at: new Date().toISOString(), answers: [answer], moves: [], beside: [sql`nothing as (select)`], direct };
  const byId = ['outbox_pkey', ['id = ']];
  for (const piledUp of [0, 5_000]) {
    await owner.query(
      `
        with said as (
          insert into messages (company_id, connection_id, contact_id, chat, from_me, channel_id, body, read, created_at)
          select $1, $2, (select max(id) from contacts where company_id = $1), 'x' || n % 100, true, 'PILE' || n, 'oi', true, now()
          from generate_series(1, $3::int) n
          returning id, chat)
        insert into outbox (company_id, connection_id, message_id, chat) select $1, $2, id, chat from said`,
      [companyId, connectionId, piledUp],
    );
    await owner.query('analyze outbox');
    expect(await pathsToOutbox(companyId, storeMessagesStatement([], new Date(), reply))).toEqual([
      ['outbox_heads', ['connection_id = ', 'chat >= ', 'chat <= ']],
    ]);
    expect(await pathsToOutbox(companyId, recordingSent(held, [1, 2, 3], true))).toEqual([byId, byId]);
  }
});

test('who hears that a text has left are those who hear of its ticket', async () => {
  const { companyId } = (await world.company()).user;
  for (const status of ticketStatuses)
    for (const userId of [null, 7])
      for (const queueId of [null, 9]) {
        const state = sql`(values (${status}::text, ${userId}::int, ${queueId}::int)) t(status, user_id, queue_id)`;
        const { rows } = await inScope(platform, { companyId }, ({ tx }) =>
          tx.execute(sql`select ${audienceRooms} as rooms from ${state}`),
        );
        expect(rows).toEqual([{ rooms: audienceOf({ status, userId, queueId }) }]);
      }
});
