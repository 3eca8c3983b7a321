import { contactListItemsApi, contactListSize, contactListsApi } from '@prosa/contracts/contact-lists';
import { contactsApi } from '@prosa/contracts/contacts';
import { afterAll, expect, test } from 'vitest';
import { formOf, newNumber } from '../../../test/conversation.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { xlsxOf } from '../../../test/sample-sheets.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ RATE_LIMIT_FACTOR: '1' });
const owner = openPool(world.database.url);
afterAll(() => owner.end());
const full = { status: 409, body: expect.objectContaining({ error: 'ERR_CONTACTLIST_FULL' }) };

const admin = await world.company();
const { id } = await admin.call(contactListsApi.create, { body: { name: 'Todos' } });
await owner.query(
  `insert into contact_list_items (company_id, contact_list_id, name, number, email, check_at)
  select $1, $2, 'João da Conceição ' || n, (5521900000000 + n)::text, 'pessoa' || n || '@exemplo.com', null
  from generate_series(1, $3::int) n`,
  [admin.user.companyId, id, contactListSize - 1],
);
await owner.query('vacuum analyze contact_list_items');

const countPeople = async () => (await admin.call(contactListsApi.show, { params: { id } })).contactsCount;
const addItem = (number = newNumber()) => admin.raw('POST', '/contact-list-items', { body: { name: 'Ana', number, contactListId: id } });

test('a list ends at 100,000 people, whoever adds them and however many at once; who stands on it is found in it', async () => {
  const answers = await Promise.all([addItem(), addItem(), addItem()]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  expect(await addItem()).toMatchObject(full);
  // Who stands on it is told so, full or not.
  expect(await addItem('5521900000001')).toMatchObject({
    status: 409,
    body: { error: 'ERR_CONTACTLISTITEM_ALREADY_EXISTS' },
  });
  const contact = await admin.call(contactsApi.create, { body: { name: 'Bia', number: newNumber() } });
  const adding = { body: { contactIds: [contact.id] } };
  expect(await admin.raw('POST', `/contact-lists/${id}/contacts`, adding)).toMatchObject(full);
  const bytes = await xlsxOf([
    ['Nome', 'Número'],
    ['Caio', newNumber()],
  ]);
  const form = formOf({}, [{ name: 'lista.xlsx', bytes }], 'file');
  expect(await admin.raw('POST', `/contact-lists/${id}/upload`, { form })).toMatchObject(full);
  expect(await countPeople()).toBe(contactListSize);

  const found = (searchParam: string, pageNumber = 1) =>
    admin.call(contactListItemsApi.list, { query: { contactListId: id, searchParam, pageNumber } });
  expect(await found('conceicao 99998')).toMatchObject({ count: 1, hasMore: false });
  expect(await found('conceicao 9999')).toMatchObject({ count: 11, hasMore: false });
  expect(await found('conceicao 999', 2)).toMatchObject({ count: 111, hasMore: true });
  expect(await found('5521900099999')).toMatchObject({ count: 1, contacts: [{ name: 'João da Conceição 99999' }] });
  expect(await found('pessoa77777@')).toMatchObject({ count: 1, contacts: [{ number: '5521900077777' }] });
  expect(await found('conceicao')).toMatchObject({ count: 10_000, hasMore: true });
  expect(await found('')).toMatchObject({ count: contactListSize, hasMore: true });
  expect(await found('ninguém')).toEqual({ contacts: [], count: 0, hasMore: false });
});

test('of a sheet come those the list has room for, and each of the others is told; of contacts all or nobody', async () => {
  await owner.query('delete from contact_list_items where contact_list_id = $1 and number > $2', [id, '5521900099997']);
  const people = await Promise.all(
    ['Xana Um', 'Xana Dois', 'Xana Três'].map((name) => admin.call(contactsApi.create, { body: { name, number: newNumber() } })),
  );
  expect(await admin.raw('POST', `/contact-lists/${id}/contacts`, { body: { searchParam: 'xana' } })).toMatchObject(full);
  expect(await countPeople()).toBe(contactListSize - 2);
  const bytes = await xlsxOf([
    ['Nome', 'Número'],
    ['Já está', '5521900000001'],
    ['Ana', newNumber()],
    ['X', newNumber()],
    ['Bia', people[0]?.number ?? ''],
    ['Bia de novo', people[0]?.number ?? ''],
    ['Caio', newNumber()],
    ['Davi', newNumber()],
  ]);
  const { body } = await admin.raw('POST', `/contact-lists/${id}/upload`, { form: formOf({}, [{ name: 'lista.xlsx', bytes }], 'file') });
  const params = { id, importId: Object(body).importId };
  await expect.poll(async () => (await admin.call(contactListsApi.showImport, { params })).state, patient).toBe('finished');
  expect(await admin.call(contactListsApi.showImport, { params })).toMatchObject({
    ...{ total: 7, imported: 2, duplicate: 2, skipped: 3 },
    invalid: [
      { line: 4, reason: 'name' },
      { line: 7, reason: 'full' },
      { line: 8, reason: 'full' },
    ],
  });
  expect(await countPeople()).toBe(contactListSize);
});

test('adding whom a search finds counts as an import; naming people does not', async () => {
  const admin = await world.company();
  const list = await admin.call(contactListsApi.create, { body: { name: 'Todos' } });
  const { id: contactId } = await admin.call(contactsApi.create, { body: { name: 'Bia', number: newNumber() } });
  const add = async (body: object) => (await admin.raw('POST', `/contact-lists/${list.id}/contacts`, { body })).status;
  for (let time = 0; time < 30; time += 1) expect(await add({ searchParam: 'bia' })).toBe(200);
  expect(await add({ searchParam: 'bia' })).toBe(429);
  expect(await add({ contactIds: [contactId] })).toBe(200);
});
