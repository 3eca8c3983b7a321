import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { newNumber, office, served, ticketOf } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope, type Scope } from '../../platform/database/scope.ts';
import { removeConnection } from '../connections/connections.actions.ts';
import { type Automatic, sendToContact } from './contact-messages.actions.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());
const campaign = (body: string): Automatic => ({ body, origin: 'campaign', why: 'Natal' });
const send = (admin: Client, contactId: number, whatsappId: number, outgoing: Automatic) =>
  inScope(world.server.platform, { companyId: admin.user.companyId }, (scope) => sendToContact(scope, contactId, whatsappId, outgoing));
const bodiesOf = async (person: Client, ticketId: number, query: Record<string, string> = {}) =>
  (await person.call(messagesApi.list, { params: { ticketId }, query })).messages.map(({ body, ticketId: id }) => `${body} ${id ?? '-'}`);
const close = (person: Client, id: number) => person.call(ticketsApi.update, { params: { id }, body: { status: 'closed' } });

test('what a campaign sends lies in the ticket that is under way', async () => {
  const { admin, agent, ticket, number, phone } = await served(world);
  const message = await send(admin, ticket.contactId, ticket.whatsappId, campaign('Oferta'));
  expect(message).toMatchObject({ ticketId: ticket.id, origin: 'campaign', why: 'Natal', fromMe: true, user: null });
  expect(await bodiesOf(agent, ticket.id)).toEqual([`Oi ${ticket.id}`, `Oferta ${ticket.id}`]);
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ body: 'Oferta' });
});

test('where none is, it lies behind the last one, opens none, and is read on into from the next', async () => {
  const { admin, agent, ticket, write, number, whatsappId, phone } = await served(world);
  await close(agent, ticket.id);
  const before = await agent.call(ticketsApi.show, { params: { id: ticket.id } });
  const heard = await agent.listen();
  const message = await send(admin, ticket.contactId, ticket.whatsappId, campaign('Oferta única'));
  expect(message).toMatchObject({ ticketId: null, ticket: { id: ticket.id } });
  await expect
    .poll(() => heard.of(messageLive).find(({ action }) => action === 'create'), patient)
    .toMatchObject({ ticket: null, whatsappId, contact: { id: ticket.contactId }, message: { id: message.id, ticketId: null } });
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ body: 'Oferta única' });
  // How far it came is told to the same people.
  await expect.poll(() => heard.of(messageLive).some(({ message: told }) => Object(told).ack >= 2), patient).toBe(true);
  expect(await agent.call(ticketsApi.show, { params: { id: ticket.id } })).toEqual(before);
  expect(await bodiesOf(agent, ticket.id)).toEqual([`Oi ${ticket.id}`, 'Oferta única -']);

  world.clock.move(3 * 3_600_000);
  for (const person of [admin, agent]) await person.logIn(person.user.email);
  await write({ number, body: 'Quero!' });
  const next = await ticketOf(admin);
  expect(next.id).not.toBe(ticket.id);
  expect(await bodiesOf(agent, next.id)).toEqual([`Oi ${ticket.id}`, 'Oferta única -', `Quero! ${next.id}`]);
  expect(await bodiesOf(agent, next.id, { around: String(message.id) })).toContain('Oferta única -');
  // Read in one flight or in a scope, it is the same.
  const show = (query: Record<string, string>) => agent.call(messagesApi.list, { params: { ticketId: next.id }, query });
  expect(await show({})).toEqual(await show({ around: String(message.id) }));
  // And the older one still ends with it.
  expect(await bodiesOf(agent, ticket.id)).toEqual([`Oi ${ticket.id}`, 'Oferta única -']);
  const { messages } = await agent.call(messagesApi.search, { query: { searchParam: 'oferta única' } });
  expect(messages).toMatchObject([
    { id: message.id, ticketId: null, ticket: { id: next.id }, contact: { id: ticket.contactId }, whatsappId },
  ]);

  // Where the ticket it opened at is deleted, it lies behind the one before.
  await admin.call(ticketsApi.remove, { params: { id: next.id } });
  expect(await bodiesOf(agent, ticket.id)).toEqual([`Oi ${ticket.id}`, 'Oferta única -']);
});

test('who never had a ticket has a thread to be read, by who sees what waits without a queue', async () => {
  const { admin, agent, whatsappId, write } = await office(world);
  const roamer = await world.colleague(admin, 'user', { allTicket: 'enable' });
  const number = newNumber();
  const { id: contactId } = await admin.call(contactsApi.create, { body: { name: 'Nova', number } });
  const [atRoamer, atAgent] = [await roamer.listen(), await agent.listen()];
  for (let n = 1; n <= 23; n++) await send(admin, contactId, whatsappId, campaign(`Novidade ${n}`));
  await expect.poll(() => atRoamer.of(messageLive).filter(({ action }) => action === 'create'), patient).toHaveLength(23);
  expect(atAgent.of(messageLive)).toEqual([]);
  expect((await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).count).toBe(0);

  const read = (person: Client, pageNumber: number) => person.send(messagesApi.thread, { query: { contactId, whatsappId, pageNumber } });
  const first = await roamer.call(messagesApi.thread, { query: { contactId, whatsappId } });
  expect(first).toMatchObject({ count: 23, hasMore: true, contact: { id: contactId, name: 'Nova' } });
  expect(first.messages.at(-1)).toMatchObject({ body: 'Novidade 23', ticketId: null, ticket: null, origin: 'campaign' });
  expect((await read(admin, 2)).body).toMatchObject({ hasMore: false, messages: [{ body: 'Novidade 1' }, {}, {}] });
  expect((await read(agent, 1)).status).toBe(403);
  const search = async (person: Client) => (await person.call(messagesApi.search, { query: { searchParam: 'novidade 7' } })).messages;
  expect(await search(roamer)).toMatchObject([{ body: 'Novidade 7', ticket: null, contact: { id: contactId }, whatsappId }]);
  expect(await search(agent)).toEqual([]);

  await write({ number, body: 'Oi' });
  const ticket = await ticketOf(admin);
  expect((await bodiesOf(agent, ticket.id)).slice(-2)).toEqual(['Novidade 23 -', `Oi ${ticket.id}`]);
  expect((await agent.call(messagesApi.list, { params: { ticketId: ticket.id }, query: { pageNumber: '2' } })).messages).toHaveLength(4);
});

test('what people and the product say carries where it came from, and why nobody wrote it by hand', async () => {
  const { admin, agent, ticket, write, number, thread } = await served(world);
  await agent.call(messagesApi.send, { params: { ticketId: ticket.id }, body: { body: 'Olá' } });
  await write({ number, body: 'Do celular', fromMe: true });
  await expect.poll(async () => (await thread()).count, patient).toBe(3);
  await admin.raw('PUT', '/settings/sendGreetingAccepted', { body: { value: 'enabled' } });
  await admin.raw('PUT', '/settings/userRating', { body: { value: 'enabled' } });
  await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'pending' } });
  await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  await close(agent, ticket.id);
  await expect
    .poll(async () => (await thread()).messages.map(({ origin, why }) => `${origin} ${why !== null}`).toSorted(), patient)
    .toEqual(['agent false', 'customer false', 'greeting true', 'phone false', 'rating true']);
});

test('of two conversations it lies in the one under way, also where that is the older one', async () => {
  const { admin, agent, ticket: older, write, number, whatsappId } = await served(world);
  await close(agent, older.id);
  world.clock.move(3 * 3_600_000);
  for (const person of [admin, agent]) await person.logIn(person.user.email);
  await write({ number, body: 'Voltei' });
  const newer = await ticketOf(admin);
  expect(newer.id).toBeGreaterThan(older.id);
  await agent.call(ticketsApi.update, { params: { id: newer.id }, body: { status: 'open' } });
  await close(agent, newer.id);
  await agent.call(ticketsApi.update, { params: { id: older.id }, body: { status: 'open' } });
  expect(await send(admin, older.contactId, whatsappId, campaign('Oferta'))).toMatchObject({ ticketId: older.id });
  await close(agent, older.id);
  expect(await send(admin, older.contactId, whatsappId, campaign('Outra'))).toMatchObject({ ticketId: null, ticket: { id: newer.id } });
});

const isSomebodyWaiting = async () =>
  (
    await owner.query(`
      select
      from pg_locks l
      join pg_database d on d.oid = l.database or l.database is null
      where not l.granted and d.datname = current_database()
      limit 1`)
  ).rowCount;

/** Somebody else begins when the work is done and not committed yet, and has to wait for that. */
async function meanwhile(admin: Client, work: (scope: Scope) => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const theirs = begun.then(other);
  theirs.catch(() => undefined);
  await inScope(world.server.platform, { companyId: admin.user.companyId }, async (scope) => {
    await work(scope);
    begin();
    await expect.poll(isSomebodyWaiting, patient).toBe(1);
  });
  await theirs;
}

const waitingFor = async (contactId: number) =>
  (await owner.query('select from outbox o join messages m on m.id = o.message_id where m.contact_id = $1', [contactId])).rowCount;

test('what is handed over while its connection is being removed has failed, and does not wait for ever', async () => {
  const { admin, whatsappId } = await office(world);
  const { id: contactId } = await admin.call(contactsApi.create, { body: { name: 'Nova', number: newNumber() } });
  await meanwhile(
    admin,
    (scope) => sendToContact(scope, contactId, whatsappId, campaign('Oferta')),
    () => admin.call(connectionsApi.remove, { params: { id: whatsappId } }),
  );
  const { messages } = await admin.call(messagesApi.thread, { query: { contactId, whatsappId } });
  expect(messages).toMatchObject([{ body: 'Oferta', ack: -1, failure: 'ERR_NO_WAPP_FOUND' }]);
  expect(await waitingFor(contactId)).toBe(0);
});

test('nothing is handed over to a connection that somebody is removing', async () => {
  const { admin, whatsappId } = await office(world);
  const { id: contactId } = await admin.call(contactsApi.create, { body: { name: 'Nova', number: newNumber() } });
  const sending = meanwhile(
    admin,
    (scope) => removeConnection(scope, whatsappId, async () => undefined),
    () => send(admin, contactId, whatsappId, campaign('Oferta')),
  );
  await expect(sending).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' });
  expect(await waitingFor(contactId)).toBe(0);
});
