import { connectionsApi } from '@prosa/contracts/connections';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openConversation, openSimulated, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { deleteExpired } from '../housekeeping/housekeeping.jobs.ts';
import { ledgerStatement } from './ledger.actions.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

type Admin = Awaited<ReturnType<typeof world.company>>;
const ledgerOf = (admin: Admin, id: number, pageNumber = '1') =>
  admin.call(connectionsApi.ledger, { params: { id }, query: { pageNumber } });
/** From the oldest to the newest. */
const timeline = async (admin: Admin, id: number) =>
  (await ledgerOf(admin, id)).records.map(({ what, why, replayed }) => [what, why, replayed]).toReversed();
const statusOf = async (admin: Admin, id: number) => (await admin.call(connectionsApi.show, { params: { id }, query: {} })).status;

test('an outage stands in the timeline with its reason and what was replayed, and in the conversations it touched', async () => {
  const here = await openConversation(world);
  const { admin, whatsappId, faults, write, number, ticket, send } = here;
  const idle = newNumber();
  await write({ number: idle, body: 'Antes' });
  const untouched = await ticketOf(admin, idle);
  await expect.poll(() => timeline(admin, whatsappId), patient).toEqual([['connected', null, 0]]);

  await faults({ offline: true });
  await expect.poll(() => timeline(admin, whatsappId), patient).toHaveLength(2);
  expect(await statusOf(admin, whatsappId)).toBe('OPENING');
  for (const body of ['um', 'dois', 'três']) await write({ number, body });
  await send('Já respondo');
  await faults({ offline: false });
  await expect
    .poll(() => timeline(admin, whatsappId), patient)
    .toEqual([
      ['connected', null, 0],
      ['lost', 'noNetwork', 0],
      ['recovered', null, 3],
    ]);

  const outages = async (id: number) => (await admin.call(ticketsApi.history, { params: { id } })).filter(({ what }) => what === 'outage');
  await expect.poll(() => outages(ticket.id), patient).toHaveLength(1);
  const [recovered, lost] = (await ledgerOf(admin, whatsappId)).records;
  expect(await outages(ticket.id)).toEqual([expect.objectContaining({ from: lost?.at, to: recovered?.at, why: 'noNetwork', user: null })]);
  expect(await outages(untouched.id)).toEqual([]);
});

test('how a session ended is told, and it is not taken up again by itself', async () => {
  const { admin, whatsappId, params, faults } = await openSimulated(world);
  await faults({ replaced: true });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('DISCONNECTED');
  await admin.call(connectionsApi.start, { params: { id: whatsappId } });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('CONNECTED');
  await faults({ banned: true });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('DISCONNECTED');
  await admin.call(connectionsApi.start, { params: { id: whatsappId } });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('DISCONNECTED');
  await faults({ banned: false });
  await admin.call(connectionsApi.start, { params: { id: whatsappId } });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('CONNECTED');
  await faults({ logout: true });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('DISCONNECTED');
  await faults({ pairingSeconds: 0.3 });
  await admin.call(connectionsApi.start, { params: { id: whatsappId } });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('qrcode');
  await admin.call(simulatorApi.scan, { params });
  await expect.poll(() => statusOf(admin, whatsappId), patient).toBe('CONNECTED');
  await admin.call(connectionsApi.disconnect, { params: { id: whatsappId } });
  expect((await timeline(admin, whatsappId)).map(([what, why]) => [what, why])).toEqual([
    ['connected', null],
    ['ended', 'replaced'],
    ['connected', null],
    ['ended', 'banned'],
    ['connected', null],
    ['ended', 'loggedOut'],
    ['connected', null],
    ['ended', 'stopped'],
  ]);
  const { body: figures } = await world.client().raw('GET', '/metrics');
  for (const why of ['replaced', 'banned', 'loggedOut'])
    expect(figures).toMatch(new RegExp(`^prosa_connections_ended_total\\{provider="simulator",why="${why}"\\} [1-9]`, 'm'));
});

test('the timeline comes in pages, newest first, for admins alone, and is kept for 90 days', async () => {
  const { admin, whatsappId } = await openSimulated(world);
  const { companyId } = admin.user;
  await owner.query(
    `insert into connection_ledger (company_id, connection_id, at, what)
     select $1, $2, now() - make_interval(days => 100 - n), 'connected' from generate_series(1, 40) n`,
    [companyId, whatsappId],
  );
  const first = await ledgerOf(admin, whatsappId);
  expect([first.count, first.records.length, first.hasMore]).toEqual([41, 20, true]);
  const last = await ledgerOf(admin, whatsappId, '3');
  expect([last.records.length, last.hasMore]).toEqual([1, false]);
  expect(Date.parse(String(first.records[0]?.at))).toBeGreaterThan(Date.parse(String(first.records[1]?.at)));

  const agent = await world.colleague(admin, 'user');
  expect(await agent.raw('GET', `/whatsapp/${whatsappId}/ledger`)).toMatchObject({ status: 403 });
  const { admin: other } = await openSimulated(world);
  expect(await other.raw('GET', `/whatsapp/${whatsappId}/ledger`)).toMatchObject({ status: 404 });

  await deleteExpired(world.server.platform);
  expect((await ledgerOf(admin, whatsappId)).count).toBe(31);
});

test('a page of a long timeline is read from its index', async () => {
  const { admin, whatsappId } = await openSimulated(world);
  const { companyId } = admin.user;
  await owner.query(
    `insert into connection_ledger (company_id, connection_id, at, what)
     select $1, $2, now(), 'connected' from generate_series(1, 20000) n`,
    [companyId, whatsappId],
  );
  await owner.query('analyze connection_ledger');
  const plan = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${ledgerStatement(whatsappId, 2)}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('connection_ledger_list');
  expect(plan).not.toContain('Sort');
});
