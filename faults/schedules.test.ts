import { pathToFileURL } from 'node:url';
import { contactsApi } from '@prosa/contracts/contacts';
import { schedulesApi } from '@prosa/contracts/schedules';
import { simulatorApi } from '@prosa/contracts/simulator';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openPool } from '../server/test/database.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
/** `SCHEDULES=5000` for the long run. */
const many = Number(process.env.SCHEDULES ?? 150);
const patience = { timeout: 180_000 + many * 200 };
let node: ServerNode;
let database: pg.Pool;
let databaseUrl: string;
let admin: Client;
let whatsappId: number;
let customers = 0;

beforeAll(async () => {
  ({ url: databaseUrl } = await supervisor.postgres());
  database = openPool(databaseUrl, 2);
  node = await supervisor.node({ DATABASE_URL: databaseUrl, LEASE_SECONDS: '2' });
  await node.start();
  const people = peopleOf(node.url);
  admin = await people.company();
  whatsappId = await people.connection(admin);
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
});

async function contact() {
  customers += 1;
  const number = `551197777${String(customers).padStart(4, '0')}`;
  const { id } = await admin.call(contactsApi.create, { body: { name: 'Ana Maria', number } });
  return { contactId: id, number };
}
const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const create = (contactId: number, body: string, sendAt: string) =>
  admin.call(schedulesApi.create, { body: { contactId, body, sendAt, whatsappId } });
const received = async (number: string) =>
  (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } })).map(({ body }) => body);
const waiting = async () => (await database.query(`select count(*)::int as n from schedules where status = 'PENDENTE'`)).rows[0]?.n;
/** As if so much time had passed while the system was down. */
const letPass = (minutes: number) =>
  database.query(
    `update schedules
     set send_at = send_at - make_interval(mins => $1), due_at = due_at - make_interval(mins => $1)
     where status = 'PENDENTE'`,
    [minutes],
  );

test.each(crashPoints.schedules)('a death at %s: it is sent, and sent once', patience, async (point) => {
  const { contactId, number } = await contact();
  await create(contactId, 'Bom dia, Ana', inMinutes(60));
  await node.stop();
  await letPass(61);
  node.launch({ CRASH_AT: point });
  expect(await node.ended()).toEqual({ code: null, signal: 'SIGKILL' });
  await node.start();
  await until('it is sent', async () => (await received(number)).length > 0, 120);
  await until('nothing waits', async () => (await waiting()) === 0, 120);
  expect(await received(number)).toEqual(['Bom dia, Ana']);
});

test('over an outage of forty minutes, with kills on the way back: none is lost, none comes twice', patience, async () => {
  const { contactId, number } = await contact();
  const bodies = Array.from({ length: many }, (_, at) => `Aviso número ${at}`);
  for (let from = 0; from < many; from += 20)
    await Promise.all(bodies.slice(from, from + 20).map((body, at) => create(contactId, body, inMinutes(60 + ((from + at) % 40)))));
  await node.kill();
  await letPass(100);
  for (let kill = 0; kill < 3; kill += 1) {
    await node.start();
    const before = await waiting();
    await until('some are sent', async () => (await waiting()) < before, 60);
    await node.kill();
  }
  await node.start();
  await until('nothing waits', async () => (await waiting()) === 0, 120 + many / 5);
  await until('all have come', async () => (await received(number)).length >= many, 120 + many / 5);
  expect((await received(number)).toSorted()).toEqual(bodies.toSorted());
});

test('a node whose clock is two hours ahead sends nothing early', patience, async () => {
  const { contactId, number } = await contact();
  const early = await create(contactId, 'Em uma hora', inMinutes(60));
  await node.stop();
  const ahead = pathToFileURL(new URL('clock-two-hours-ahead.mjs', import.meta.url).pathname).href;
  await node.start({ NODE_OPTIONS: `--import=${ahead}` });
  const { rows } = await database.query(
    `insert into schedules (company_id, contact_id, connection_id, body, send_at, due_at)
     values ($1, $2, $3, 'Agora mesmo', clock_timestamp(), clock_timestamp())
     returning id`,
    [admin.user.companyId, contactId, whatsappId],
  );
  const status = async (id: number) => (await database.query('select status from schedules where id = $1', [id])).rows[0]?.status;
  await until('what is due is sent', async () => (await status(rows[0]?.id)) === 'ENVIADA', 120);
  expect(await status(early.id)).toBe('PENDENTE');
  await node.stop();
  await node.start();
  await until('it has come', async () => (await received(number)).length > 0, 120);
  expect(await received(number)).toEqual(['Agora mesmo']);
  await admin.call(schedulesApi.remove, { params: { id: early.id } });
});
