import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { move, openOffice, show, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('of two hundred clicks that accept one ticket at once one person wins, and the others are told who', async () => {
  const { admin, agent, sales, whatsappId } = await openOffice(world);
  const rivals = [
    agent,
    admin,
    await world.colleague(admin, 'user', { queueIds: [sales] }),
    await world.colleague(admin, 'supervisor', { queueIds: [sales] }),
  ];
  const ticket = await writes(admin, whatsappId);
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const rival = rivals[n % rivals.length]!;
      return { rival, answer: await move(rival, ticket.id, { status: 'open', userId: rival.user.id }) };
    }),
  );
  const { userId } = await show(admin, ticket.id);
  const winner = rivals.find(({ user }) => user.id === userId)!;
  for (const { rival, answer } of answers) {
    if (rival === winner) expect(answer).toMatchObject({ status: 200, body: { status: 'open', userId, user: { name: winner.user.name } } });
    else
      expect(answer).toEqual({
        ...answer,
        status: 409,
        body: { error: 'ERR_TICKET_ALREADY_ACCEPTED', user: { id: userId, name: winner.user.name } },
      });
  }
  const history = await admin.call(ticketsApi.history, { params: { id: ticket.id } });
  expect(history.map(({ what }) => what)).toEqual(['create', 'accept']);
});

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
  const { admin, agent, sales, support, whatsappId } = await openOffice(world);
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
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  expect(await move(agent, id, { status: 'closed' })).toMatchObject({ status: 200, body: { status: 'closed' } });
});

test('a transfer to a person or a queue that is not there changes nothing', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  const before = await show(agent, id);
  expect(await move(agent, id, { queueId: 999_999 })).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
  expect(await move(agent, id, { userId: 999_999 })).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
  expect(await show(agent, id)).toEqual(before);
});

test('"Nothing is lost": a removed connection leaves its conversations; what was under way there is resolved and says why', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const [waiting, served] = [await writes(admin, whatsappId), await writes(admin, whatsappId)];
  await move(agent, served.id, { status: 'open' });
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { failNextTransient: 100 } });
  const unsent = await sayIn(agent, served.id, 'Nunca sai');
  const live = await agent.listen();
  await admin.call(connectionsApi.remove, { params: { id: whatsappId } });
  const closed = (ticketId: number) => ({ action: 'update', ticketId, ticket: { status: 'closed', whatsapp: { id: whatsappId } } });
  await expect
    .poll(() => live.of(ticketLive).toSorted((a, b) => Number(a.ticketId) - Number(b.ticketId)), patient)
    .toMatchObject([closed(waiting.id), closed(served.id)]);
  const { messages } = await agent.call(messagesApi.list, { params: { ticketId: served.id }, query: {} });
  expect(messages.at(-1)).toMatchObject({ id: unsent.id, ack: -1, failure: 'ERR_NO_WAPP_FOUND' });
  expect((await agent.call(ticketsApi.history, { params: { id: served.id } })).at(-1)).toMatchObject({
    what: 'resolve',
    to: 'closed',
    why: 'the connection was removed',
  });
  for (const { id } of [waiting, served])
    expect(await move(admin, id, { status: 'open' })).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
  expect((await admin.call(ticketsApi.list, { query: { status: 'closed', showAll: 'true' } })).count).toBe(2);
});

test('a connection that was removed is nowhere to be found, and its name is free', async () => {
  const { admin, whatsappId: id } = await openOffice(world);
  const { name } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
  const { contactId } = await writes(admin, id);
  await admin.call(connectionsApi.remove, { params: { id } });
  const nobody = { status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } };
  expect(await admin.send(connectionsApi.show, { params: { id }, query: {} })).toMatchObject(nobody);
  expect(await admin.send(connectionsApi.update, { params: { id }, body: { name: 'Outra' } })).toMatchObject(nobody);
  expect(await admin.send(connectionsApi.remove, { params: { id } })).toMatchObject(nobody);
  expect(await admin.send(connectionsApi.start, { params: { id } })).toMatchObject(nobody);
  expect(await admin.send(connectionsApi.newQr, { params: { id } })).toMatchObject(nobody);
  expect(await admin.send(connectionsApi.newToken, { params: { id } })).toMatchObject(nobody);
  expect(await admin.send(simulatorApi.read, { params: { whatsappId: id }, query: { number: '5511987654321' } })).toMatchObject(nobody);
  expect(await admin.send(ticketsApi.create, { body: { contactId, whatsappId: id } })).toMatchObject(nobody);
  expect(await admin.call(connectionsApi.list, { query: {} })).toEqual([]);
  expect(await admin.call(connectionsApi.create, { body: { name, provider: 'simulator' } })).toMatchObject({ name, isDefault: true });
});
