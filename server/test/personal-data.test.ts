import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { personalData } from '../src/capabilities/contacts/personal-data.ts';
import { erasureParts } from '../src/capabilities/index.ts';
import { erasureSteps as baileysSteps } from '../src/channels/baileys/erasure.ts';
import { erasureSteps as cloudSteps } from '../src/channels/cloud/erasure.ts';
import { erasureSteps as simulatorSteps } from '../src/channels/simulator/erasure.ts';
import { readTextColumns } from './text-columns.ts';

const client = new pg.Client({ connectionString: inject('templateUrl') });
await client.connect();
afterAll(() => client.end());

const namesIn = (text = '') => text.split(/\s+/).filter((name) => name !== '');
const contactColumns = Object.entries(personalData).flatMap(([table, { contact = {} }]) =>
  Object.entries(contact).flatMap(([erasure, columns]) => namesIn(columns).map((column) => ({ table, column, erasure }))),
);

test('every column that can hold text is registered, once, with whose data it holds', async () => {
  const registered = Object.entries(personalData).flatMap(([table, { contact = {}, user, company, none }]) =>
    [...Object.values(contact), user, company, none].flatMap(namesIn).map((column) => `${table}.${column}`),
  );
  const existing = (await readTextColumns(client)).map(({ table, column }) => `${table}.${column}`);
  expect(registered.toSorted()).toEqual(existing.toSorted());
});

test('every table whose columns a step erases has a step, and every step a table', () => {
  const steps = [...erasureParts({}).steps, ...baileysSteps, ...cloudSteps, ...simulatorSteps].map(({ table }) => table);
  const tables = contactColumns.filter(({ erasure }) => erasure === 'step').map(({ table }) => table);
  // Files are erased after all steps. Reactions and merges also go with their rows; the steps find those of other contacts.
  expect([...new Set([...steps, 'media', 'messages'])].toSorted()).toEqual([...new Set([...tables, 'messages'])].toSorted());
});

test('every table whose rows go with the contact has a cascade that reaches the contact', async () => {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint
    where contype = 'f' and confdeltype = 'c'`);
  const reached = new Set(['contacts']);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { child, parent } of rows) if (reached.has(parent)) reached.add(child);
  }
  const cascading = new Set(contactColumns.filter(({ erasure }) => erasure === 'cascade').map(({ table }) => table));
  expect([...cascading].filter((table) => !reached.has(table))).toEqual([]);
});
