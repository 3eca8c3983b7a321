import { messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database.ts';
import { inScope } from '../../platform/scope.ts';

const world = await openWorld();
const patient = { timeout: 20_000 };
const minute = 60_000;
let numbers = 0;
const newNumber = () => `55119${String(10_000_000 + ++numbers)}`;

const show = (person: Client, id: number) => person.call(ticketsApi.show, { params: { id } });
const move = (person: Client, id: number, body: { status?: Ticket['status']; userId?: number | null; queueId?: number | null }) =>
  person.send(ticketsApi.update, { params: { id }, body });
const pendingOf = async (person: Client) => (await person.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } })).tickets;

/** A customer writes, and the ticket that comes of it. */
async function writes(admin: Client, whatsappId: number, number = newNumber(), body = `Oi ${number}`): Promise<Ticket> {
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body } });
  let found: Ticket | undefined;
  await expect
    .poll(async () => {
      [found] = (await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets;
      return found?.lastMessage;
    }, patient)
    .toBe(body);
  return found!;
}

/** A company with two queues, an agent in the first, and a paired connection that leads there. */
async function office() {
  const admin = await world.company();
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const agent = await world.colleague(admin, 'user', { queueIds: [sales] });
  const whatsappId = await world.connection(admin, { queueIds: [sales] });
  return { admin, agent, sales, support, whatsappId };
}

test('an agent who sees tickets without queue is told who was faster, too', async () => {
  const admin = await world.company();
  const whatsappId = await world.connection(admin);
  const [first, second] = await Promise.all([
    world.colleague(admin, 'user', { allTicket: 'enable' }),
    world.colleague(admin, 'user', { allTicket: 'enable' }),
  ]);
  const ticket = await writes(admin, whatsappId);
  expect((await move(first, ticket.id, { status: 'open' })).status).toBe(200);
  expect(await move(second, ticket.id, { status: 'open' })).toMatchObject({
    status: 409,
    body: { error: 'ERR_TICKET_ALREADY_ACCEPTED', user: { name: first.user.name } },
  });
});

test('a ticket goes through its life, and every step is in its history', async () => {
  const { admin, agent, sales, support, whatsappId } = await office();
  const other = await world.colleague(admin, 'user', { queueIds: [support] });
  const { id } = await writes(admin, whatsappId);

  expect(await move(agent, id, { status: 'open', userId: agent.user.id })).toMatchObject({
    status: 200,
    body: { status: 'open', userId: agent.user.id },
  });
  expect(await move(agent, id, { status: 'open', userId: agent.user.id })).toMatchObject({ status: 200 });
  expect(await move(agent, id, { status: 'pending', userId: null })).toMatchObject({
    status: 200,
    body: { status: 'pending', userId: null, user: null, queueId: sales },
  });
  expect((await move(agent, id, { status: 'open' })).status).toBe(200);
  expect(await move(agent, id, { queueId: support })).toMatchObject({
    status: 200,
    body: { status: 'pending', userId: null, queueId: support },
  });
  expect((await move(agent, id, { status: 'open' })).status).toBe(403);
  expect((await move(other, id, { status: 'open' })).status).toBe(200);
  expect(await move(other, id, { queueId: sales, userId: agent.user.id })).toMatchObject({
    status: 200,
    body: { status: 'open', userId: agent.user.id, user: { name: agent.user.name }, queueId: sales, queue: { name: 'Vendas' } },
  });
  expect(await move(agent, id, { status: 'closed', userId: agent.user.id, queueId: sales })).toMatchObject({
    status: 200,
    body: { status: 'closed' },
  });
  expect(await move(agent, id, { status: 'pending' })).toMatchObject({ status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } });
  expect(await move(agent, id, { queueId: support })).toMatchObject({ status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } });
  expect(await move(agent, id, { status: 'open', userId: agent.user.id, queueId: sales })).toMatchObject({
    status: 200,
    body: { status: 'open' },
  });

  const history = await agent.call(ticketsApi.history, { params: { id } });
  expect(history.map(({ what, user }) => [what, user?.name ?? null])).toEqual([
    ['create', null],
    ['accept', agent.user.name],
    ['return', agent.user.name],
    ['accept', agent.user.name],
    ['transfer', agent.user.name],
    ['accept', other.user.name],
    ['transfer', other.user.name],
    ['resolve', agent.user.name],
    ['reopen', agent.user.name],
  ]);
  expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted());
  expect(history.slice(1).every(({ from, to }) => from !== null && to !== null)).toBe(true);
});

test('a waiting ticket may be resolved at once by who may see it', async () => {
  const { admin, agent, whatsappId } = await office();
  const { id } = await writes(admin, whatsappId);
  expect(await move(agent, id, { status: 'closed' })).toMatchObject({ status: 200, body: { status: 'closed' } });
});

test('a transfer to a person or a queue that is not there changes nothing', async () => {
  const { admin, agent, whatsappId } = await office();
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  const before = await show(agent, id);
  expect(await move(agent, id, { queueId: 999_999 })).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
  expect(await move(agent, id, { userId: 999_999 })).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
  expect(await show(agent, id)).toEqual(before);
});

test('reopening while the customer already has a newer ticket points to that one', async () => {
  const { admin, agent, whatsappId } = await office();
  const number = newNumber();
  const first = await writes(admin, whatsappId, number);
  await move(agent, first.id, { status: 'open' });
  await move(agent, first.id, { status: 'closed' });
  world.clock.move(121 * minute);
  await Promise.all([admin.refresh(), agent.refresh()]);
  const second = await writes(admin, whatsappId, number, 'Voltei');
  expect(second.id).not.toBe(first.id);
  expect(second.status).toBe('pending');
  const answer = await move(agent, first.id, { status: 'open' });
  expect(answer).toMatchObject({
    status: 400,
    body: { error: 'ERR_OTHER_OPEN_TICKET', ticket: { id: second.id, uuid: second.uuid, user: null, queue: { name: 'Vendas' } } },
  });
  expect((await show(agent, first.id)).status).toBe('closed');
});

test('a customer who writes again within two hours gets the same ticket back, waiting in its queue without its agent', async () => {
  const { admin, agent, support, whatsappId } = await office();
  const helper = await world.colleague(admin, 'user', { queueIds: [support] });
  const number = newNumber();
  const { id } = await writes(admin, whatsappId, number);
  await move(agent, id, { queueId: support });
  await move(helper, id, { status: 'open' });
  await move(helper, id, { status: 'closed' });
  world.clock.move(119 * minute);
  await Promise.all([admin.refresh(), helper.refresh()]);
  const atHelper = await helper.listen();
  const again = await writes(admin, whatsappId, number, 'Mais uma coisa');
  expect(again).toMatchObject({ id, status: 'pending', userId: null, queueId: support });
  const history = await admin.call(ticketsApi.history, { params: { id } });
  expect(history.at(-1)).toMatchObject({ what: 'reopen', user: null, from: 'closed', to: 'pending' });
  await expect
    .poll(() => atHelper.of(ticketLive), patient)
    .toContainEqual(expect.objectContaining({ action: 'update', ticketId: id, ticket: expect.objectContaining({ status: 'pending' }) }));
});

test('codes count from one each day of the company and never repeat, beyond 9999 too', async () => {
  const { admin, whatsappId } = await office();
  const first = await writes(admin, whatsappId);
  const second = await writes(admin, whatsappId);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(world.clock()).replaceAll('-', '');
  expect([first.code, second.code]).toEqual([`${today}0001`, `${today}0002`]);
  await inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) =>
    tx.execute(sql`update ticket_days set last_number = 9998`),
  );
  const codes = [await writes(admin, whatsappId), await writes(admin, whatsappId), await writes(admin, whatsappId)].map(({ code }) => code);
  expect(codes).toEqual([`${today}9999`, `${today}10000`, `${today}10001`]);
  world.clock.move(24 * 60 * minute);
  await admin.refresh();
  const tomorrow = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(world.clock()).replaceAll('-', '');
  expect((await writes(admin, whatsappId)).code).toBe(`${tomorrow}0001`);
});

test('an agent sees their own and what waits in their queues; a colleague’s ticket is forbidden, an unknown one is not there', async () => {
  const { admin, agent, sales, support, whatsappId } = await office();
  const colleague = await world.colleague(admin, 'user', { queueIds: [sales] });
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [sales] });
  const elsewhere = await world.colleague(admin, 'supervisor', { queueIds: [support] });
  const { id, uuid } = await writes(admin, whatsappId);
  const reads = [
    (who: Client) => who.send(ticketsApi.show, { params: { id } }),
    (who: Client) => who.send(ticketsApi.showByUuid, { params: { uuid } }),
    (who: Client) => who.send(ticketsApi.history, { params: { id } }),
    (who: Client) => who.send(messagesApi.list, { params: { ticketId: id }, query: {} }),
  ];
  const statuses = (who: Client) => Promise.all(reads.map(async (read) => (await read(who)).status));
  const [yes, no] = [reads.map(() => 200), reads.map(() => 403)];

  expect(await statuses(agent)).toEqual(yes);
  expect(await statuses(elsewhere)).toEqual(no);
  await move(agent, id, { status: 'open' });
  expect(await statuses(agent)).toEqual(yes);
  expect(await statuses(colleague)).toEqual(no);
  expect(await statuses(supervisor)).toEqual(yes);
  expect(await statuses(admin)).toEqual(yes);
  await move(agent, id, { queueId: support, userId: elsewhere.user.id });
  expect(await statuses(agent)).toEqual(no);
  await move(elsewhere, id, { status: 'closed' });
  expect(await statuses(agent)).toEqual(yes);
  expect(await statuses(colleague)).toEqual(no);

  expect(await colleague.send(ticketsApi.show, { params: { id } })).toMatchObject({ body: { error: 'ERR_NO_PERMISSION' } });
  for (const unknown of [id + 1_000_000, 2_147_483_647]) {
    expect(await agent.send(ticketsApi.show, { params: { id: unknown } }), String(unknown)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    });
  }
  expect(await agent.send(ticketsApi.showByUuid, { params: { uuid: '00000000-0000-4000-8000-000000000000' } })).toMatchObject({
    status: 404,
  });
});

test('a closed ticket that was once given to an agent stays readable for them, one they only passed on does not', async () => {
  const { admin, agent, support, whatsappId } = await office();
  const other = await world.colleague(admin, 'user', { queueIds: [support] });
  const given = await writes(admin, whatsappId);
  await move(admin, given.id, { status: 'open', userId: agent.user.id });
  await move(admin, given.id, { queueId: support, userId: other.user.id });
  await move(other, given.id, { status: 'closed' });
  expect((await agent.send(ticketsApi.show, { params: { id: given.id } })).status).toBe(200);

  const passedOn = await writes(admin, whatsappId);
  await move(agent, passedOn.id, { queueId: support });
  await move(other, passedOn.id, { status: 'closed' });
  expect((await agent.send(ticketsApi.show, { params: { id: passedOn.id } })).status).toBe(403);
});

test('only who may delete tickets deletes one, and it leaves the screens', async () => {
  const { admin, agent, whatsappId } = await office();
  const { id } = await writes(admin, whatsappId);
  const atAgent = await agent.listen();
  expect(await agent.send(ticketsApi.remove, { params: { id } })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  await admin.call(ticketsApi.remove, { params: { id } });
  await expect.poll(() => atAgent.of(ticketLive), patient).toContainEqual(expect.objectContaining({ action: 'delete', ticketId: id }));
  expect((await agent.send(ticketsApi.show, { params: { id } })).status).toBe(404);
  expect((await pendingOf(admin)).map((ticket) => ticket.id)).not.toContain(id);
});

test('what a removed user served goes back to waiting and says so', async () => {
  const { admin, agent, whatsappId } = await office();
  const served = await writes(admin, whatsappId);
  const resolved = await writes(admin, whatsappId);
  for (const { id } of [served, resolved]) await move(agent, id, { status: 'open' });
  await move(agent, resolved.id, { status: 'closed' });
  const atAdmin = await admin.listen();
  await admin.call(usersApi.remove, { params: { id: agent.user.id } });
  expect(await show(admin, served.id)).toMatchObject({ status: 'pending', userId: null });
  expect(await show(admin, resolved.id)).toMatchObject({ status: 'closed', userId: null });
  await expect
    .poll(() => atAdmin.of(ticketLive), patient)
    .toContainEqual(expect.objectContaining({ ticketId: served.id, ticket: expect.objectContaining({ status: 'pending' }) }));
  expect((await admin.call(ticketsApi.history, { params: { id: served.id } })).at(-1)).toMatchObject({
    what: 'return',
    why: 'the user was removed',
  });
});

test('an agent hears of a ticket that comes to their queue and that it is gone when it leaves', async () => {
  const { admin, agent, support, whatsappId } = await office();
  const { id } = await writes(admin, whatsappId);
  const colleague = await world.colleague(admin, 'user', { queueIds: [support] });
  const [atAgent, atColleague] = await Promise.all([agent.listen(), colleague.listen()]);
  await move(admin, id, { queueId: support });
  await expect
    .poll(() => atColleague.of(ticketLive), patient)
    .toMatchObject([{ action: 'update', ticketId: id, ticket: { queueId: support } }]);
  await expect.poll(() => atAgent.of(ticketLive), patient).toMatchObject([{ action: 'delete', ticketId: id }]);
  expect(atAgent.of(ticketLive)[0]).not.toHaveProperty('ticket');
  await admin.call(queuesApi.list, { query: {} });
});
