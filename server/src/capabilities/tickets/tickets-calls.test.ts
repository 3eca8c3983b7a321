import { contactsApi } from '@prosa/contracts/contacts';
import { tagsApi } from '@prosa/contracts/tags';
import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { move, openOffice, show, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

let numbers = 0;
const newContact = async (person: Client) => {
  const number = `55119${String(40_000_000 + ++numbers)}`;
  return (await person.call(contactsApi.create, { body: { name: `Cliente ${numbers}`, number } })).id;
};
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const invalid = (path: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: expect.arrayContaining([expect.objectContaining({ path })]) },
});

test('"GET /tickets … response tickets, hasMore": each ticket by the fields of the specification, with their types', async () => {
  const { admin, sales, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId, '5511944440001', 'Bom dia');
  const { status, body } = await admin.raw('GET', '/tickets?status=pending&pageNumber=1');
  expect(status).toBe(200);
  expect(body).toEqual({ tickets: [expect.any(Object)], count: 1, hasMore: false });
  const ticket = {
    id,
    uuid: expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/),
    code: expect.stringMatching(/^20\d{6}0001$/),
    status: 'pending',
    userId: null,
    user: null,
    queueId: sales,
    queue: { id: sales, name: 'Vendas', color: '#0A7A48' },
    whatsappId,
    whatsapp: { id: whatsappId, name: 'Principal' },
    contactId: expect.any(Number),
    contact: {
      id: expect.any(Number),
      name: '5511944440001',
      number: '5511944440001',
      email: '',
      profilePicUrl: expect.any(String),
    },
    lastMessage: 'Bom dia',
    unreadMessages: 1,
    isGroup: false,
    chatbot: false,
    tags: [],
    createdAt: instant,
    updatedAt: instant,
  };
  expect((body as { tickets: unknown[] }).tickets[0]).toEqual({ ...ticket, last: { fromMe: false, mediaType: null, seconds: null } });
  expect((await admin.raw('GET', `/tickets/${id}`)).body).toEqual({ ...ticket, last: { fromMe: false, mediaType: null, seconds: null } });
});

test('"pageNumber starts at 1": a page beyond the end is empty, and says how many there are', async () => {
  const { admin, whatsappId } = await openOffice(world);
  await writes(admin, whatsappId);
  for (const path of ['/tickets?pageNumber=2', '/tickets?pageNumber=1000&status=pending', '/tickets?pageNumber=2&searchParam=oi'])
    expect(await admin.raw('GET', path), path).toMatchObject({ status: 200, body: { tickets: [], count: 1, hasMore: false } });
  for (const pageNumber of ['0', '-1', '1.5', 'x'])
    expect(await admin.raw('GET', `/tickets?pageNumber=${pageNumber}`)).toMatchObject(invalid('pageNumber'));
});

test('a parameter that is empty is one that was not given', async () => {
  const { admin, whatsappId } = await openOffice(world);
  await writes(admin, whatsappId);
  const names = ['searchParam', 'pageNumber', 'tags', 'users', 'status', 'date', 'updatedAt', 'showAll', 'queueIds', 'withUnreadMessages'];
  const plain = await admin.raw('GET', '/tickets');
  expect(plain).toMatchObject({ status: 200, body: { count: 1 } });
  for (const query of [...names.map((name) => `${name}=`), names.map((name) => `${name}=`).join('&')]) {
    const { status, body } = await admin.raw('GET', `/tickets?${query}`);
    expect({ status, body }, query).toEqual({ status: 200, body: plain.body });
  }
});

test.each([
  ['status', 'status=resolved'],
  ['showAll', 'showAll=yes'],
  ['tags', 'tags=1,2'],
  ['users', 'users={}'],
  ['queueIds', 'queueIds=["x"]'],
  ['date', 'date=2026-02-31'],
  ['updatedAt', 'updatedAt=ontem'],
])('a list is not asked for by a wrong %s', async (path, query) => {
  const admin = await world.company();
  expect(await admin.raw('GET', `/tickets?${query}`)).toMatchObject(invalid(path));
});

test.each([
  ['contactId', {}],
  ['contactId', { contactId: 'x' }],
  ['contactId', { contactId: null }],
  ['contactId', { contactId: 1.5 }],
  ['queueId', { contactId: 1, queueId: 'x' }],
  ['userId', { contactId: 1, userId: {} }],
  ['status', { contactId: 1, status: 'resolved' }],
])('"POST /tickets body contactId, queueId, userId, status": a wrong %s (%j) is invalid input', async (path, body) => {
  const admin = await world.company();
  expect(await admin.raw('POST', '/tickets', { body })).toMatchObject(invalid(path));
});

test('"PUT /tickets/{id} body status, userId, queueId": what is of the wrong kind is told by field, and changes nothing', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  const before = await show(agent, id);
  for (const [path, body] of [
    ['status', { status: 'resolved' }],
    ['userId', { userId: 'x' }],
    ['queueId', { queueId: 1.5 }],
    ['userId', { status: 'open', userId: null }],
  ] as const)
    expect(await agent.raw('PUT', `/tickets/${id}`, { body }), path).toMatchObject(invalid(path));
  expect(await show(agent, id)).toEqual(before);
});

test('"ERR_CREATING_TICKET": a ticket that could not be made is said so, and once it can be, it is', async () => {
  const { admin, sales } = await openOffice(world);
  const contactId = await newContact(admin);
  await owner.query(`alter table tickets add constraint a_fault check (contact_id <> ${contactId}) not valid`);
  try {
    const answer = await admin.raw('POST', '/tickets', { body: { contactId, queueId: sales } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 500, body: { error: 'ERR_CREATING_TICKET' } });
  } finally {
    await owner.query('alter table tickets drop constraint a_fault');
  }
  expect((await admin.raw('POST', '/tickets', { body: { contactId, queueId: sales } })).status).toBe(200);
});

test('"updatedAt of a ticket moves on messages and transitions only": not on tags, notes or reading', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  const { updatedAt } = await show(agent, id);
  const tag = await admin.call(tagsApi.create, { body: { name: 'Urgente' } });
  await agent.call(tagsApi.sync, { body: { ticketId: id, tags: [{ id: tag.id }] } });
  await agent.call(ticketNotesApi.create, { body: { ticketId: id, note: 'Ligar' } });
  await agent.raw('GET', `/messages/${id}`);
  expect(await show(agent, id)).toMatchObject({ updatedAt, unreadMessages: 0, tags: [{ id: tag.id }] });
  await move(agent, id, { status: 'closed' });
  expect((await show(agent, id)).updatedAt > updatedAt).toBe(true);
});

test('"-ticket (update, delete, updateUnread)": what each says, and in which order, to who may see the ticket', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const atAdmin = await admin.listen();
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  await agent.raw('GET', `/messages/${id}`);
  expect(await admin.call(ticketsApi.remove, { params: { id } })).toEqual({ message: expect.any(String) });
  await expect
    .poll(() => atAdmin.of(ticketLive).map(({ action }) => action), patient)
    .toEqual(['update', 'update', 'updateUnread', 'delete']);
  const [made, accepted, read, gone] = atAdmin.of(ticketLive);
  expect(made).toMatchObject({ ticketId: id, ticket: { id, status: 'pending' } });
  expect(accepted).toMatchObject({ ticketId: id, ticket: { id, status: 'open', userId: agent.user.id, contact: {}, tags: [] } });
  expect(read).toEqual({ action: 'updateUnread', ticketId: id, seq: expect.any(Number) });
  expect(gone).toEqual({ action: 'delete', ticketId: id, seq: expect.any(Number) });
  expect(await admin.raw('GET', `/tickets/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
});
