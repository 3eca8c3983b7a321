import { Contact } from '@prosa/contracts/contacts';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openOffice, writes } from '../../../test/office.ts';
import { openWorld } from '../../../test/world.ts';

/** What holds for every call of the service area, whatever it is about: section 2 of the rulings. */

const world = await openWorld();
const office = await openOffice(world);
const { admin, agent, sales, support, whatsappId } = office;
const ticket = await writes(admin, whatsappId, '5511933330001', 'palavra');
const other = await world.company();

let made = 0;
const digits = () => String(10_000_000 + ++made);
type Thing = { id: number };
const idOf = (body: unknown) => (body as Thing).id;

/** Things of the service area: how one is made, what is changed in it, and which fields it has. */
const things = [
  {
    path: '/contacts',
    input: () => ({
      name: `Cliente ${made}`,
      number: `55119${digits()}`,
      email: 'a@exemplo.com',
      extraInfo: [{ name: 'CPF', value: '1' }],
    }),
    change: { name: 'Outro Nome', extraInfo: [] },
    fields: Object.keys(Contact.shape).toSorted(),
    missing: 'ERR_NO_CONTACT_FOUND',
  },
  {
    path: '/users',
    input: () => ({ name: 'Pessoa', email: `p${digits()}@exemplo.com`, password: world.password, queueIds: [sales] }),
    change: { name: 'Outro Nome', queueIds: [] },
    fields: ['allTicket', 'companyId', 'email', 'id', 'name', 'online', 'profile', 'queues', 'super'],
    missing: 'ERR_NO_USER_FOUND',
  },
  {
    path: '/queue',
    input: () => ({ name: `Fila ${digits()}`, color: `#${String(made).padStart(6, '0')}` }),
    change: { greetingMessage: 'Olá' },
    fields: ['color', 'greetingMessage', 'id', 'name', 'outOfHoursMessage', 'schedules'],
    missing: 'ERR_NO_QUEUE_FOUND',
  },
  {
    path: '/tags',
    input: () => ({ name: `Tag ${digits()}` }),
    change: { color: '#123456' },
    fields: ['color', 'id', 'kanban', 'laneOrder', 'name', 'ticketsCount', 'userId'],
    missing: 'ERR_NO_TAG_FOUND',
  },
];

test.each(things)(
  '"Create and update answer 200 with the whole record as the matching GET gives it; delete answers 200 {message}": $path',
  async ({ path, input, change, fields, missing }) => {
    const created = await admin.raw('POST', path, { body: input() });
    expect(created.status).toBe(200);
    expect(Object.keys(created.body as object).toSorted()).toEqual(fields);
    const one = `${path}/${idOf(created.body)}`;
    expect((await admin.raw('GET', one)).body).toEqual(created.body);
    const changed = await admin.raw('PUT', one, { body: change });
    expect(changed).toMatchObject({ status: 200, body: change.name ? { name: change.name } : {} });
    expect(Object.keys(changed.body as object).toSorted()).toEqual(fields);
    expect((await admin.raw('GET', one)).body).toEqual(changed.body);
    const foreign = await Promise.all(['GET', 'PUT', 'DELETE'].map((method) => reach(other, method, one)));
    const gone = await admin.raw('DELETE', one);
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    const nowhere = await Promise.all(['GET', 'PUT', 'DELETE'].map((method) => reach(admin, method, one)));
    expect(nowhere).toEqual(nowhere.map(() => ({ status: 404, body: { error: missing } })));
    expect(foreign).toEqual(nowhere);
  },
);

async function reach(who: Client, method: string, path: string) {
  const { status, body } = await who.raw(method, path, method === 'PUT' ? { body: {} } : {});
  return { status, body };
}

const pages = [
  ['/tickets', 'tickets'],
  ['/contacts', 'contacts'],
  ['/users', 'users'],
  ['/tags', 'tags'],
  [`/messages/${ticket.id}`, 'messages'],
  ['/messages/search?searchParam=palavra', 'messages'],
] as const;

test.each(pages)('"Every list answers {<rows>, count, hasMore}": %s by the key %s', async (path, key) => {
  await admin.raw('POST', '/tags', { body: { name: `Tag ${digits()}` } });
  const page = (query: string) => admin.raw('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
  const first = await page('pageNumber=1');
  const body = first.body as Record<string, unknown>;
  expect(first).toMatchObject({ status: 200, body: { count: expect.any(Number), hasMore: false, [key]: expect.any(Array) } });
  expect((body[key] as unknown[]).length).toBe(body.count);
  expect(body.count).toBeGreaterThan(0);
  expect((await page('pageNumber=')).body).toEqual(body);
  expect(await page('pageNumber=77')).toMatchObject({ status: 200, body: { count: body.count, hasMore: false, [key]: [] } });
  for (const wrong of ['0', '-1', '1.5', 'x', '1e9'])
    expect(await page(`pageNumber=${wrong}`), wrong).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'pageNumber' }] },
    });
});

test.each([
  '/users/list',
  '/tags/list',
  '/queue',
  '/whatsapp/?session=0',
  '/contacts/list',
  '/plans/list',
  `/ticket-notes/list?ticketId=${ticket.id}`,
  `/tickets/${ticket.id}/history`,
])('"Unpaged lists … answer a bare array": %s', async (path) => {
  expect(await admin.raw('GET', path)).toMatchObject({ status: 200, body: expect.any(Array) });
});

test('"404 … byte-identical for another company’s and does not exist": every id in the body of a ticket', async () => {
  const contactId = ticket.contactId;
  const theirs = { queue: await world.queue(other), user: other.user.id };
  for (const [field, foreign, error] of [
    ['queueId', theirs.queue, 'ERR_NO_QUEUE_FOUND'],
    ['userId', theirs.user, 'ERR_NO_USER_FOUND'],
  ] as const)
    for (const id of [foreign, 2_000_000_111]) {
      const refused = { status: 404, body: { error } };
      const begun = await admin.raw('POST', '/tickets', { body: { contactId, queueId: sales, [field]: id } });
      expect({ status: begun.status, body: begun.body }, field).toEqual(refused);
      const moved = await admin.raw('PUT', `/tickets/${ticket.id}`, { body: { [field]: id } });
      expect({ status: moved.status, body: moved.body }, field).toEqual(refused);
    }
  expect((await admin.raw('GET', `/tickets/${ticket.id}`)).body).toMatchObject({ status: 'pending', queueId: sales, userId: null });
});

test('"403 ERR_NO_PERMISSION" to agents: what is for admins, and a ticket of a queue that is not theirs', async () => {
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  const stranger = await world.colleague(admin, 'user', { queueIds: [support] });
  const calls = [
    ['DELETE', `/tickets/${ticket.id}`],
    ['DELETE', `/contacts/${ticket.contactId}`],
    ['DELETE', `/users/${admin.user.id}`],
    ['DELETE', `/queue/${sales}`],
    ['DELETE', `/whatsapp/${whatsappId}`],
    ['POST', '/users'],
    ['POST', '/queue'],
    ['POST', '/whatsapp'],
  ] as const;
  for (const [method, path] of calls)
    expect(await agent.raw(method, path, method === 'POST' ? { body: {} } : {}), `${method} ${path}`).toMatchObject(refused);
  for (const path of [`/tickets/${ticket.id}`, `/tickets/u/${ticket.uuid}`, `/messages/${ticket.id}`, `/tickets/${ticket.id}/history`])
    expect(await stranger.raw('GET', path), path).toMatchObject(refused);
  expect(await stranger.raw('PUT', `/tickets/${ticket.id}`, { body: { status: 'open' } })).toMatchObject(refused);
  expect(await stranger.raw('POST', `/messages/${ticket.id}`, { body: { body: 'oi' } })).toMatchObject(refused);
  expect(await stranger.raw('POST', '/tags/sync', { body: { ticketId: ticket.id, tags: [] } })).toMatchObject(refused);
});

test('ids and numbers come as text too, a choice not made as empty text, and what is unknown as null: forms send them so', async () => {
  const [number, email] = [`55119${digits()}`, `p${digits()}@exemplo.com`];
  const known = { name: 'Cliente', number: Number(number), email: null, extraInfo: [{ name: 'Idade', value: 31 }] };
  const contact = await admin.raw('POST', '/contacts', { body: known });
  expect(contact).toMatchObject({ status: 200, body: { number, email: '', extraInfo: [{ name: 'Idade', value: '31' }] } });
  const person = { name: 'Pessoa', email, password: world.password, queueIds: [String(sales)], allTicket: null };
  expect(await admin.raw('POST', '/users', { body: person })).toMatchObject({ status: 200, body: { queues: [{ id: sales }] } });
  const connection = { name: `C${digits()}`, token: null, greetingMessage: null, queueIds: null, isDefault: 'false', timeSendQueue: null };
  expect(await admin.raw('POST', '/whatsapp', { body: connection })).toMatchObject({
    status: 200,
    body: { greetingMessage: '', queueIds: [], isDefault: false, token: expect.stringMatching(/.{8}/) },
  });
  const begun = await admin.raw('POST', '/tickets', {
    body: { contactId: String(idOf(contact.body)), queueId: '', userId: String(admin.user.id), status: 'open' },
  });
  expect(begun).toMatchObject({ status: 200, body: { queueId: null, userId: admin.user.id } });
  const ticketId = String(idOf(begun.body));
  const moved = await admin.raw('PUT', `/tickets/${ticketId}`, { body: { queueId: String(support), userId: '', status: 'pending' } });
  expect(moved).toMatchObject({ status: 200, body: { queueId: support, userId: null } });
  const tag = await admin.raw('POST', '/tags', { body: { name: `Tag ${digits()}`, color: '', kanban: null } });
  expect(await admin.raw('POST', '/tags/sync', { body: { ticketId, tags: [String(idOf(tag.body))] } })).toMatchObject({
    status: 200,
    body: { tags: [{ id: idOf(tag.body) }] },
  });
  expect(await admin.raw('POST', '/ticket-notes', { body: { ticketId, contactId: null, note: 'Ligar' } })).toMatchObject({ status: 200 });
  const nameless = { status: 400, body: { details: [{ path: 'name', message: 'required' }] } };
  expect(await admin.raw('POST', '/queue', { body: { name: null, color: '#0a0b0c', greetingMessage: null } })).toMatchObject(nameless);
  expect(await admin.raw('PUT', `/queue/${sales}`, { body: { name: null } })).toMatchObject(nameless);
});

test('"404 … does not exist": also an id beyond all ids, and a uuid nobody made', async () => {
  for (const path of ['/tickets/9999999999', '/tickets/u/11111111-1111-1111-1111-111111111111'])
    expect(await admin.raw('GET', path), path).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
  const body = { contactId: 9_999_999_999 };
  expect(await admin.raw('POST', '/tickets', { body })).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
});

test('lists and flags of a search are read as people write them, and a moment means its day', async () => {
  const count = async (query: string) => ((await admin.raw('GET', `/tickets?${query}`)).body as { count?: number }).count;
  const [all, here] = [await count('showAll=1'), await count(`showAll=true&queueIds=[${support}]`)];
  expect(await count(`showAll=1&queueIds=${support}`)).toBe(here);
  expect(await count(`showAll=true&queueIds=["${sales}","${support}"]`)).toBe(all);
  const now = encodeURIComponent(world.clock().toISOString());
  expect(await count(`showAll=true&date=${now}&updatedAt=${now}`)).toBe(all);
  expect(await count('showAll=true&date=2001-02-03T04:05:06.000Z')).toBe(0);
});

test('the name of the scheme before a token is read in any case', async () => {
  const headers = { authorization: `bearer ${admin.token}` };
  expect((await world.client().raw('GET', '/auth/me', { headers })).status).toBe(200);
});
