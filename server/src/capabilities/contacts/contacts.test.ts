import { type Contact, contactLive, contactsApi } from '@prosa/contracts/contacts';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

const add = (
  who: Client,
  name: string,
  number: string,
  more: { email?: string; extraInfo?: Array<{ name: string; value: string }> } = {},
) => who.call(contactsApi.create, { body: { name, number, ...more } });
const search = async (who: Client, searchParam: string) =>
  (await who.call(contactsApi.list, { query: { searchParam } })).contacts.map(({ name }) => name);

test('a contact is written down, shown, changed and listed, with its extra information in order', async () => {
  const agent = await world.colleague(await world.company());
  const made = await add(agent, 'Ana Clara', '+55 (11) 99999-0001', {
    email: 'Ana@Exemplo.com',
    extraInfo: [
      { name: 'CPF', value: '1' },
      { name: '', value: '' },
      { name: 'Cidade', value: 'Santos' },
    ],
  });
  expect(made).toMatchObject({
    name: 'Ana Clara',
    number: '5511999990001',
    email: 'ana@exemplo.com',
    isGroup: false,
    extraInfo: [{ name: 'CPF' }, { name: 'Cidade', value: 'Santos' }],
  });
  expect(await agent.call(contactsApi.show, { params: { id: made.id } })).toEqual(made);

  const [cpf, city] = made.extraInfo;
  const changed = await agent.call(contactsApi.update, {
    params: { id: made.id },
    body: {
      name: 'Ana C. Souza',
      extraInfo: [
        { name: 'Bairro', value: 'Gonzaga' },
        { id: city!.id, name: 'Cidade', value: 'Guarujá' },
      ],
    },
  });
  expect(changed).toMatchObject({ name: 'Ana C. Souza', number: '5511999990001', email: 'ana@exemplo.com' });
  expect(changed.extraInfo.map(({ name, value }) => [name, value])).toEqual([
    ['Bairro', 'Gonzaga'],
    ['Cidade', 'Guarujá'],
  ]);
  expect(changed.extraInfo[1]?.id).toBe(city!.id);
  expect(changed.extraInfo.map(({ id }) => id)).not.toContain(cpf!.id);
  expect((await agent.call(contactsApi.update, { params: { id: made.id }, body: { email: '' } })).extraInfo).toHaveLength(2);
  expect(await agent.call(contactsApi.everyone, { query: {} })).toEqual([{ id: made.id, name: 'Ana C. Souza', number: '5511999990001' }]);
});

test('"Contact form: name required 2 to 50; number 8 to 50; email valid if given"', async () => {
  const admin = await world.company();
  const wrong = async (body: object) => {
    const { status, body: answer } = await admin.raw('POST', '/contacts', { body: { name: 'Ana', number: '5511999990001', ...body } });
    return [
      status,
      ...(answer as { details: Array<{ path: string; message: string }> }).details.map(({ path, message }) => `${path} ${message}`),
    ];
  };
  expect((await wrong({ name: '' })).slice(0, 2)).toEqual([400, 'name required']);
  expect(await wrong({ name: 'A' })).toEqual([400, 'name tooShort']);
  expect(await wrong({ name: 'A'.repeat(51) })).toEqual([400, 'name tooLong']);
  expect(await wrong({ number: '1234567' })).toEqual([400, 'number tooShort']);
  expect(await wrong({ number: '1'.repeat(51) })).toEqual([400, 'number tooLong']);
  expect(await wrong({ number: 'abcdefgh' })).toEqual([400, 'number invalidNumber']);
  expect(await wrong({ email: 'nope' })).toEqual([400, 'email invalidEmail']);
});

test('"ERR_DUPLICATED_CONTACT": a number stands once, with or without its ninth digit; another company has its own', async () => {
  const admin = await world.company();
  const ana = await add(admin, 'Ana', '5511999990001');
  const bia = await add(admin, 'Bia', '5511999990002');
  for (const number of ['5511999990001', '551199990001']) {
    expect(await admin.send(contactsApi.create, { body: { name: 'Outra', number } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_DUPLICATED_CONTACT' },
    });
    expect(await admin.send(contactsApi.update, { params: { id: bia.id }, body: { number } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_DUPLICATED_CONTACT' },
    });
  }
  expect(await admin.call(contactsApi.update, { params: { id: ana.id }, body: { number: '551199990001' } })).toMatchObject({
    number: '551199990001',
  });
  expect(await add(await world.company(), 'Ana', '5511999990001')).toMatchObject({ name: 'Ana' });
});

test('"ERR_WAPP_INVALID_CONTACT: not a valid WhatsApp number", as far as the default connection can tell', async () => {
  const admin = await world.company();
  const whatsappId = await world.connection(admin);
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { invalidNumbers: ['5511999990009'] } });
  const refused = { status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } };
  expect(await admin.send(contactsApi.create, { body: { name: 'Ninguém', number: '551199990009' } })).toMatchObject(refused);
  const ana = await add(admin, 'Ana', '5511999990001');
  expect(await admin.send(contactsApi.update, { params: { id: ana.id }, body: { number: '5511999990009' } })).toMatchObject(refused);
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { offline: true } });
  expect(await add(admin, 'Talvez', '5511999990009')).toMatchObject({ name: 'Talvez' });
});

test('"ERR_NO_CONTACT_FOUND"; "delete contacts" is for admins, takes the tickets along, and everybody hears of it', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const whatsappId = await world.connection(admin);
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511999990001', name: 'Ana', body: 'Oi' } });
  await expect.poll(async () => (await admin.call(ticketsApi.list, { query: { status: 'pending' } })).count, patient).toBe(1);
  const [ana] = (await agent.call(contactsApi.list, { query: {} })).contacts;
  const [atAdmin, atAgent] = await Promise.all([admin.listen(), agent.listen()]);
  expect(await agent.send(contactsApi.remove, { params: { id: ana!.id } })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  expect(await admin.call(contactsApi.remove, { params: { id: ana!.id } })).toEqual({ message: expect.any(String) });
  await expect.poll(() => atAgent.of(contactLive), patient).toEqual([expect.objectContaining({ action: 'delete', contactId: ana!.id })]);
  expect(atAdmin.of(ticketLive)).toEqual([expect.objectContaining({ action: 'delete' })]);
  expect(atAgent.of(ticketLive)).toEqual([]);
  expect(await admin.call(ticketsApi.list, { query: { status: 'pending' } })).toMatchObject({ count: 0, tickets: [] });
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await admin.raw(method, `/contacts/${ana!.id}`, method === 'PUT' ? { body: {} } : {})).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    });
});

test('"GET /contacts?searchParam": blind to accents and case, in name, number and e-mail, with signs taken literally', async () => {
  const admin = await world.company();
  await add(admin, 'José Antônio', '5511988887777', { email: 'ze@padaria.com.br' });
  await add(admin, 'Ção_100%', '5521977776666');
  await add(admin, 'Maria', '351912345678', { email: 'Maria_100@exemplo.com' });
  expect(await search(admin, 'jose ANTONIO')).toEqual(['José Antônio']);
  expect(await search(admin, 'ANTÔ')).toEqual(['José Antônio']);
  expect(await search(admin, 'padaria')).toEqual(['José Antônio']);
  expect(await search(admin, '88887777')).toEqual(['José Antônio']);
  expect(await search(admin, '+55 (21) 97777-6666')).toEqual(['Ção_100%']);
  expect(await search(admin, 'cao')).toEqual(['Ção_100%']);
  expect(await search(admin, '100%')).toEqual(['Ção_100%']);
  expect(await search(admin, '_100')).toEqual(['Ção_100%', 'Maria']);
  expect(await search(admin, 'o_1')).toEqual(['Ção_100%']);
  expect(await search(admin, 'a')).toEqual(['Ção_100%', 'José Antônio', 'Maria']);
  expect(await search(admin, '\\')).toEqual([]);
  expect(await admin.call(contactsApi.everyone, { query: { name: 'josé' } })).toHaveLength(1);
  expect(await search(await world.company(), 'jose')).toEqual([]);
});

test('lists are in the order of names, 20 to a page, and say how many there are', async () => {
  const admin = await world.company();
  const names = Array.from({ length: 45 }, (_, index) => `Pessoa ${String(index).padStart(2, '0')}`);
  const file = new FormData();
  file.set(
    'file',
    new Blob([
      names
        .toReversed()
        .map((name, index) => `${name};55119888800${String(index).padStart(2, '0')}`)
        .join('\n'),
    ]),
    'x.csv',
  );
  expect(await admin.raw('POST', '/contacts/upload', { form: file })).toMatchObject({ status: 200, body: { created: 45 } });
  const pages = await Promise.all([1, 2, 3, 4].map((pageNumber) => admin.call(contactsApi.list, { query: { pageNumber } })));
  expect(pages.flatMap(({ contacts }) => contacts.map(({ name }) => name))).toEqual(names);
  expect(pages.map(({ count, hasMore, contacts }) => [count, hasMore, contacts.length])).toEqual([
    [45, true, 20],
    [45, true, 20],
    [45, false, 5],
    [45, false, 0],
  ]);
  const second = await admin.call(contactsApi.list, { query: { searchParam: 'pessoa', pageNumber: 2 } });
  expect([second.count, second.hasMore, second.contacts[0]?.name]).toEqual([45, true, 'Pessoa 20']);
});

test('everybody of the company hears of new and changed contacts, nobody else does', async () => {
  const admin = await world.company();
  const [atAgent, atStranger] = await Promise.all([(await world.colleague(admin)).listen(), (await world.company()).listen()]);
  const ana = await add(admin, 'Ana', '5511999990001');
  await admin.call(contactsApi.update, { params: { id: ana.id }, body: { name: 'Ana Maria' } });
  await expect
    .poll(() => atAgent.of(contactLive).map(({ action, contact }) => [action, (contact as Contact).name]), patient)
    .toEqual([
      ['create', 'Ana'],
      ['update', 'Ana Maria'],
    ]);
  expect(atStranger.of(contactLive)).toEqual([]);
});
