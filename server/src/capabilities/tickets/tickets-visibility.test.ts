import { messagesApi } from '@prosa/contracts/messages';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { move, openOffice, pendingOf, show, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('an agent sees their own and what waits in their queues; a colleague’s ticket is forbidden, an unknown one is not there', async () => {
  const { admin, agent, sales, support, whatsappId } = await openOffice(world);
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
  const { admin, agent, support, whatsappId } = await openOffice(world);
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
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  const atAgent = await agent.listen();
  expect(await agent.send(ticketsApi.remove, { params: { id } })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  await admin.call(ticketsApi.remove, { params: { id } });
  await expect.poll(() => atAgent.of(ticketLive), patient).toContainEqual(expect.objectContaining({ action: 'delete', ticketId: id }));
  expect((await agent.send(ticketsApi.show, { params: { id } })).status).toBe(404);
  expect((await pendingOf(admin)).map((ticket) => ticket.id)).not.toContain(id);
});

test('what a removed user served goes back to waiting and says so', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
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
  const { admin, agent, support, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  const colleague = await world.colleague(admin, 'user', { queueIds: [support] });
  const [atAgent, atColleague] = await Promise.all([agent.listen(), colleague.listen()]);
  await move(admin, id, { queueId: support });
  await expect
    .poll(() => atColleague.of(ticketLive), patient)
    .toMatchObject([{ action: 'update', ticketId: id, ticket: { queueId: support } }]);
  await expect.poll(() => atAgent.of(ticketLive), patient).toMatchObject([{ action: 'delete', ticketId: id }]);
  expect(atAgent.of(ticketLive)[0]).not.toHaveProperty('ticket');
});

test('whoever is given a ticket hears by whom; who takes one, or only hears of it, does not', async () => {
  const { admin, agent, sales, whatsappId } = await openOffice(world);
  const colleague = await world.colleague(admin, 'user', { queueIds: [sales] });
  const { id } = await writes(admin, whatsappId);
  const [atAgent, atColleague] = await Promise.all([agent.listen(), colleague.listen()]);
  await move(agent, id, { status: 'open' });
  await move(agent, id, { queueId: sales, userId: colleague.user.id });
  const taken = expect.objectContaining({ ticketId: id, ticket: expect.objectContaining({ userId: agent.user.id }) });
  await expect.poll(() => atAgent.of(ticketLive), patient).toContainEqual(taken);
  expect(JSON.stringify(atAgent.of(ticketLive))).not.toContain('givenBy');
  const by = { id: agent.user.id, name: agent.user.name };
  const given = expect.objectContaining({ ticketId: id, ticket: expect.objectContaining({ userId: colleague.user.id }), givenBy: by });
  await expect.poll(() => atColleague.of(ticketLive), patient).toContainEqual(given);
});
