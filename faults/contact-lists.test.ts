import { contactListsApi } from '@prosa/contracts/contact-lists';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { formOf } from '../server/test/conversation.ts';
import { xlsxOf } from '../server/test/sample-sheets.ts';
import { openCheckerDatabase } from './checker-database.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
const many = 12_000;
let node: ServerNode;
let admin: Client;
let databaseUrl: string;

beforeAll(async () => {
  ({ url: databaseUrl } = await supervisor.postgres());
  node = await supervisor.node({ DATABASE_URL: databaseUrl });
  await node.start();
  admin = await peopleOf(node.url).company();
});
afterAll(() => supervisor.close());

test('an import that is killed goes on where it was: everybody is on the list, once', async () => {
  const { id } = await admin.call(contactListsApi.create, { body: { name: 'Clientes' } });
  const people = Array.from({ length: many }, (_, at) => [`Pessoa ${at}`, 5511900000000 + at]);
  const bytes = await xlsxOf([['Nome', 'Número'], ...people, ['X', 5511900000000], ['Eva', '12']]);
  const form = () => formOf({}, [{ name: 'lista.xlsx', bytes }], 'file');
  const reply = await admin.raw('POST', `/contact-lists/${id}/upload`, { form: form() });
  expect(reply).toMatchObject({ status: 200 });
  const params = { id, importId: Number(Object(reply.body).importId) };
  const state = () => admin.call(contactListsApi.showImport, { params });
  await until('some are in', async () => (await state()).imported > 0, 60);
  await node.kill();
  await node.start();
  await until('it is finished', async () => (await state()).state === 'finished', 120);
  expect(await state()).toMatchObject({ total: many + 2, imported: many, skipped: 2, duplicate: 0 });
  const truth = await openCheckerDatabase(databaseUrl);
  const [stored] = await truth.rows<{ all: number; numbers: number }>(
    'select count(*)::int as all, count(distinct number)::int as numbers from contact_list_items',
  );
  const left = await truth.rows('select from contact_list_import_batches');
  await truth.close();
  expect([stored, left.length]).toEqual([{ all: many, numbers: many }, 0]);
});
