import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
let numbers = 0;
const newNumber = () => `55319${String(10_000_000 + ++numbers)}`;

const read = (person: Client, ticketId: number, pageNumber = 1) =>
  person.call(messagesApi.list, { params: { ticketId }, query: { pageNumber } });
const send = (person: Client, ticketId: number, body: unknown, headers: Record<string, string> = {}) =>
  person.raw('POST', `/messages/${ticketId}`, { body, headers });
const say = (admin: Client, whatsappId: number, number: string, body: string) =>
  admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body } });

async function writes(admin: Client, whatsappId: number, number = newNumber(), body = `Oi ${++numbers}`): Promise<Ticket> {
  await say(admin, whatsappId, number, body);
  let found: Ticket | undefined;
  await expect
    .poll(async () => {
      const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } });
      found = tickets.find((ticket) => ticket.whatsappId === whatsappId);
      return found?.lastMessage;
    }, patient)
    .toBe(body);
  return found!;
}

async function office() {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const whatsappId = await world.connection(admin, { queueIds: [queueId] });
  return { admin, agent, queueId, whatsappId };
}

async function served() {
  const here = await office();
  const number = newNumber();
  const ticket = await writes(here.admin, here.whatsappId, number);
  await here.agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  return { ...here, number, ticket };
}

test('messages leave only while the ticket is open', async () => {
  const { admin, agent, whatsappId } = await office();
  const { id } = await writes(admin, whatsappId);
  const refused = { status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } };
  expect(await send(agent, id, { body: 'cedo demais' })).toMatchObject(refused);
  await agent.call(ticketsApi.update, { params: { id }, body: { status: 'open' } });
  expect((await send(agent, id, { body: 'agora' })).status).toBe(200);
  await agent.call(ticketsApi.update, { params: { id }, body: { status: 'closed' } });
  expect(await send(agent, id, { body: 'tarde demais' })).toMatchObject(refused);
  expect((await read(agent, id)).messages.map(({ body }) => body)).toEqual([expect.stringContaining('Oi'), 'agora']);
});

test.each([
  ['nothing', {}],
  ['an empty text', { body: '' }],
  ['blanks', { body: ' \n\t ' }],
  ['no text but a number', { body: 5 }],
  ['a text of more than 65,536 letters', { body: 'x'.repeat(65_537) }],
])('%s is not sent', async (_what, body) => {
  const { agent, ticket } = await served();
  expect(await send(agent, ticket.id, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', details: [{ path: 'body' }] } });
  expect((await read(agent, ticket.id)).count).toBe(1);
});

test('who says what is the server’s to know, not the sender’s', async () => {
  const { agent, ticket } = await served();
  const forged = {
    body: 'Sou eu',
    fromMe: false,
    read: false,
    ack: 5,
    mediaUrl: 'http://127.0.0.1/x',
    id: 1,
    ticketId: 1,
    userId: 1,
    companyId: 1,
    createdAt: '2001-01-01',
  };
  const { body } = await send(agent, ticket.id, forged);
  expect(body).toMatchObject({
    body: 'Sou eu',
    fromMe: true,
    ack: 0,
    mediaUrl: null,
    ticketId: ticket.id,
    user: { id: agent.user.id },
    read: true,
  });
  expect(new Date((body as { createdAt: string }).createdAt).getFullYear()).toBeGreaterThan(2020);
});

test('texts arrive letter by letter: markup, emoji, right to left and template signs are left alone', async () => {
  const { admin, agent, whatsappId, number, ticket } = await served();
  const texts = [
    '*negrito* ~risco~ <b onclick="x">',
    '👩‍👩‍👧 ✓ مرحبا',
    "'; drop table messages; --",
    '  espaços à volta  ',
    '{{constructor}} \x24{1} %s \\u0041',
    'linha\noutra',
  ];
  for (const body of texts) expect((await send(agent, ticket.id, { body })).body).toMatchObject({ body });
  await expect
    .poll(
      async () => (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } })).slice(1).map(({ body }) => body),
      patient,
    )
    .toEqual(texts);
});

test('variables in an agent’s text are filled in, once and literally; unknown ones stay as typed', async () => {
  const { agent, ticket } = await served();
  const { body } = await send(agent, ticket.id, { body: '{{firstName}}, protocolo {{protocol}} com {{user}} ({{queue}}) {{outra}}' });
  const { contact, code } = ticket;
  expect(body).toMatchObject({
    body: `${contact.name.split(' ')[0]}, protocolo ${code} com ${agent.user.name} (Vendas) {{outra}}`,
  });
});

test.each([
  ['a sign that no database keeps', 'a\u0000b'],
  ['half a letter', 'meio \ud83d emoji'],
])('%s harms nothing', async (_what, text) => {
  const { admin, agent, whatsappId, number, ticket } = await served();
  const answer = await send(agent, ticket.id, { body: text });
  expect(answer.status).toBeLessThan(500);
  const inbound = await admin.raw('POST', `/simulator/${whatsappId}/messages`, { body: { number, body: text } });
  expect(inbound.status).toBeLessThan(500);
  const search = await agent.raw('GET', `/tickets?searchParam=${encodeURIComponent('a\u0000b')}`);
  expect(search.status).toBeLessThan(500);
  await writes(admin, whatsappId, number, 'e a conversa segue');
});

test('a reply quotes a message of the same conversation and no other', async () => {
  const { admin, agent, whatsappId, number, ticket } = await served();
  const [own] = (await read(agent, ticket.id)).messages;
  expect((await send(agent, ticket.id, { body: 'cito', quotedMsg: { id: own!.id } })).body).toMatchObject({
    quotedMsg: { id: own!.id, body: own!.body },
  });
  const other = await writes(admin, whatsappId);
  const secondLine = await world.connection(admin, { name: 'Segunda' });
  const sameCustomer = await writes(admin, secondLine, number);
  const refused = { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } };
  for (const elsewhere of [other.id, sameCustomer.id]) {
    const [message] = (await read(admin, elsewhere)).messages;
    expect(await send(agent, ticket.id, { body: 'cito', quotedMsg: { id: message!.id } })).toMatchObject(refused);
  }
  expect(await send(agent, ticket.id, { body: 'cito', quotedMsg: { id: 999_999_999 } })).toMatchObject(refused);
  expect((await read(agent, ticket.id)).count).toBe(2);
});

test('reading marks read for the agent who serves, and for nobody else', async () => {
  const { admin, agent, queueId, whatsappId } = await office();
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [queueId] });
  const number = newNumber();
  await writes(admin, whatsappId, number, 'um');
  const { id } = await writes(admin, whatsappId, number, 'dois');
  for (const person of [admin, agent, supervisor]) expect((await read(person, id)).ticket.unreadMessages).toBe(2);
  await agent.call(ticketsApi.update, { params: { id }, body: { status: 'open' } });
  for (const person of [admin, supervisor]) expect((await read(person, id)).ticket.unreadMessages).toBe(2);
  const before = await agent.call(ticketsApi.show, { params: { id } });
  expect(before.unreadMessages).toBe(2);
  const atAdmin = await admin.listen();
  expect((await read(agent, id, 2)).ticket.unreadMessages).toBe(2);
  expect((await read(agent, id)).ticket.unreadMessages).toBe(0);
  await expect.poll(() => atAdmin.of(ticketLive), patient).toMatchObject([{ action: 'updateUnread', ticketId: id }]);
  const after = await agent.call(ticketsApi.show, { params: { id } });
  expect(after).toEqual({ ...before, unreadMessages: 0 });
  expect((await read(admin, id)).messages.map(({ read: seen }) => seen)).toEqual([true, true]);
  await writes(admin, whatsappId, number, 'três');
  expect((await agent.call(ticketsApi.show, { params: { id } })).unreadMessages).toBe(1);
});

test('a thread comes in pages of twenty, the newest page first, oldest on top', async () => {
  const { agent, ticket } = await served();
  for (let n = 1; n <= 44; n += 1) await send(agent, ticket.id, { body: `${n}` });
  const pages = [
    await read(agent, ticket.id, 1),
    await read(agent, ticket.id, 2),
    await read(agent, ticket.id, 3),
    await read(agent, ticket.id, 4),
  ];
  expect(pages.map(({ messages, count, hasMore }) => [messages.length, count, hasMore])).toEqual([
    [20, 45, true],
    [20, 45, true],
    [5, 45, false],
    [0, 45, false],
  ]);
  expect(
    pages
      .toReversed()
      .flatMap(({ messages }) => messages)
      .slice(1)
      .map(({ body }) => body),
  ).toEqual(Array.from({ length: 44 }, (_, n) => `${n + 1}`));
});

test('of messages sent at once the thread shows the order in which the customer got them', async () => {
  const { admin, agent, whatsappId, number, ticket } = await served();
  await Promise.all(Array.from({ length: 19 }, (_, n) => send(agent, ticket.id, { body: `paralela ${n}` })));
  const phone = async () =>
    (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } })).slice(1).map(({ body }) => body);
  await expect.poll(async () => (await phone()).length, patient).toBe(19);
  expect((await read(agent, ticket.id)).messages.slice(1).map(({ body }) => body)).toEqual(await phone());
});

test('every message moves its ticket to the top and is heard by who may see it', async () => {
  const { admin, agent, whatsappId, ticket } = await served();
  const later = await writes(admin, whatsappId);
  const listed = async () => (await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).tickets.map(({ id }) => id);
  expect(await listed()).toEqual([later.id, ticket.id]);
  const atAdmin = await admin.listen();
  await send(agent, ticket.id, { body: 'para cima' });
  expect(await listed()).toEqual([ticket.id, later.id]);
  await expect
    .poll(() => atAdmin.of(messageLive).filter(({ action }) => action === 'create'), patient)
    .toMatchObject([
      {
        message: { body: 'para cima', fromMe: true, user: { name: agent.user.name } },
        ticket: { id: ticket.id, lastMessage: 'para cima' },
        contact: { id: ticket.contactId },
      },
    ]);
});

test('a colleague’s conversation can neither be read nor answered nor repaired', async () => {
  const { admin, agent, queueId, ticket } = await served();
  const colleague = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const { body } = await send(agent, ticket.id, { body: 'minha' });
  const messageId = (body as { id: number }).id;
  expect((await colleague.send(messagesApi.list, { params: { ticketId: ticket.id }, query: {} })).status).toBe(403);
  expect(await send(colleague, ticket.id, { body: 'intrusa' })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await colleague.send(messagesApi.resend, { params: { messageId } })).status).toBe(403);
  expect((await colleague.send(messagesApi.resend, { params: { messageId: 999_999_999 } })).status).toBe(404);
  expect((await send(colleague, 999_999, { body: 'ao léu' })).status).toBe(404);
});

test('a failed message is sent again by its author or an admin, once, however often they click', async () => {
  const { admin, agent, whatsappId, number, ticket } = await served();
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { failNext: 1 } });
  const { body } = await send(agent, ticket.id, { body: 'falha' });
  const messageId = (body as { id: number }).id;
  await expect.poll(async () => (await read(agent, ticket.id)).messages.at(-1)?.ack, patient).toBe(-1);
  const clicks = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? agent : admin).send(messagesApi.resend, { params: { messageId } })),
  );
  expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  await expect.poll(async () => (await read(agent, ticket.id)).messages.at(-1)?.ack, patient).toBe(2);
  expect((await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } })).map(({ body: text }) => text)).toEqual([
    expect.anything(),
    'falha',
  ]);
});
