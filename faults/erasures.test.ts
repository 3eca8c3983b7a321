import { contactsApi } from '@prosa/contracts/contacts';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { peopleOf } from '../server/test/browser.ts';
import { openPool } from '../server/test/database.ts';
import { newNumber } from '../server/test/office.ts';
import { pngOf } from '../server/test/sample-files.ts';
import { columnsHolding } from '../server/test/text-columns.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
let node: ServerNode;
let database: pg.Pool;

beforeAll(async () => {
  const { url } = await supervisor.postgres();
  database = openPool(url, 2);
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2' });
  await node.start();
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
});

test.each(crashPoints.erasures)('a contact is erased to the end although the server dies at %s', { timeout: 600_000 }, async (point) => {
  await node.stop();
  node.launch({ CRASH_AT: point === 'erasure.batch' ? `${point}#5` : point });
  await node.ready();
  const revived = node.ended().then((ending) => {
    node.launch();
    return ending;
  });
  const people = peopleOf(node.url);
  const admin = await people.company();
  const whatsappId = await people.connection(admin);
  const number = newNumber();
  const form = new FormData();
  for (const [field, value] of Object.entries({ number, name: 'Zulmira', body: 'Foto da Zulmira' })) form.set(field, value);
  form.set('media', new Blob([new Uint8Array(await pngOf(60, 40))], { type: 'image/png' }), 'zulmira.png');
  await admin.raw('POST', simulatorApi.write.path.replace(':whatsappId', String(whatsappId)), { form });
  const ticket = await until('the ticket is there', async () => {
    const [found] = (await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets;
    return found && (await admin.call(messagesApi.list, { params: { ticketId: found.id }, query: {} })).count > 0 && found;
  });
  await admin.call(contactsApi.remove, { params: { id: ticket.contactId } });
  expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });
  const finished = `select from erasures where contact_id = $1 and finished_at is not null`;
  await until('the erasure has finished', async () => (await database.query(finished, [ticket.contactId])).rowCount === 1);
  const left = await columnsHolding(database, admin.user.companyId, ['zulmira', number.slice(-8)]);
  expect(left).toEqual([]);
  const files = await database.query('select from media where company_id = $1', [admin.user.companyId]);
  expect(files.rowCount).toBe(0);
});
