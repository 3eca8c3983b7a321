import { contactsApi } from '@prosa/contracts/contacts';
import { kanbanApi, laneOf } from '@prosa/contracts/kanban';
import { tagLive, tagsApi } from '@prosa/contracts/tags';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());
let numbers = 0;

async function newTicket(person: Client, queueId: number, more: object = {}) {
  const number = `55119${String(30_000_000 + ++numbers)}`;
  const contact = await person.call(contactsApi.create, { body: { name: `Cliente ${numbers}`, number } });
  return person.call(ticketsApi.create, { body: { contactId: contact.id, queueId, ...more } });
}

async function office() {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  await world.connection(admin);
  return { admin, agent, queueId };
}

const newTag = (person: Client, name: string, kanban: 0 | 1 = 1) => person.call(tagsApi.create, { body: { name, kanban } });
const move = (person: Client, ticketId: number, tagId: number) => person.call(kanbanApi.move, { params: { ticketId, tagId } });
const clear = (person: Client, ticketId: number) => person.call(kanbanApi.clear, { params: { ticketId } });
const cards = (person: Client, query: object = {}) => person.call(kanbanApi.cards, { query });
const lanes = async (person: Client) => (await person.call(kanbanApi.lanes, { query: {} })).lista;
/** The lanes that events told of, one after the other. */
const lanesTold = (events: unknown[]) =>
  events.map((event) => ticketLive.message.parse(event)).flatMap((event) => (event.action === 'update' ? [laneOf(event.ticket)] : []));
const idsOf = (tickets: Array<{ id: number }>) => tickets.map(({ id }) => id);

test('the first lane holds tickets without a kanban tag, then there is one per tag flagged kanban', async () => {
  const { agent, admin, queueId } = await office();
  const [quote, plain] = [await newTag(admin, 'Orçamento'), await newTag(admin, 'Cliente VIP', 0)];
  const [a, b, c] = [await newTicket(agent, queueId), await newTicket(agent, queueId), await newTicket(agent, queueId)];
  await agent.call(tagsApi.sync, { body: { ticketId: b.id, tags: [{ id: plain.id }] } });
  await move(agent, c.id, quote.id);
  const board = await cards(agent);
  expect(board).toMatchObject({
    count: 3,
    hasMore: false,
    lanes: [
      { tagId: 0, count: 2, hasMore: false },
      { tagId: quote.id, count: 1, hasMore: false },
    ],
  });
  expect(board.tickets.map((ticket) => [ticket.id, laneOf(ticket)])).toEqual([
    [b.id, 0],
    [a.id, 0],
    [c.id, quote.id],
  ]);
  expect(board.tickets.at(-1)).toMatchObject({ uuid: c.uuid, contact: c.contact, tags: [{ name: 'Orçamento', kanban: 1 }] });
  expect(await lanes(agent)).toEqual([{ ...quote, ticketsCount: 1 }]);
  expect(idsOf((await cards(agent, { tagId: quote.id })).tickets)).toEqual([c.id]);
  expect(await cards(agent, { tagId: 0, queueIds: JSON.stringify([queueId]) })).toMatchObject({
    count: 2,
    lanes: [{ tagId: 0, count: 2 }],
  });
  await agent.call(ticketsApi.update, { params: { id: a.id }, body: { status: 'closed' } });
  expect(idsOf((await cards(agent)).tickets)).toEqual([b.id, c.id]);
});

test('"Moving a card between lanes removes the old tag from the ticket and adds the new tag"; its other tags stay', async () => {
  const { agent, admin, queueId } = await office();
  const [first, second, plain] = [await newTag(admin, 'Etapa 1'), await newTag(admin, 'Etapa 2'), await newTag(admin, 'Nota', 0)];
  const ticket = await newTicket(agent, queueId);
  await agent.call(tagsApi.sync, { body: { ticketId: ticket.id, tags: [{ id: plain.id }] } });
  const atAdmin = await admin.listen();
  const names = ({ tags }: typeof ticket) => tags.map(({ name }) => name);
  expect(names(await move(agent, ticket.id, first.id))).toEqual(['Etapa 1', 'Nota']);
  expect(names(await move(agent, ticket.id, second.id))).toEqual(['Etapa 2', 'Nota']);
  expect(names(await move(agent, ticket.id, second.id)), 'again').toEqual(['Etapa 2', 'Nota']);
  expect(names(await clear(agent, ticket.id))).toEqual(['Nota']);
  expect(names(await clear(agent, ticket.id)), 'again').toEqual(['Nota']);
  await expect.poll(() => atAdmin.of(ticketLive).length, patient).toBe(3);
  expect(lanesTold(atAdmin.of(ticketLive)), 'what changes nothing is not told').toEqual([first.id, second.id, 0]);
  expect(await agent.call(ticketsApi.show, { params: { id: ticket.id } })).toMatchObject({ updatedAt: ticket.updatedAt });
});

test('nobody moves what they may not see, nor to a lane that is not there', async () => {
  const { agent, admin, queueId } = await office();
  const [stranger, other] = [await world.colleague(admin, 'user'), await office()];
  const [lane, theirs] = [await newTag(admin, 'Etapa'), await newTag(other.admin, 'Etapa')];
  const ticket = await newTicket(agent, queueId);
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  const tried = (person: Client, ticketId: number, tagId: number) => person.send(kanbanApi.move, { params: { ticketId, tagId } });
  expect(await tried(stranger, ticket.id, lane.id)).toMatchObject(refused);
  expect(await stranger.send(kanbanApi.clear, { params: { ticketId: ticket.id } })).toMatchObject(refused);
  const missing = (error: string) => ({ status: 404, body: { error } });
  expect(await tried(agent, ticket.id, theirs.id)).toMatchObject(missing('ERR_NO_TAG_FOUND'));
  expect(await tried(agent, 2_000_000_111, lane.id)).toMatchObject(missing('ERR_NO_TICKET_FOUND'));
  expect(await tried(other.admin, ticket.id, theirs.id)).toMatchObject(missing('ERR_NO_TICKET_FOUND'));
  expect((await cards(agent, { tagId: theirs.id })).tickets).toEqual([]);
});

test('twenty people who move one card at once end with it in one lane, the same for all who listen', async () => {
  const { admin, queueId } = await office();
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [queueId] });
  const stages = await Promise.all(Array.from({ length: 4 }, (_, n) => newTag(admin, `Etapa ${n}`)));
  const ticket = await newTicket(admin, queueId);
  const ears = await Promise.all([admin.listen(), supervisor.listen()]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const person = n % 2 === 0 ? admin : supervisor;
      const params = { ticketId: ticket.id, tagId: stages[n % 4]!.id };
      if (n % 7 === 6) return person.send(kanbanApi.clear, { params });
      return person.send(kanbanApi.move, { params });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const left = laneOf(await admin.call(ticketsApi.show, { params: { id: ticket.id } }));
  for (const ear of ears) await expect.poll(() => lanesTold(ear.of(ticketLive)).at(-1), patient).toBe(left);
  const board = await cards(admin);
  expect(board.tickets.map((card) => [card.id, laneOf(card)])).toEqual([[ticket.id, left]]);
  expect(board.lanes.filter(({ count }) => count > 0)).toMatchObject([{ tagId: left, count: 1 }]);
});

test('the database itself lets a ticket be in one lane only', async () => {
  const { admin, queueId } = await office();
  const [a, b] = [await newTag(admin, 'Lane A'), await newTag(admin, 'Lane B')];
  const { id } = await newTicket(admin, queueId);
  const put = (tag: number) =>
    owner.query('insert into ticket_tags (company_id, ticket_id, tag_id) values ($1, $2, $3)', [admin.user.companyId, id, tag]);
  await put(a.id);
  await expect(put(b.id)).rejects.toMatchObject({ constraint: 'ticket_tags_one_lane' });
});

test('a lane that is added among a ticket’s tags is where it stands from then on', async () => {
  const { admin, agent, queueId } = await office();
  const [a, b, plain] = [await newTag(admin, 'Lane A'), await newTag(admin, 'Lane B'), await newTag(admin, 'Nota', 0)];
  const ticket = await newTicket(agent, queueId);
  const sync = async (ids: number[]) =>
    (await agent.call(tagsApi.sync, { body: { ticketId: ticket.id, tags: ids.map((id) => ({ id })) } })).tags.map(({ id }) => id);
  expect(await sync([a.id, plain.id])).toEqual([a.id, plain.id]);
  expect(await sync([a.id, plain.id, b.id])).toEqual([b.id, plain.id]);
  expect(idsOf((await cards(agent, { tagId: b.id })).tickets)).toEqual([ticket.id]);
  expect(await sync([plain.id])).toEqual([plain.id]);
  expect(idsOf((await cards(agent, { tagId: 0 })).tickets)).toEqual([ticket.id]);
});

test('a tag becomes a lane with its tickets, but for those that stand in another; taken off the board it stays a tag', async () => {
  const { admin, agent, queueId } = await office();
  const [lane, tag] = [await newTag(admin, 'Negociação'), await newTag(admin, 'Promoção', 0)];
  const [inLane, free] = [await newTicket(agent, queueId), await newTicket(agent, queueId)];
  for (const [{ id }, ids] of [
    [inLane, [lane.id, tag.id]],
    [free, [tag.id]],
  ] as const)
    await agent.call(tagsApi.sync, { body: { ticketId: id, tags: ids.map((each) => ({ id: each })) } });
  const atAgent = await agent.listen();
  await admin.call(tagsApi.update, { params: { id: tag.id }, body: { kanban: 1 } });
  expect((await cards(agent)).tickets.map((ticket) => [ticket.id, laneOf(ticket)])).toEqual([
    [inLane.id, lane.id],
    [free.id, tag.id],
  ]);
  await expect.poll(() => new Set(atAgent.of(ticketLive).map(({ ticketId }) => ticketId)), patient).toEqual(new Set([inLane.id, free.id]));
  await admin.call(tagsApi.update, { params: { id: tag.id }, body: { kanban: 0 } });
  expect((await cards(agent, { tagId: 0 })).tickets).toMatchObject([{ id: free.id, tags: [{ id: tag.id, kanban: 0 }] }]);
  await admin.call(tagsApi.remove, { params: { id: lane.id } });
  expect(idsOf((await cards(agent, { tagId: 0 })).tickets)).toEqual([free.id, inLane.id]);
});

test('lanes stand in the order that is set, a new one last; everybody hears of it', async () => {
  const { admin, agent } = await office();
  const [a, b, c] = [await newTag(admin, 'Alfa'), await newTag(admin, 'Beta'), await newTag(admin, 'Gama')];
  const atAgent = await agent.listen();
  const order = (person: Client, tagIds: number[]) => person.send(kanbanApi.order, { body: { tagIds } });
  expect(await order(admin, [c.id, a.id])).toMatchObject({ status: 200, body: { tagIds: [c.id, a.id, b.id] } });
  expect(idsOf(await lanes(agent))).toEqual([c.id, a.id, b.id]);
  expect((await cards(agent)).lanes.map(({ tagId }) => tagId)).toEqual([0, c.id, a.id, b.id]);
  const last = await newTag(admin, 'Delta');
  expect(idsOf(await lanes(agent)).at(-1)).toBe(last.id);
  await expect.poll(() => atAgent.of(tagLive).filter(({ action }) => action === 'update').length, patient).toBeGreaterThan(0);
  expect(await order(agent, [a.id])).toMatchObject({ status: 403 });
  const plain = await newTag(admin, 'Comum', 0);
  expect(await order(admin, [plain.id])).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(await order(admin, [2_000_000_111])).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } });
});

test('"Kanban tickets are loaded for the user’s own queues": each counts and sees what is theirs to see', async () => {
  const { admin, agent, queueId } = await office();
  const elsewhere = await world.queue(admin, 'Suporte', '#0000ff');
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [queueId] });
  const lane = await newTag(admin, 'Etapa');
  const mine = await newTicket(agent, queueId);
  const waits = await newTicket(admin, queueId, { status: 'pending' });
  const ofAdmin = await newTicket(admin, queueId);
  const far = await newTicket(admin, elsewhere, { status: 'pending' });
  for (const { id } of [mine, waits, ofAdmin, far]) await move(admin, id, lane.id);
  const seen = async (person: Client, query: object = {}) => idsOf((await cards(person, query)).tickets).toSorted((x, y) => x - y);
  expect(await seen(agent)).toEqual([mine.id, waits.id]);
  expect(await seen(supervisor)).toEqual([mine.id, waits.id, ofAdmin.id]);
  expect(await seen(admin)).toEqual([mine.id, waits.id, ofAdmin.id, far.id]);
  for (const [person, count] of [
    [agent, 2],
    [supervisor, 3],
    [admin, 4],
  ] as const)
    expect((await lanes(person))[0]?.ticketsCount, person.user.profile).toBe(count);
  expect(await seen(agent, { queueIds: JSON.stringify([elsewhere]) }), 'no queue but their own').toEqual([]);
  expect(await seen(admin, { queueIds: JSON.stringify([elsewhere]) })).toEqual([far.id]);
  expect(await seen(admin, { users: JSON.stringify([agent.user.id]) })).toEqual([mine.id]);
  expect(await seen(admin, { searchParam: far.contact.name.toUpperCase() })).toContain(far.id);
  expect(await seen(agent, { searchParam: ofAdmin.contact.number })).toEqual([]);
  expect(await seen(agent, { searchParam: mine.code })).toEqual([mine.id]);
  const red = await newTag(admin, 'Vermelha', 0);
  await agent.call(tagsApi.sync, { body: { ticketId: mine.id, tags: [{ id: red.id }, { id: lane.id }] } });
  expect(await seen(admin, { tags: JSON.stringify([red.id]) })).toEqual([mine.id]);
});
