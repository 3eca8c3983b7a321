import { connectionsApi } from '@prosa/contracts/connections';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openPool } from '../server/test/database.ts';
import { openLoopbackIxc } from '../server/test/loopback-erp/ixc.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
const cpf = '52998224725';
const line = '23793.38128 60000.000003 00000.000400 1 84340000012345';
let erp: Awaited<ReturnType<typeof openLoopbackIxc>>;
let node: ServerNode;
let database: pg.Pool;
let admin: Client;
let whatsappId: number;
let customers = 0;

/** A company with one queue, whose only option is the second copy of a bill. */
beforeAll(async () => {
  erp = await openLoopbackIxc();
  const { url } = await supervisor.postgres();
  database = openPool(url);
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2', OUTBOUND_ALLOW: erp.host });
  await node.start();
  const people = peopleOf(node.url);
  admin = await people.company();
  const queueId = await people.queue(admin);
  whatsappId = await people.connection(admin);
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { queueIds: [queueId] } });
  await database.query(`insert into queue_options (company_id, queue_id, option, title, type) values ($1, $2, 1, '2ª via', 'bill')`, [
    admin.user.companyId,
    queueId,
  ]);
  for (const [key, value] of Object.entries({ ipixc: erp.url, tokenixc: erp.token }))
    await admin.call(settingsApi.update, { params: { key }, body: { value } });
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
  await erp?.close();
});

test.each(crashPoints.bills)('a death at %s: the customer gets the bill, and gets it once', async (point) => {
  customers += 1;
  const number = `551198888${String(customers).padStart(4, '0')}`;
  const bill = { id: `70${customers}`, amount: '99.90', due: '2026-11-10', line, pix: '00020126PIX', hasPdf: true };
  erp.debtors.splice(0, 1, { document: cpf, name: 'Lúcia de Souza', phone: number, bills: [bill] });
  const params = { whatsappId };
  const texts = async () =>
    (await admin.call(simulatorApi.read, { params, query: { number } })).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
  const says = async (body: string, heard: number) => {
    await until('it is written', () => admin.call(simulatorApi.write, { params, body: { number, body } }), 120);
    await until('it is answered', async () => (await texts()).length >= heard, 120);
  };
  await says('Oi', 1);
  await says('1', 2);
  await node.stop();
  node.launch({ CRASH_AT: point });
  const revived = node.ended().then((ending) => {
    node.launch();
    return ending;
  });
  await node.ready().catch(() => undefined);
  await says(cpf, 7);
  expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });
  expect((await texts()).slice(2)).toEqual([expect.stringContaining('R$ 99,90'), line, '00020126PIX', 'QR Code do Pix', 'Boleto em PDF']);
  const told = await database.query('select what from bill_disclosures where bill_id = $1', [bill.id]);
  expect(told.rows).toEqual([{ what: 'sent' }]);
  const open = await database.query(`select from bill_lookups where state = 'open'`);
  expect(open.rowCount).toBe(0);
});
