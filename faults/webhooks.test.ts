import { simulatorApi } from '@prosa/contracts/simulator';
import { webhookEvents, webhooksApi } from '@prosa/contracts/webhooks';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openPool } from '../server/test/database.ts';
import { openReceiver } from '../server/test/receiver.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

/** So many events reach the receiver at least; 100,000 take some minutes. */
const wanted = Number(process.env.FAULTS_WEBHOOK_EVENTS ?? 400);
const customers = 12;
const minutes = 60_000;
const supervisor = openSupervisor();
const secret = 'um segredo de dezesseis';
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let node: ServerNode;
let database: pg.Pool;
let admin: Client;
let whatsappId: number;

beforeAll(async () => {
  receiver = await openReceiver(secret);
  const { url } = await supervisor.postgres();
  database = openPool(url);
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2', OUTBOUND_ALLOW: `webhook:${receiver.host}` });
  await node.start();
  const people = peopleOf(node.url);
  admin = await people.company();
  whatsappId = await people.connection(admin, { queueIds: [await people.queue(admin)] });
  await admin.call(webhooksApi.create, { body: { name: 'Receptor', url: receiver.url, events: [...webhookEvents], secret } });
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
  receiver?.close();
});

const countOf = async (condition: string): Promise<number> =>
  Number((await database.query(`select count(*) from webhook_deliveries where ${condition}`)).rows[0].count);

/** Each customer writes one message after the other, whatever becomes of the server, until the receiver has got enough. */
async function writeAsOne(customer: number, isEnough: () => boolean): Promise<void> {
  const number = `551197777${String(customer).padStart(4, '0')}`;
  for (let n = 0; !isEnough(); n += 1) {
    const body = { number, name: `Cliente ${customer}`, body: `${customer}: ${n}` };
    await until('it is written', () => admin.call(simulatorApi.write, { params: { whatsappId }, body }), 120);
  }
}

/** Dies anywhere, then at each of the points of webhooks, and is started again at once, while customers write. */
async function dieAgainAndAgain(): Promise<void> {
  await until('deliveries arrive', () => receiver.received.length > 50, 120);
  await node.kill();
  for (const point of crashPoints.webhooks) {
    node.launch({ CRASH_AT: `${point}#2` });
    expect(await node.ended(), point).toEqual({ code: null, signal: 'SIGKILL' });
  }
  await node.start();
}

test('what happened arrives at least once and in the order of each ticket, through kill -9 at every step', {
  timeout: 4 * minutes + wanted * 30,
}, async () => {
  let areOver = false;
  const isEnough = () => areOver && receiver.received.length >= wanted;
  const writing = Array.from({ length: customers }, (_, customer) => writeAsOne(customer, isEnough));
  await dieAgainAndAgain();
  areOver = true;
  await Promise.all(writing);
  await until('all frames are processed', async () => (await database.query('select from inbox')).rowCount === 0, 120);
  await until('all events are seen', unseen, 120);
  await until('nothing waits', async () => (await countOf(`state = 'waiting'`)) === 0, 60 + wanted / 100);

  expect(receiver.faults).toEqual([]);
  expect(await countOf(`state = 'failed'`)).toBe(0);
  const arrived = new Map<string, number>();
  for (const [place, { id }] of receiver.received.entries()) if (!arrived.has(id)) arrived.set(id, place);
  const { rows } = await database.query<{ delivery: string; about: string }>('select delivery, about from webhook_deliveries order by id');
  expect(rows.filter(({ delivery }) => !arrived.has(delivery))).toEqual([]);
  expect(arrived.size).toBe(rows.length);
  const last = new Map<string, number>();
  const disordered = rows.filter(({ delivery, about }) => {
    const place = arrived.get(delivery) ?? -1;
    const isLate = place < (last.get(about) ?? -1);
    last.set(about, place);
    return isLate;
  });
  expect(disordered).toEqual([]);
  await expectEveryMessageTold();
});

async function unseen(): Promise<boolean> {
  // No count: what a test before it in the same process has told the driver makes it a text or a number.
  const { rowCount } = await database.query(
    'select from webhooks w join company_counters c using (company_id) where w.seen_seq < c.event_seq',
  );
  return rowCount === 0;
}

/** By the database's own account, and not by what was noted for webhooks: each message once as new, in the order of its ticket. */
async function expectEveryMessageTold(): Promise<void> {
  const said = await database.query<{ id: string; ticket: number }>('select id, ticket_id as ticket from messages order by ticket_id, id');
  const told = new Map<number, number[]>();
  const known = new Set<string>();
  for (const { id, event, data } of receiver.received) {
    if (event !== 'message.created' || known.has(id)) continue;
    known.add(id);
    const ticket = Number(data.ticketId);
    addTo(told, ticket, Number(data.id));
  }
  const stored = new Map<number, number[]>();
  for (const { id, ticket } of said.rows) addTo(stored, ticket, Number(id));
  expect(told.size).toBe(customers);
  for (const [ticket, ids] of stored) expect(told.get(ticket), `ticket ${ticket}`).toEqual(ids);
}

function addTo(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key) ?? [];
  list.push(value);
  lists.set(key, list);
}
