import {
  contactListItemLive,
  contactListItemsApi,
  contactListItemsLive,
  contactListLive,
  contactListsApi,
} from '@prosa/contracts/contact-lists';
import { contactsApi } from '@prosa/contracts/contacts';
import { tagsApi } from '@prosa/contracts/tags';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { formOf, newNumber, office, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { xlsxOf } from '../../../test/sample-sheets.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });
const newList = async (admin: Client, name = 'Clientes') => (await admin.call(contactListsApi.create, { body: { name } })).id;
const itemsOf = (admin: Client, contactListId: number, query: Record<string, string> = {}) =>
  admin.call(contactListItemsApi.list, { query: { contactListId, ...query } });
const addItem = (admin: Client, contactListId: number, number = newNumber(), name = 'Ana') =>
  admin.call(contactListItemsApi.create, { body: { name, number, contactListId } });

const upload = (admin: Client, listId: number, bytes: Uint8Array, name = 'lista.xlsx') =>
  admin.raw('POST', `/contact-lists/${listId}/upload`, { form: formOf({}, [{ name, bytes }], 'file') });
async function imported(admin: Client, id: number, bytes: Uint8Array) {
  const { status, body } = await upload(admin, id, bytes);
  expect([status, body]).toEqual([200, { importId: expect.any(Number), message: expect.any(String) }]);
  const params = { id, importId: Object(body).importId };
  await expect.poll(async () => (await admin.call(contactListsApi.showImport, { params })).state, patient).toBe('finished');
  return admin.call(contactListsApi.showImport, { params });
}

test('lists are made, renamed, counted and removed with their people; admins hear of it', async () => {
  const admin = await world.company();
  const heard = await admin.listen();
  const id = await newList(admin, 'Natal');
  const number = newNumber();
  const item = await addItem(admin, id, number);
  expect(item).toMatchObject({ contactListId: id, name: 'Ana', number, email: '' });
  expect(await admin.call(contactListsApi.update, { params: { id }, body: { name: 'Páscoa' } })).toMatchObject({ contactsCount: 1 });
  expect(await admin.call(contactListsApi.list, { query: { searchParam: 'pascoa' } })).toMatchObject({
    records: [{ id, name: 'Páscoa', contactsCount: 1 }],
    count: 1,
    hasMore: false,
  });
  expect(await admin.call(contactListsApi.everyone, { query: {} })).toMatchObject([{ id, name: 'Páscoa' }]);
  await admin.call(contactListsApi.remove, { params: { id } });
  expect(await admin.raw('GET', `/contact-list-items/${item.id}`)).toMatchObject(refusal(404, 'ERR_NO_CONTACTLISTITEM_FOUND'));
  await expect.poll(() => heard.of(contactListLive).at(-1), patient).toMatchObject({ action: 'delete', id });
  expect(heard.of(contactListItemLive)[0]).toMatchObject({ action: 'create', record: { id: item.id } });
});

test('"name 2 to 50; number 8 to 50; email valid"; a number stands once on a list, with or without its ninth digit', async () => {
  const admin = await world.company();
  const id = await newList(admin);
  expect((await admin.raw('POST', '/contact-lists', { body: { name: 'x' } })).status).toBe(400);
  for (const wrong of [{ name: 'A' }, { number: '123' }, { email: 'ana@' }, { contactListId: '' }])
    expect(
      (await admin.raw('POST', '/contact-list-items', { body: { name: 'Ana', number: newNumber(), contactListId: id, ...wrong } })).status,
      JSON.stringify(wrong),
    ).toBe(400);
  const first = await addItem(admin, id, '5511988887777');
  const second = await addItem(admin, id);
  const taken = refusal(409, 'ERR_CONTACTLISTITEM_ALREADY_EXISTS');
  const again = { name: 'Outra', number: '551188887777', contactListId: id };
  expect(await admin.raw('POST', '/contact-list-items', { body: again })).toMatchObject(taken);
  expect(await admin.raw('PUT', `/contact-list-items/${second.id}`, { body: { number: '5511988887777' } })).toMatchObject(taken);
  await addItem(admin, await newList(admin), '5511988887777');
  expect(await admin.call(contactListItemsApi.update, { params: { id: first.id }, body: { email: 'ana@exemplo.com' } })).toMatchObject({
    number: '5511988887777',
    email: 'ana@exemplo.com',
  });
});

test('lists are for admins of companies with campaigns; another company’s are not there', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  const id = await newList(admin);
  const { id: itemId } = await addItem(admin, id);
  for (const profile of ['user', 'supervisor'] as const)
    expect(await (await world.colleague(admin, profile)).raw('GET', '/contact-lists')).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
  expect(await other.raw('GET', `/contact-lists/${id}`)).toMatchObject(refusal(404, 'ERR_NO_CONTACTLIST_FOUND'));
  expect(await other.raw('DELETE', `/contact-list-items/${itemId}`)).toMatchObject(refusal(404, 'ERR_NO_CONTACTLISTITEM_FOUND'));
  const root = world.client();
  await root.logIn(world.config.ADMIN_EMAIL);
  await root.raw('PUT', `/companies/${admin.user.companyId}`, { body: { campaignsEnabled: false } });
  expect(await admin.raw('GET', '/contact-lists')).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
  expect(await admin.raw('DELETE', `/contact-list-items/${itemId}`)).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
});

test('a sheet is taken in row by row: titles in any spelling, bad rows by line and reason, doubles skipped, then a reload', async () => {
  const admin = await world.company();
  const heard = await admin.listen();
  const id = await newList(admin);
  await addItem(admin, id, '5511999990001', 'Velho nome');
  const sheet = await xlsxOf([
    ['Clientes da loja', null, null, null],
    ['e-mail', 'Obs', 'NÚMERO', 'nome'],
    ['ana@exemplo.com', 'x', '5511999990001', 'Ana'],
    ['', '', 5511999990002, 'Bia'],
    ['', '', '(21) 98888-7777', 'Caio'],
    ['', '', '+1 212 555 1234', 'Dan'],
    ['', '', '123', 'Eva'],
    ['', '', '5511999990003', 'X'],
    ['nada', '', '5511999990004', 'Gil'],
    ['', '', '551199990002', 'Bia de novo'],
  ]);
  expect(await imported(admin, id, sheet)).toMatchObject({
    state: 'finished',
    total: 8,
    imported: 3,
    duplicate: 2,
    skipped: 3,
    invalid: [
      { line: 7, reason: 'number' },
      { line: 8, reason: 'name' },
      { line: 9, reason: 'email' },
    ],
  });
  const { contacts, count } = await itemsOf(admin, id);
  expect(count).toBe(4);
  expect(contacts.map(({ name, number }) => [name, number])).toEqual([
    ['Bia', '5511999990002'],
    ['Caio', '5521988887777'],
    ['Dan', '12125551234'],
    ['Velho nome', '5511999990001'],
  ]);
  expect(heard.of(contactListItemsLive.at({ listId: id }))).toContainEqual(expect.objectContaining({ action: 'reload' }));
});

test('what is no sheet, has other columns, or is far too long is refused before the answer, and nothing is stored', async () => {
  const admin = await world.company();
  const id = await newList(admin);
  const text = new TextEncoder().encode('nome;numero\nAna;5511999990001');
  const bad = refusal(400, 'ERR_INVALID_SHEET');
  expect(await upload(admin, id, text)).toMatchObject(bad);
  expect(await upload(admin, id, text, 'lista.csv')).toMatchObject(bad);
  expect(
    await upload(
      admin,
      id,
      await xlsxOf([
        ['Produto', 'Preço'],
        ['Café', 10],
      ]),
    ),
  ).toMatchObject(bad);
  expect(await upload(admin, id, await xlsxOf([]))).toMatchObject(bad);
  const whole = await xlsxOf([
    ['Nome', 'Número'],
    ['Ana', '5511999990001'],
  ]);
  expect(await upload(admin, id, whole.slice(0, whole.length / 2))).toMatchObject(bad);
  expect((await admin.raw('POST', `/contact-lists/${id}/upload`, { form: new FormData() })).status).toBe(400);
  expect((await itemsOf(admin, id)).count).toBe(0);
});

test('contacts are added by name, by tag and by a search; who is on the list stays', async () => {
  const { admin, agent, ticket } = await served(world);
  const id = await newList(admin);
  const tag = await agent.call(tagsApi.create, { body: { name: 'VIP' } });
  await agent.call(tagsApi.sync, { body: { ticketId: ticket.id, tags: [{ id: tag.id }] } });
  const bia = await admin.call(contactsApi.create, { body: { name: 'Beatriz Conceição', number: newNumber() } });
  const add = async (body: object) => (await admin.raw('POST', `/contact-lists/${id}/contacts`, { body })).body;
  expect(await add({ tagId: tag.id })).toMatchObject({ added: 1 });
  expect(await add({ tagId: tag.id })).toMatchObject({ added: 0 });
  expect(await add({ searchParam: 'conceicao' })).toMatchObject({ added: 1 });
  expect(await add({ contactIds: [bia.id, ticket.contactId] })).toMatchObject({ added: 0 });
  expect(await add({})).toMatchObject({ error: 'ERR_VALIDATION' });
  expect((await itemsOf(admin, id)).contacts.map(({ name }) => name)).toEqual(['Ana', 'Beatriz Conceição']);
});

test('between two turns of checking numbers others have the place', async () => {
  const { admin } = await office(world);
  const id = await newList(admin);
  const people = Array.from({ length: 25 }, (_, n) => [`Pessoa ${n}`, newNumber()]);
  await imported(admin, id, await xlsxOf([['Nome', 'Número'], ...people]));
  const known = async () => (await itemsOf(admin, id, { isWhatsappValid: 'true' })).count;
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  const waits = async () => {
    const { rowCount } = await owner.query(
      `
        select
        from graphile_worker._private_jobs
        where key = $1 and locked_at is null and run_at > now()`,
      [`${admin.user.companyId}:contact-lists.check:${id}`],
    );
    return rowCount === 1 && (await known()) < people.length;
  };
  await expect.poll(waits, patient).toBe(true);
  await expect.poll(known, patient).toBe(people.length);
  await owner.end();
});

test('numbers are checked on WhatsApp after they came, and found by what was said of them', async () => {
  const { admin, faults } = await office(world);
  const id = await newList(admin);
  const [good, bad] = [newNumber(), newNumber()];
  await faults({ invalidNumbers: [bad] });
  await imported(
    admin,
    id,
    await xlsxOf([
      ['Nome', 'Número'],
      ['Ana', good],
      ['Bia', bad],
    ]),
  );
  await expect
    .poll(async () => (await itemsOf(admin, id)).contacts.map(({ isWhatsappValid }) => isWhatsappValid), patient)
    .toEqual([true, false]);
  expect((await itemsOf(admin, id, { isWhatsappValid: 'true' })).contacts.map(({ number }) => number)).toEqual([good]);
  expect((await itemsOf(admin, id, { isWhatsappValid: 'false' })).count).toBe(1);
  const [, item] = (await itemsOf(admin, id)).contacts;
  const params = { id: item?.id ?? 0 };
  expect(await admin.call(contactListItemsApi.update, { params, body: { number: newNumber() } })).toMatchObject({ isWhatsappValid: null });
  await expect.poll(async () => (await admin.call(contactListItemsApi.show, { params })).isWhatsappValid, patient).toBe(true);
});
