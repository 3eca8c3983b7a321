import { suppressionsApi } from '@prosa/contracts/campaigns';
import { contactsApi } from '@prosa/contracts/contacts';
import { type ForwardInput, type ForwardOutcome, forwardingApi } from '@prosa/contracts/forwarding';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { formOf, newNumber, served, ticketOf, until } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';
import { fileOwners } from '../index.ts';
import { deleteOrphanedFiles } from '../media/sweep.jobs.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());
const png = await pngOf(64, 48);

let tokens = 0;
const newToken = () => `encaminhar-${++tokens}`;
type Asked = Partial<ForwardInput> & { messageIds: number[] };
const request = (ticketId: number, asked: Asked) => ({ params: { ticketId }, body: { clientToken: newToken(), ...asked } });
const forward = async (by: Client, ticketId: number, asked: Asked): Promise<ForwardOutcome[]> =>
  (await by.call(forwardingApi.forward, request(ticketId, asked))).outcomes;
const refusal = (by: Client, ticketId: number, asked: Asked) => by.send(forwardingApi.forward, request(ticketId, asked));

type Here = Awaited<ReturnType<typeof served>>;

/** Another customer of the same office, served by somebody. */
async function another(here: Here, { by = here.agent, whatsappId = here.whatsappId } = {}): Promise<{ ticket: Ticket; number: string }> {
  const number = newNumber();
  await here.admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: `Cliente ${number}`, body: 'Bom dia' } });
  const waiting = await ticketOf(here.admin);
  const ticket = await by.call(ticketsApi.update, { params: { id: waiting.id }, body: { status: 'open' } });
  return { ticket, number };
}

const addContact = (here: Here, number = newNumber()) =>
  here.admin.call(contactsApi.create, { body: { name: `Pessoa ${number}`, number } });
const messagesIn = async (by: Client, ticketId: number): Promise<Message[]> =>
  (await by.call(messagesApi.list, { params: { ticketId }, query: { spy: 'true' } })).messages;
const ticketsOf = async (contactId: number) =>
  (await owner.query<{ id: number }>('select id from tickets where contact_id = $1', [contactId])).rows.length;
const mediaOf = async (here: Here) =>
  (await owner.query<{ key: string }>('select key from media where company_id = $1', [here.admin.user.companyId])).rows.map(
    ({ key }) => key,
  );

test('several messages reach tickets and a contact without one, in their order, marked, and no file is stored again', async () => {
  const here = await served(world);
  const { agent, ticket, post, phone, queueId, admin, whatsappId } = here;
  const [near, far, contact] = [await another(here), await another(here), await addContact(here)];
  await post(formOf({ body: 'a foto' }, [{ name: 'foto.png', bytes: png }]));
  await admin.call(simulatorApi.write, {
    params: { whatsappId },
    body: { number: here.number, location: { latitude: -22.9, longitude: -47, name: 'Loja' } },
  });
  await sayIn(agent, ticket.id, 'por *fim* {{name}}');
  const said = await until(async () => {
    const all = await messagesIn(agent, ticket.id);
    return all.length === 4 && all.every(({ ack, fromMe }) => !fromMe || ack > 0) ? all : undefined;
  });
  const files = await mediaOf(here);
  // In the order of the conversation, whatever the order in which they were chosen.
  const outcomes = await forward(agent, ticket.id, {
    messageIds: said.map(({ id }) => id).toReversed(),
    ticketIds: [near.ticket.id, far.ticket.id],
    contactIds: [contact.id],
    queueId,
  });
  expect(outcomes.map(({ to, id, error }) => [to, id, error])).toEqual([
    ['ticket', near.ticket.id, null],
    ['ticket', far.ticket.id, null],
    ['contact', contact.id, null],
  ]);
  const begun = outcomes[2]?.ticket;
  expect(begun).toMatchObject({ status: 'open', userId: agent.user.id, queueId, contactId: contact.id });
  const bodies = said.map(({ body }) => body);
  for (const [number, first] of [
    [near.number, 1],
    [far.number, 1],
    [contact.number, 0],
  ] as const) {
    const arrived = await until(async () => {
      const shown = (await phone(number)).slice(first);
      return shown.length === bodies.length ? shown : undefined;
    });
    expect(arrived.map(({ body }) => body)).toEqual(bodies);
    expect(arrived.every(({ data }) => data?.forwarded === true)).toBe(true);
    expect(arrived.find(({ mediaType }) => mediaType === 'locationMessage')?.data).toMatchObject({ latitude: -22.9, name: 'Loja' });
  }
  const copies = (await messagesIn(agent, begun?.id ?? 0)).filter(({ mediaType }) => mediaType === 'image');
  expect(copies).toMatchObject([{ user: { id: agent.user.id }, origin: 'agent', data: { forwarded: true, fileName: 'foto.png' } }]);
  const opened = await fetch(world.server.url + (copies[0]?.mediaUrl ?? ''));
  expect(Buffer.from(await opened.arrayBuffer()).equals(png)).toBe(true);
  expect(await mediaOf(here), 'no file is stored again').toEqual(files);
  // The first conversation is as it was.
  expect(await messagesIn(agent, ticket.id)).toHaveLength(4);
});

test('the same call again, at once or later, sends nothing more and answers the same', async () => {
  const here = await served(world);
  const { agent, ticket, phone, queueId } = here;
  const [near, contact] = [await another(here), await addContact(here)];
  const messageIds = (await messagesIn(agent, ticket.id)).map(({ id }) => id);
  const asked = { clientToken: newToken(), messageIds, ticketIds: [near.ticket.id], contactIds: [contact.id], queueId };
  const call = () => agent.raw('POST', `/messages/${ticket.id}/forward`, { body: asked });
  const answers = await Promise.all(Array.from({ length: 8 }, call));
  const later = await call();
  for (const { status, body } of [...answers, later]) expect({ status, body }).toEqual({ status: 200, body: answers[0]!.body });
  expect(await ticketsOf(contact.id)).toBe(1);
  await expect.poll(async () => (await phone(near.number)).map(({ body }) => body), patient).toEqual(['Bom dia', 'Oi']);
  await expect.poll(async () => (await phone(contact.number)).map(({ body }) => body), patient).toEqual(['Oi']);
  // The token stands for that call alone, and is each person's own.
  expect(await agent.raw('POST', `/messages/${ticket.id}/forward`, { body: { ...asked, contactIds: [] } })).toMatchObject({ status: 409 });
  expect(await here.admin.raw('POST', `/messages/${ticket.id}/forward`, { body: { ...asked, contactIds: [] } })).toMatchObject({
    status: 200,
  });
});

test('two agents forward to the same places at once, each in another order: all arrives, and nobody waits for ever', async () => {
  const here = await served(world);
  const [near, far] = [await another(here), await another(here)];
  const messageIds = (await messagesIn(here.agent, here.ticket.id)).map(({ id }) => id);
  const ids = [near.ticket.id, far.ticket.id];
  const rounds = Array.from({ length: 6 }, (_, n) =>
    forward(n % 2 === 0 ? here.admin : here.agent, here.ticket.id, { messageIds, ticketIds: n % 2 === 0 ? ids : ids.toReversed() }),
  );
  for (const outcomes of await Promise.all(rounds)) expect(outcomes.map(({ error }) => error)).toEqual([null, null]);
  for (const { number } of [near, far]) await expect.poll(async () => (await here.phone(number)).length, patient).toBe(7);
});

test('a ticket and its contact named together are one place', async () => {
  const here = await served(world);
  const near = await another(here);
  const messageIds = (await messagesIn(here.agent, here.ticket.id)).map(({ id }) => id);
  const asked = { messageIds, ticketIds: [near.ticket.id], contactIds: [near.ticket.contactId] };
  const outcomes = await forward(here.agent, here.ticket.id, asked);
  expect(outcomes.map(({ ticket }) => ticket?.id)).toEqual([near.ticket.id, near.ticket.id]);
  expect(await messagesIn(here.agent, near.ticket.id)).toHaveLength(2);
});

test('each place answers by itself: those that can not take it say why, the others get it', async () => {
  const here = await served(world);
  const { admin, agent, ticket, queueId } = here;
  const otherWay = await world.connection(admin, { name: 'Outra', queueIds: [queueId] });
  const good = await another(here);
  const cut = await another(here, { whatsappId: otherWay });
  const colleagues = await another(here, { by: admin });
  const closed = await another(here);
  await agent.call(ticketsApi.update, { params: { id: closed.ticket.id }, body: { status: 'closed' } });
  await admin.raw('DELETE', `/whatsappsession/${otherWay}`);
  const left = await addContact(here);
  await admin.call(suppressionsApi.create, { body: { number: left.number } });
  const messageIds = (await messagesIn(agent, ticket.id)).map(({ id }) => id);
  const outcomes = await forward(agent, ticket.id, {
    messageIds,
    ticketIds: [good, cut, colleagues, closed].map((each) => each.ticket.id),
    contactIds: [left.id, colleagues.ticket.contactId],
    queueId,
  });
  expect(outcomes.map(({ error }) => error)).toEqual([
    null,
    'ERR_WAPP_NOT_INITIALIZED',
    'ERR_NO_PERMISSION',
    'ERR_TICKET_NOT_OPEN',
    'ERR_CAMPAIGN_OPTED_OUT',
    'ERR_OTHER_OPEN_TICKET',
  ]);
  expect(await messagesIn(agent, good.ticket.id)).toHaveLength(2);
  expect(await messagesIn(agent, cut.ticket.id)).toHaveLength(1);
  expect(await ticketsOf(left.id), 'no empty ticket is left behind').toBe(0);
  // Without a queue an agent begins no ticket, as everywhere.
  const [queueless] = await forward(agent, ticket.id, { messageIds, contactIds: [(await addContact(here)).id] });
  expect(queueless?.error).toBe('ERR_VALIDATION');
});

test('who has not written for a day is not reached by plain messages, in a ticket or without one', async () => {
  const here = await served(world);
  const near = await another(here);
  const silent = await addContact(here);
  const messageIds = (await messagesIn(here.agent, here.ticket.id)).map(({ id }) => id);
  await owner.query(`update messages set created_at = created_at - interval '25 hours' where ticket_id = $1`, [near.ticket.id]);
  await here.faults({ windowHours: 24 });
  const far = await another(here);
  const asked = { messageIds, ticketIds: [near.ticket.id, far.ticket.id], contactIds: [silent.id], queueId: here.queueId };
  const outcomes = await forward(here.agent, here.ticket.id, asked);
  expect(outcomes.map(({ error }) => error)).toEqual(['ERR_WINDOW_CLOSED', null, 'ERR_WINDOW_CLOSED']);
  expect(await ticketsOf(silent.id)).toBe(0);
});

test('what was deleted, calls, and messages of another conversation are not forwarded, and then nothing is', async () => {
  const here = await served(world);
  const { agent, ticket } = here;
  const near = await another(here);
  const mine = await sayIn(agent, ticket.id, 'engano');
  await agent.call(messagesApi.remove, { params: { messageId: mine.id } });
  await here.admin.call(simulatorApi.call, { params: { whatsappId: here.whatsappId }, body: { number: here.number } });
  const call = await until(async () => (await messagesIn(agent, ticket.id)).find(({ mediaType }) => mediaType === 'call_log'));
  const [first] = await messagesIn(agent, ticket.id);
  const [theirs] = await messagesIn(agent, near.ticket.id);
  const to = { ticketIds: [near.ticket.id] };
  for (const id of [mine.id, call.id])
    expect(await refusal(agent, ticket.id, { messageIds: [first!.id, id], ...to })).toMatchObject({
      status: 409,
      body: { error: 'ERR_NOT_FORWARDABLE' },
    });
  expect(await refusal(agent, ticket.id, { messageIds: [theirs!.id], ...to })).toMatchObject({ status: 404 });
  expect(await refusal(agent, ticket.id, { messageIds: [first!.id] })).toMatchObject({ status: 400 });
  const many = Array.from({ length: 21 }, (_, n) => n + 1);
  expect(await refusal(agent, ticket.id, { messageIds: many, ...to })).toMatchObject({ status: 400 });
  expect(await refusal(agent, ticket.id, { messageIds: [first!.id], ticketIds: many.slice(0, 11) })).toMatchObject({ status: 400 });
  const stranger = await world.colleague(here.admin);
  expect(await refusal(stranger, ticket.id, { messageIds: [first!.id], ...to })).toMatchObject({ status: 403 });
  expect(await messagesIn(agent, near.ticket.id)).toHaveLength(1);
});

test('what a customer forwards is told apart too', async () => {
  const { write, number, thread } = await served(world);
  await write({ number, body: 'Corrente', forwarded: true });
  await expect.poll(async () => (await thread()).messages.at(-1), patient).toMatchObject({ body: 'Corrente', data: { forwarded: true } });
});

test('a forwarded file lives as long as one of its messages, and opens to who sees any of them', async () => {
  const here = await served(world);
  const { admin, agent, ticket, post, queueId } = here;
  const neighbour = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const near = await another(here, { by: neighbour });
  await post(formOf({}, [{ name: 'foto.png', bytes: png }]));
  const [, photo] = await messagesIn(agent, ticket.id);
  await forward(admin, ticket.id, { messageIds: [photo!.id], ticketIds: [near.ticket.id] });
  const path = new URL(photo!.mediaUrl!, world.server.url).pathname;
  const opened = async () => Promise.all([agent, neighbour].map(async (each) => (await each.raw('GET', path)).status));
  expect(await opened(), 'each sees one of the two').toEqual([200, 200]);
  await agent.call(messagesApi.remove, { params: { messageId: photo!.id } });
  expect(await opened(), 'deleted here, it still stands there').toEqual([403, 200]);
  const [, copy] = await messagesIn(neighbour, near.ticket.id);
  expect((await fetch(world.server.url + copy!.mediaUrl)).status).toBe(200);
  await admin.raw('DELETE', `/tickets/${ticket.id}`);
  world.clock.move(25 * 3_600_000);
  await deleteOrphanedFiles(world.server.platform, fileOwners);
  const [key] = await mediaOf(here);
  expect(key, 'the sweep leaves what is still shown').toBe(path.replace('/public/', ''));
  expect((await world.server.platform.storage.stat(key ?? ''))?.size).toBe(png.length);
});
