import { connectionsApi } from '@prosa/contracts/connections';
import { messageLive } from '@prosa/contracts/messages';
import { settingsApi } from '@prosa/contracts/settings';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { formOf, newNumber, office, served, ticketOf } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const rowOf = async (client: Client) =>
  (await client.call(ticketsApi.list, { query: { status: 'open', showAll: 'true' } })).tickets[0] as Ticket;
const move = (client: Client, id: number, body: object) => client.call(ticketsApi.update, { params: { id }, body });

/** The agent greets whoever they accept, and is told so by a setting. */
async function greeted() {
  const here = await office(world);
  await here.admin.call(settingsApi.update, { params: { key: 'sendGreetingAccepted' }, body: { value: 'enabled' } });
  const number = newNumber();
  await here.write({ number, name: 'Ana', body: 'Vocês parcelam?' });
  const ticket = await ticketOf(here.admin);
  return { ...here, number, ticket };
}

test('a row shows what a person said last: the greeting that the product sends on accepting leaves it as it was', async () => {
  const { agent, ticket } = await greeted();
  const accepted = await move(agent, ticket.id, { status: 'open' });
  expect(accepted.lastMessage).toMatch(/^Mensagem Automática:/);
  const said = { fromMe: false, mediaType: null, text: 'Vocês parcelam?' };
  expect(accepted.last).toMatchObject(said);
  expect((await rowOf(agent)).last).toMatchObject(said);
});

// The second is cut where a sign of two halves stands.
test.each([
  ['', 'Vocês parcelam?'],
  [' of whatever length', `${'a'.repeat(299)}😀😀`],
])('what the product says by itself leaves what the row says%s, in events as well', async (_, question) => {
  const { admin, write } = await office(world);
  const [{ id } = { id: 0 }] = await admin.call(connectionsApi.list, { query: {} });
  await admin.call(connectionsApi.update, { params: { id }, body: { name: 'Principal', greetingMessage: 'Olá, já respondemos.' } });
  const atAdmin = await admin.listen();
  await write({ number: newNumber(), name: 'Ana', body: question });
  const told = () => atAdmin.of(messageLive).flatMap(({ action, ticket }) => (action === 'create' ? [ticket as Ticket] : []));
  await expect.poll(() => told().map(({ lastMessage }) => lastMessage), patient).toEqual([question, 'Olá, já respondemos.']);
  expect(told()[1]?.last).toMatchObject({ fromMe: false, text: Array.from(question).slice(0, 300).join('') });
  const [row] = (await admin.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } })).tickets;
  expect(told()[1]?.last).toEqual(row?.last);
});

test('what a colleague said is told with their name and without their signature, in lists and events alike', async () => {
  const { admin, agent, ticket } = await greeted();
  await move(agent, ticket.id, { status: 'open' });
  const atAdmin = await admin.listen();
  await sayIn(agent, ticket.id, `*${agent.user.name}:*\nEm até 10 vezes`);
  const said = { fromMe: true, text: 'Em até 10 vezes', user: { id: agent.user.id, name: agent.user.name } };
  expect((await rowOf(admin)).last).toMatchObject(said);
  await expect
    .poll(
      () =>
        atAdmin
          .of(messageLive)
          .filter(({ action }) => action === 'create')
          .map((event) => (event.ticket as Ticket).last),
      patient,
    )
    .toMatchObject([said]);
});

test('a resolve with its farewell, and its undoing, leave what the row says', async () => {
  const { admin, agent, ticket } = await greeted();
  await admin.call(settingsApi.update, { params: { key: 'userRating' }, body: { value: 'enabled' } });
  await move(agent, ticket.id, { status: 'open' });
  await sayIn(agent, ticket.id, `*${agent.user.name}:*\nFeito`);
  const before = (await rowOf(agent)).last;
  const atAgent = await agent.listen();
  expect((await move(agent, ticket.id, { status: 'closed' })).last).toEqual(before);
  await move(agent, ticket.id, { status: 'open' });
  expect((await rowOf(agent)).last).toEqual(before);
  await expect.poll(() => atAgent.of(ticketLive).length, patient).toBeGreaterThan(0);
  for (const { ticket: told } of atAgent.of(ticketLive)) if (told) expect((told as Ticket).last).toEqual(before);
});

test('a file without words is told by its kind alone, and what the customer says next takes its place', async () => {
  const { agent, number, post, ticket, write } = await served(world);
  expect((await post(formOf({}, [{ name: 'a.png', bytes: await pngOf(4, 4) }]))).status).toBe(200);
  expect((await rowOf(agent)).last).toMatchObject({ fromMe: true, mediaType: 'image', text: '', user: { id: agent.user.id } });
  await write({ number, body: 'de agora' });
  await expect.poll(async () => (await rowOf(agent)).lastMessage, patient).toBe('de agora');
  expect((await rowOf(agent)).last).toEqual({ fromMe: false, mediaType: null, seconds: null });
  expect(ticket.last).toEqual({ fromMe: false, mediaType: null, seconds: null });
});
