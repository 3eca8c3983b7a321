import { contactsApi } from '@prosa/contracts/contacts';
import { tagLive, tagsApi } from '@prosa/contracts/tags';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { tagColors } from './tags.rules.ts';

const world = await openWorld();
let numbers = 0;

async function newTicket(person: Client, queueId: number) {
  const number = `55119${String(20_000_000 + ++numbers)}`;
  const contact = await person.call(contactsApi.create, { body: { name: `Cliente ${numbers}`, number } });
  return person.call(ticketsApi.create, { body: { contactId: contact.id, queueId } });
}

async function office() {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  await world.connection(admin);
  return { admin, agent, queueId };
}

test('a tag is made while writing, with a colour of its own, and everybody hears of it', async () => {
  const { admin, agent } = await office();
  const atAdmin = await admin.listen();
  const made = await agent.call(tagsApi.create, { body: { name: 'Urgente' } });
  expect(made).toEqual({
    id: made.id,
    name: 'Urgente',
    color: tagColors[0],
    kanban: 0,
    userId: agent.user.id,
    laneOrder: 0,
    ticketsCount: 0,
  });
  expect((await agent.call(tagsApi.create, { body: { name: 'Depois' } })).color).toBe(tagColors[1]);
  expect(await agent.call(tagsApi.show, { params: { id: made.id } })).toEqual(made);
  await expect.poll(() => atAdmin.of(tagLive), patient).toMatchObject([{ action: 'create', tag: made }, { action: 'create' }]);
});

test('a name is taken whatever its capitals and accents, in one company only', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const { id } = await admin.call(tagsApi.create, { body: { name: 'Promoção' } });
  const taken = { status: 409, body: { error: 'ERR_TAG_NAME_ALREADY_EXISTS' } };
  expect(await admin.send(tagsApi.create, { body: { name: 'PROMOCAO' } })).toMatchObject(taken);
  const second = await admin.call(tagsApi.create, { body: { name: 'Outra' } });
  expect(await admin.send(tagsApi.update, { params: { id: second.id }, body: { name: 'promoçao' } })).toMatchObject(taken);
  expect(await admin.call(tagsApi.update, { params: { id }, body: { name: 'promocao' } })).toMatchObject({ name: 'promocao' });
  expect((await other.send(tagsApi.create, { body: { name: 'Promoção' } })).status).toBe(200);
});

test('"Tag: name required (…), minimum 3", at most 50 as every name', async () => {
  const admin = await world.company();
  const { id } = await admin.call(tagsApi.create, { body: { name: 'VIP' } });
  for (const [name, message] of [
    [undefined, 'required'],
    ['', 'required'],
    ['   ', 'required'],
    ['ab', 'tooShort'],
    [' ab ', 'tooShort'],
    ['x'.repeat(51), 'tooLong'],
  ] as const) {
    const refused = { status: 400, body: { error: 'ERR_VALIDATION', details: [{ path: 'name', message }] } };
    expect(await admin.raw('POST', '/tags', { body: { name } }), name).toMatchObject(refused);
    if (name !== undefined) expect(await admin.raw('PUT', `/tags/${id}`, { body: { name } }), name).toMatchObject(refused);
  }
});

test('tags are listed in pages of twenty and found blind to accents', async () => {
  const admin = await world.company();
  for (let n = 0; n < 21; n += 1) await admin.call(tagsApi.create, { body: { name: `Tag ${String(n).padStart(2, '0')}` } });
  await admin.call(tagsApi.create, { body: { name: 'Ação 100%' } });
  const [first, second] = [await admin.call(tagsApi.list, { query: {} }), await admin.call(tagsApi.list, { query: { pageNumber: 2 } })];
  expect([first.tags.length, first.count, first.hasMore, second.tags.length, second.hasMore]).toEqual([20, 22, true, 2, false]);
  for (const searchParam of ['acao', 'AÇÃO', '100%'])
    expect(await admin.call(tagsApi.list, { query: { searchParam } }), searchParam).toMatchObject({
      count: 1,
      tags: [{ name: 'Ação 100%' }],
    });
  expect(await admin.call(tagsApi.everyone, { query: {} })).toHaveLength(22);
  expect(await admin.call(tagsApi.everyone, { query: { searchParam: 'acao' } })).toMatchObject([{ name: 'Ação 100%' }]);
});

test('everybody uses tags; changing, removing and the board are for admins and supervisors', async () => {
  const { admin, agent } = await office();
  const supervisor = await world.colleague(admin, 'supervisor');
  const { id } = await agent.call(tagsApi.create, { body: { name: 'Minha' } });
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  expect(await agent.send(tagsApi.update, { params: { id }, body: { name: 'Outra' } })).toMatchObject(refused);
  expect(await agent.send(tagsApi.remove, { params: { id } })).toMatchObject(refused);
  expect(await agent.send(tagsApi.create, { body: { name: 'Coluna', kanban: 1 } })).toMatchObject(refused);
  expect(await supervisor.call(tagsApi.update, { params: { id }, body: { kanban: 1, color: '#123456' } })).toMatchObject({
    name: 'Minha',
    kanban: 1,
    color: '#123456',
  });
  expect(await supervisor.call(tagsApi.remove, { params: { id } })).toEqual({ message: expect.any(String) });
  expect(await agent.send(tagsApi.show, { params: { id } })).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } });
});

test('the ticket’s tags become exactly these, and whoever sees the ticket hears of it', async () => {
  const { admin, agent, queueId } = await office();
  const stranger = await world.colleague(admin, 'user');
  const ticket = await newTicket(agent, queueId);
  const [a, b, c] = await Promise.all(['Alfa', 'Beta', 'Gama'].map((name) => admin.call(tagsApi.create, { body: { name } })));
  const [atAdmin, atStranger] = await Promise.all([admin.listen(), stranger.listen()]);
  const sync = (ids: number[]) => agent.call(tagsApi.sync, { body: { ticketId: ticket.id, tags: ids.map((id) => ({ id })) } });
  const chip = (tag: typeof a) => ({ id: tag!.id, name: tag!.name, color: tag!.color, kanban: 0 });
  expect((await sync([b!.id, a!.id, b!.id])).tags).toEqual([chip(a), chip(b)]);
  const synced = await sync([c!.id, b!.id]);
  expect(synced).toEqual({ ...ticket, tags: [chip(b), chip(c)] });
  expect(await agent.call(ticketsApi.show, { params: { id: ticket.id } })).toEqual(synced);
  expect((await agent.call(tagsApi.everyone, { query: {} })).map(({ ticketsCount }) => ticketsCount)).toEqual([0, 1, 1]);
  await expect
    .poll(() => atAdmin.of(ticketLive), patient)
    .toMatchObject([{ ticketId: ticket.id }, { ticket: { tags: [{ name: 'Beta' }, { name: 'Gama' }] } }]);
  expect(atStranger.of(ticketLive)).toEqual([]);

  const missing = [{ id: b!.id }, { id: 2_000_000_111 }];
  expect(await agent.send(tagsApi.sync, { body: { ticketId: ticket.id, tags: missing } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TAG_FOUND' },
  });
  expect(await stranger.send(tagsApi.sync, { body: { ticketId: ticket.id, tags: [] } })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).tags).toEqual([chip(b), chip(c)]);
  expect((await sync([])).tags).toEqual([]);
});

test('"POST /tags/sync with ticketId and tags": the tags as the lists give them, or by their ids alone', async () => {
  const { agent, queueId } = await office();
  const ticket = await newTicket(agent, queueId);
  const tags = [await agent.call(tagsApi.create, { body: { name: 'Alfa' } }), await agent.call(tagsApi.create, { body: { name: 'Beta' } })];
  const sync = (given: unknown) => agent.raw('POST', '/tags/sync', { body: { ticketId: ticket.id, tags: given } });
  const both = { status: 200, body: { id: ticket.id, tags: [{ name: 'Alfa' }, { name: 'Beta' }] } };
  expect(await sync(tags)).toMatchObject(both);
  expect((await sync([])).body).toMatchObject({ tags: [] });
  expect(await sync(tags.map(({ id }) => id))).toMatchObject(both);
  for (const wrong of [undefined, 'x', ['x'], [{}], [1.5], { id: 1 }])
    expect(await sync(wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: expect.any(Array) },
    });
  expect(await agent.call(ticketsApi.show, { params: { id: ticket.id } })).toMatchObject(both.body);
});

test('a tag that is renamed or removed changes on its tickets at once', async () => {
  const { admin, agent, queueId } = await office();
  const ticket = await newTicket(agent, queueId);
  const tag = await admin.call(tagsApi.create, { body: { name: 'Velha' } });
  await agent.call(tagsApi.sync, { body: { ticketId: ticket.id, tags: [{ id: tag.id }] } });
  const atAgent = await agent.listen();
  await admin.call(tagsApi.update, { params: { id: tag.id }, body: { name: 'Nova' } });
  await admin.call(tagsApi.remove, { params: { id: tag.id } });
  await expect
    .poll(() => atAgent.of(tagLive), patient)
    .toMatchObject([
      { action: 'update', tag: { name: 'Nova', ticketsCount: 1 } },
      { action: 'delete', tagId: tag.id },
    ]);
  await expect
    .poll(() => atAgent.of(ticketLive), patient)
    .toMatchObject([{ ticket: { tags: [{ name: 'Nova' }] } }, { ticket: { tags: [] } }]);
  expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).tags).toEqual([]);
});

test('twenty people who set a ticket’s tags at once leave one of their choices whole', async () => {
  const { admin, queueId } = await office();
  const ticket = await newTicket(admin, queueId);
  const tags = await Promise.all(Array.from({ length: 4 }, (_, n) => admin.call(tagsApi.create, { body: { name: `Escolha ${n}` } })));
  const choices = Array.from({ length: 20 }, (_, n) => [tags[n % 4]!.id, tags[(n + 1) % 4]!.id]);
  const answers = await Promise.all(
    choices.map((ids) => admin.send(tagsApi.sync, { body: { ticketId: ticket.id, tags: ids.map((id) => ({ id })) } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const left = (await admin.call(ticketsApi.show, { params: { id: ticket.id } })).tags.map(({ id }) => id);
  const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
  expect(choices.map(sorted)).toContainEqual(sorted(left));
});
