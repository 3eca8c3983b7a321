import { contactsApi } from '@prosa/contracts/contacts';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
let numbers = 0;
const newContact = async (person: Client) => {
  const number = `55119${String(30_000_000 + ++numbers)}`;
  return (await person.call(contactsApi.create, { body: { name: `Cliente ${numbers}`, number } })).id;
};
const begin = (person: Client, body: Record<string, unknown>) => person.raw('POST', '/tickets', { body });

async function office() {
  const admin = await world.company();
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const agent = await world.colleague(admin, 'user', { queueIds: [sales] });
  const whatsappId = await world.connection(admin);
  return { admin, agent, sales, support, whatsappId };
}

test('an agent begins a conversation: it is open, theirs, and has a protocol and a history', async () => {
  const { admin, agent, sales, whatsappId } = await office();
  const contactId = await newContact(agent);
  const atAdmin = await admin.listen();
  const made = await begin(agent, { contactId, queueId: sales, userId: agent.user.id, status: 'open', companyId: 1 });
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(world.clock()).replaceAll('-', '');
  expect(made).toMatchObject({
    status: 200,
    body: {
      status: 'open',
      userId: agent.user.id,
      queueId: sales,
      contactId,
      whatsappId,
      code: `${today}0001`,
      unreadMessages: 0,
      tags: [],
    },
  });
  const ticket = made.body as Ticket;
  expect(await agent.call(ticketsApi.showByUuid, { params: { uuid: ticket.uuid } })).toEqual(ticket);
  expect(await agent.call(ticketsApi.history, { params: { id: ticket.id } })).toMatchObject([
    { what: 'create', user: { name: agent.user.name }, from: null, to: `open user:${agent.user.id} queue:${sales}` },
  ]);
  await expect
    .poll(() => atAdmin.of(ticketLive), patient)
    .toMatchObject([{ action: 'update', ticketId: ticket.id, ticket: { code: ticket.code } }]);
  expect((await agent.call(ticketsApi.list, { query: { status: 'open' } })).tickets).toEqual([{ ...ticket, last: null }]);
});

test('"a queue must be chosen unless the user is admin"', async () => {
  const { admin, agent, support } = await office();
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [support] });
  const contactId = await newContact(admin);
  const required = { status: 400, body: { error: 'ERR_VALIDATION', details: [{ path: 'queueId', message: 'required' }] } };
  expect(await begin(agent, { contactId })).toMatchObject(required);
  expect(await begin(agent, { contactId, queueId: null })).toMatchObject(required);
  expect(await begin(supervisor, { contactId })).toMatchObject(required);
  expect(await begin(agent, { contactId, queueId: support })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await begin(admin, { contactId })).toMatchObject({ status: 200, body: { queueId: null, userId: admin.user.id } });
});

test('what is not there is said so, and nothing is made', async () => {
  const { admin, sales } = await office();
  const contactId = await newContact(admin);
  const nowhere = 2_000_000_111;
  for (const [body, error] of [
    [{ contactId: nowhere }, 'ERR_NO_CONTACT_FOUND'],
    [{ contactId, queueId: nowhere }, 'ERR_NO_QUEUE_FOUND'],
    [{ contactId, queueId: sales, userId: nowhere }, 'ERR_NO_USER_FOUND'],
    [{ contactId, queueId: sales, whatsappId: nowhere }, 'ERR_NO_WAPP_FOUND'],
  ] as const)
    expect(await begin(admin, body), error).toMatchObject({ status: 404, body: { error } });
  expect(await begin(admin, { contactId, status: 'closed' })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect((await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).count).toBe(0);
});

test('without any connection there is no default one to write over', async () => {
  const admin = await world.company();
  const contactId = await newContact(admin);
  expect(await begin(admin, { contactId })).toMatchObject({ status: 400, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } });
});

test('a ticket can be begun over another connection, made to wait, or given to a colleague by who may', async () => {
  const { admin, agent, sales } = await office();
  const second = await world.connection(admin, { name: 'Segunda' });
  const contactId = await newContact(admin);
  expect(await begin(admin, { contactId, queueId: sales, whatsappId: second, status: 'pending' })).toMatchObject({
    status: 200,
    body: { status: 'pending', userId: null, whatsappId: second },
  });
  expect(await begin(admin, { contactId, queueId: sales, userId: agent.user.id })).toMatchObject({
    status: 200,
    body: { userId: agent.user.id },
  });
  expect(await begin(agent, { contactId: await newContact(agent), queueId: sales, userId: admin.user.id })).toMatchObject({ status: 403 });
});

test('"an open ticket already exists for this contact": of twenty who begin at once one does, the others hear whose it is', async () => {
  const { admin, agent, sales } = await office();
  const contactId = await newContact(admin);
  const people = [admin, agent];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => begin(people[n % 2]!, { contactId, queueId: sales })));
  const made = answers.filter(({ status }) => status === 200);
  expect(made).toHaveLength(1);
  const { id, uuid, user } = made[0]!.body as Ticket;
  for (const { status, body } of answers.filter((answer) => answer !== made[0]))
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'ERR_OTHER_OPEN_TICKET', ticket: { id, uuid, user: { name: user?.name }, queue: { name: 'Vendas' } } },
    });
  await agent.raw('PUT', `/tickets/${id}`, { body: { status: 'closed' } });
  await admin.raw('PUT', `/tickets/${id}`, { body: { status: 'closed' } });
  expect(await begin(agent, { contactId, queueId: sales })).toMatchObject({ status: 200, body: { code: expect.stringMatching(/0002$/) } });
});

test('the same call with the same key makes one ticket', async () => {
  const { admin } = await office();
  const contactId = await newContact(admin);
  const headers = { 'idempotency-key': `ticket-${contactId}` };
  const [first, again] = [
    await admin.raw('POST', '/tickets', { body: { contactId }, headers }),
    await admin.raw('POST', '/tickets', { body: { contactId }, headers }),
  ];
  expect(first.status).toBe(200);
  expect(again.body).toEqual(first.body);
});
