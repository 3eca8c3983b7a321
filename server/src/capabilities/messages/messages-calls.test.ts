import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const png = await pngOf(8, 8);
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const invalid = (path: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: expect.arrayContaining([expect.objectContaining({ path })]) },
});

test('"GET /messages/{ticketId}?pageNumber: response messages, hasMore": each message with the specified fields and types', async () => {
  const { agent, number, ticket } = await served(world);
  const mine = await sayIn(agent, ticket.id, 'Olá');
  const { status, body } = await agent.raw('GET', `/messages/${ticket.id}?pageNumber=1`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ hasMore: false, count: 2, ticket: { id: ticket.id, uuid: ticket.uuid } });
  const [theirs, ours] = (body as { messages: Message[] }).messages;
  const { uuid, code, queueId, whatsappId, contactId } = ticket;
  const common = {
    ticketId: ticket.id,
    ticket: { id: ticket.id, uuid, code, status: 'open', userId: agent.user.id, queueId, whatsappId, contactId, isGroup: false },
    mediaType: null,
    mediaUrl: null,
    data: null,
    isDeleted: false,
    isEdited: false,
    createdAt: instant,
    channelId: expect.any(String),
    quotedMsg: null,
    reactions: [],
    participant: null,
    failure: null,
    why: null,
  };
  expect(theirs).toEqual({
    ...common,
    id: expect.any(Number),
    origin: 'customer',
    body: 'Oi',
    fromMe: false,
    ack: expect.any(Number),
    read: expect.any(Boolean),
    contact: { id: ticket.contactId, name: 'Ana', number, email: '', profilePicUrl: expect.any(String) },
    user: null,
  });
  expect(ours).toEqual({
    ...common,
    id: mine.id,
    origin: 'agent',
    body: 'Olá',
    fromMe: true,
    ack: expect.any(Number),
    read: true,
    contact: null,
    user: { id: agent.user.id, name: agent.user.name },
  });
});

test('"the POST answers 200 with the stored message (ack 0 …) at once", and all who may see it hear "appMessage" create', async () => {
  const { admin, agent, faults, ticket } = await served(world);
  await faults({ offline: true });
  const atAdmin = await admin.listen();
  const body = { read: 1, fromMe: true, mediaUrl: '', body: 'Já volto', quotedMsg: null };
  const { status, body: stored } = await agent.raw('POST', `/messages/${ticket.id}`, { body });
  expect({ status, stored }).toMatchObject({ status: 200, stored: { body: 'Já volto', ack: 0, fromMe: true, ticketId: ticket.id } });
  await expect.poll(() => atAdmin.of(messageLive), patient).toHaveLength(1);
  expect(atAdmin.of(messageLive)[0]).toMatchObject({
    action: 'create',
    message: stored,
    ticket: { id: ticket.id, lastMessage: 'Já volto', contact: { id: ticket.contactId }, user: { id: agent.user.id }, tags: [] },
    contact: { id: ticket.contactId },
    seq: expect.any(Number),
  });
  await faults({ offline: false });
});

test.each([
  ['a quoted message without id', { body: 'a', quotedMsg: {} }, 'quotedMsg.id'],
  ['a quoted message that is a word', { body: 'a', quotedMsg: 'x' }, 'quotedMsg'],
  ['a body that is a list', { body: ['a'] }, 'body'],
  ['a body that is null', { body: null }, 'body'],
])('%s is invalid input, and nothing is stored', async (_what, body, path) => {
  const { agent, ticket, thread } = await served(world);
  expect(await agent.raw('POST', `/messages/${ticket.id}`, { body })).toMatchObject(invalid(path));
  expect((await thread()).count).toBe(1);
});

test.each(['0', '-1', '1.5', 'x'])('a page %s is invalid input', async (pageNumber) => {
  const { agent, ticket } = await served(world);
  expect(await agent.raw('GET', `/messages/${ticket.id}?pageNumber=${pageNumber}`)).toMatchObject(invalid('pageNumber'));
});

test('lines end as phones end them, also in the caption of a form, which browsers send with two signs', async () => {
  const { agent, number, phone, post, ticket, thread } = await served(world);
  expect((await post(formOf({ body: 'uma\r\noutra\r\n\r\nfim' }, [{ name: 'a.png', bytes: png }]))).body).toMatchObject({
    body: 'uma\noutra\n\nfim',
  });
  expect(await sayIn(agent, ticket.id, 'a\r\nb\rc\nd')).toMatchObject({ body: 'a\nb\nc\nd' });
  await expect
    .poll(async () => (await phone(number)).slice(1).map(({ body }) => body), patient)
    .toEqual(['uma\noutra\n\nfim', 'a\nb\nc\nd']);
  expect((await thread()).messages.slice(1).every(({ body }) => !body.includes('\r'))).toBe(true);
});

test('"the body as caption of the first": of a body that comes once for each file, the first is it', async () => {
  const { post } = await served(world);
  const form = formOf({}, [
    { name: 'a.png', bytes: png },
    { name: 'b.png', bytes: png },
  ]);
  for (const caption of ['a legenda', 'outra']) form.append('body', caption);
  const { messages } = (await post(form)).body as { messages: Message[] };
  expect(messages.map(({ body, data }) => [body, data?.fileName])).toEqual([
    ['a legenda', 'a.png'],
    ['', 'b.png'],
  ]);
});

test('"delete answers 200 {message}", also for a message, which comes along as it stands now', async () => {
  const { agent, ticket } = await served(world);
  const { id } = await sayIn(agent, ticket.id, 'engano');
  const { status, body } = await agent.raw('DELETE', `/messages/${id}`);
  expect({ status, body }).toMatchObject({ status: 200, body: { message: expect.any(String), id, isDeleted: true, body: '' } });
});

test('"ERR_CREATING_MESSAGE": a message that could not be stored is said so, and the next one is', async () => {
  const { agent, ticket, thread } = await served(world);
  await owner.query(`alter table messages add constraint a_fault check (body <> 'quebra') not valid`);
  try {
    const headers = { 'idempotency-key': 'uma-falha' };
    const answer = await agent.raw('POST', `/messages/${ticket.id}`, { body: { body: 'quebra' }, headers });
    expect(answer).toMatchObject({ status: 500, body: { error: 'ERR_CREATING_MESSAGE' } });
    expect(Object.keys(answer.body as object)).toEqual(['error']);
  } finally {
    await owner.query('alter table messages drop constraint a_fault');
  }
  expect((await thread()).count).toBe(1);
  const again = { body: { body: 'quebra' }, headers: { 'idempotency-key': 'uma-falha' } };
  expect((await agent.raw('POST', `/messages/${ticket.id}`, again)).status).toBe(200);
});

test('"404 ERR_NO_<THING>_FOUND": a ticket or message that is not there, in every call of messages', async () => {
  const { agent } = await served(world);
  const noTicket = { status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } };
  const noMessage = { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } };
  expect(await agent.raw('GET', '/messages/2000000111')).toMatchObject(noTicket);
  expect(await agent.raw('POST', '/messages/2000000111', { body: { body: 'oi' } })).toMatchObject(noTicket);
  expect(await agent.raw('POST', '/messages/2000000111', { form: formOf({}, [{ name: 'a.png', bytes: png }]) })).toMatchObject(noTicket);
  expect(await agent.raw('DELETE', '/messages/2000000111')).toMatchObject(noMessage);
  expect(await agent.raw('POST', '/messages/2000000111/resend')).toMatchObject(noMessage);
});

test('a page beyond the end is empty and says how many there are', async () => {
  const { agent, ticket } = await served(world);
  expect(await agent.call(messagesApi.list, { params: { ticketId: ticket.id }, query: { pageNumber: 1_000 } })).toMatchObject({
    messages: [],
    count: 1,
    hasMore: false,
  });
});

test('"quotedMsg" is the message, or its id alone; in a form, as text', async () => {
  const { agent, ticket, thread, post } = await served(world);
  const { id } = (await thread()).messages[0]!;
  for (const quotedMsg of [{ id }, { id: String(id) }, id, String(id)])
    expect(await agent.raw('POST', `/messages/${ticket.id}`, { body: { body: 'Sim', quotedMsg } })).toMatchObject({
      status: 200,
      body: { quotedMsg: { id } },
    });
  for (const quotedMsg of [String(id), JSON.stringify({ id })])
    expect(await post(formOf({ body: 'Sim', quotedMsg }, [{ name: 'a.png', bytes: png }]))).toMatchObject({
      status: 200,
      body: { quotedMsg: { id } },
    });
  for (const quotedMsg of ['x', true, [id]])
    expect(await agent.raw('POST', `/messages/${ticket.id}`, { body: { body: 'Sim', quotedMsg } })).toMatchObject(invalid('quotedMsg'));
});

test('"read-only spy in those queues": a supervisor reads what others answer and answers only what is theirs', async () => {
  const { admin, agent, queueId, ticket } = await served(world);
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [queueId] });
  const say = (person: typeof admin) => person.raw('POST', `/messages/${ticket.id}`, { body: { body: 'Oi' } });
  expect((await supervisor.raw('GET', `/messages/${ticket.id}`)).status).toBe(200);
  expect(await say(supervisor)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await say(admin)).status).toBe(200);
  await agent.raw('PUT', `/tickets/${ticket.id}`, { body: { userId: supervisor.user.id } });
  expect((await say(supervisor)).status).toBe(200);
});
