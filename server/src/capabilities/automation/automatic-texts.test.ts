import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

const world = await openWorld();
const minute = 60_000;
let numbers = 0;
const newNumber = () => `55119${String(40_000_000 + ++numbers)}`;

const asCompany = <T>(person: Client, work: Parameters<typeof inScope<T>>[2]) =>
  inScope(world.server.platform, { companyId: person.user.companyId }, work);
const setting = (admin: Client, key: string, value: string) => admin.call(settingsApi.update, { params: { key }, body: { value } });
const move = (person: Client, id: number, body: object) => person.call(ticketsApi.update, { params: { id }, body });
const show = (person: Client, id: number) => person.call(ticketsApi.show, { params: { id } });

async function office(settings: Record<string, string> = {}) {
  const admin = await world.company();
  for (const [key, value] of Object.entries(settings)) await setting(admin, key, value);
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const agent = await world.colleague(admin, 'user', { queueIds: [sales] });
  const whatsappId = await world.connection(admin, { queueIds: [sales] });
  return { admin, agent, sales, support, whatsappId };
}

const say = (admin: Client, whatsappId: number, number: string, body: string, more: object = {}) =>
  admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: 'Ana Clara', body, ...more } });

async function writes(admin: Client, whatsappId: number, number = newNumber(), body = `Oi ${number}`): Promise<Ticket> {
  await say(admin, whatsappId, number, body);
  let found: Ticket | undefined;
  await expect
    .poll(async () => {
      [found] = (await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets;
      return found?.lastMessage;
    }, patient)
    .toBe(body);
  return found!;
}

const textsOf = async (person: Client, ticketId: number) =>
  (await person.call(messagesApi.list, { params: { ticketId }, query: {} })).messages.map(({ body }) => body);
/** What the customer's phone shows from the company. */
const received = async (admin: Client, whatsappId: number, number: string) =>
  (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } }))
    .filter(({ fromBusiness }) => fromBusiness)
    .map(({ body }) => body);
const ratingsOf = async (person: Client) =>
  (await asCompany(
    person,
    async ({ tx }) =>
      (
        await tx.execute<{ ticket: number; rating: number; who: number }>(
          sql`select ticket_id as ticket, rating, user_id as who from ticket_ratings order by ticket_id`,
        )
      ).rows,
  )) as unknown[];

test('"an automatic message is sent, beginning \'Mensagem Automática:\' and naming the agent and saying service continues"', async () => {
  const { admin, agent, whatsappId } = await office({ sendGreetingAccepted: 'enabled' });
  const number = newNumber();
  const { id } = await writes(admin, whatsappId, number);
  const accepted = await move(agent, id, { status: 'open', userId: agent.user.id });
  expect(accepted.lastMessage).toMatch(/^Mensagem Automática:/);
  expect(accepted.lastMessage).toContain(agent.user.name);
  expect(accepted.lastMessage).toContain('Ana Clara');
  expect(accepted.lastMessage).toContain('continuar o seu atendimento');
  expect(await show(agent, id)).toEqual(accepted);
  await expect.poll(() => received(admin, whatsappId, number), patient).toEqual([accepted.lastMessage]);
  await move(agent, id, { status: 'open', userId: agent.user.id });
  expect(await textsOf(agent, id)).toHaveLength(2);
});

test('without the setting nobody is greeted, and the loser of the race greets nobody', async () => {
  const quiet = await office();
  const silent = await writes(quiet.admin, quiet.whatsappId);
  expect((await move(quiet.agent, silent.id, { status: 'open' })).lastMessage).toBe(silent.lastMessage);

  const { admin, agent, whatsappId } = await office({ sendGreetingAccepted: 'enabled' });
  const { id } = await writes(admin, whatsappId);
  await Promise.all(
    [admin, agent, admin, agent].map((person) => person.send(ticketsApi.update, { params: { id }, body: { status: 'open' } })),
  );
  expect(await textsOf(admin, id)).toHaveLength(2);
});

test('a transfer is told to the customer where the company wants it, with where to', async () => {
  const { admin, agent, sales, support, whatsappId } = await office({ sendMsgTransfTicket: 'enabled' });
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  await move(agent, id, { queueId: support });
  await move(admin, id, { status: 'open' });
  await move(admin, id, { queueId: sales, userId: agent.user.id });
  await move(agent, id, { userId: admin.user.id });
  await move(admin, id, { status: 'pending', userId: null });
  const texts = (await textsOf(admin, id)).slice(1);
  expect(texts).toEqual([
    expect.stringMatching(/^Mensagem Automática:.*\*Suporte\*/s),
    expect.stringMatching(new RegExp(`^Mensagem Automática:.*\\*Vendas\\*.*\\*${agent.user.name}\\*`, 's')),
    expect.stringContaining(`*${admin.user.name}*`),
  ]);
});

test('"Without rating, the completion message is sent if there is one", with its variables filled', async () => {
  const { admin, agent, whatsappId } = await office();
  const bare = await writes(admin, whatsappId);
  expect((await move(agent, bare.id, { status: 'closed' })).lastMessage).toBe(bare.lastMessage);
  await admin.call(connectionsApi.update, {
    params: { id: whatsappId },
    body: { complationMessage: 'Obrigado, {{firstName}}! Protocolo {{protocol}}, fila {{queue}}. {{nada}}' },
  });
  const number = newNumber();
  const { id, code } = await writes(admin, whatsappId, number);
  await move(agent, id, { status: 'open' });
  const closed = await move(agent, id, { status: 'closed' });
  expect(closed).toMatchObject({ status: 'closed', lastMessage: `Obrigado, Ana! Protocolo ${code}, fila Vendas. {{nada}}` });
  await expect.poll(() => received(admin, whatsappId, number), patient).toEqual([closed.lastMessage]);
});

async function resolved() {
  const desk = await office({ userRating: 'enabled' });
  const { admin, agent, whatsappId } = desk;
  await admin.call(connectionsApi.update, {
    params: { id: whatsappId },
    body: { ratingMessage: 'Avalie a gente', complationMessage: 'Até logo' },
  });
  const number = newNumber();
  const { id } = await writes(admin, whatsappId, number);
  await move(agent, id, { status: 'open' });
  const closed = await move(agent, id, { status: 'closed' });
  return { ...desk, number, id, closed };
}

test('"an answer 1 to 3 within 30 minutes is stored as the rating of that ticket and answered with the completion message"', async () => {
  const { admin, agent, whatsappId, number, id, closed } = await resolved();
  expect(closed.status).toBe('closed');
  expect(closed.lastMessage).toMatch(/^Avalie a gente\n\n.*1.*2.*3/s);
  await say(admin, whatsappId, number, ' 3 ', { id: 'NOTA' });
  await expect.poll(() => ratingsOf(admin), patient).toEqual([{ ticket: id, rating: 3, who: agent.user.id }]);
  await expect.poll(() => received(admin, whatsappId, number), patient).toEqual([closed.lastMessage, 'Até logo']);
  expect(await show(admin, id)).toMatchObject({
    status: 'closed',
    userId: agent.user.id,
    unreadMessages: closed.unreadMessages,
    lastMessage: 'Até logo',
  });
  expect(await textsOf(admin, id)).toEqual([expect.stringContaining('Oi'), closed.lastMessage, ' 3 ', 'Até logo']);
  // Once rated, the next number is an ordinary message.
  await say(admin, whatsappId, number, '1');
  await expect.poll(async () => (await show(admin, id)).status, patient).toBe('pending');
  expect(await ratingsOf(admin)).toEqual([{ ticket: id, rating: 3, who: agent.user.id }]);
});

test('"any other text is an ordinary new message", and then a number is one, too', async () => {
  for (const text of ['4', '0', '2 estrelas', 'Obrigado!']) {
    const { admin, whatsappId, number, id } = await resolved();
    await say(admin, whatsappId, number, text);
    await say(admin, whatsappId, number, '2');
    await expect.poll(async () => await show(admin, id), patient).toMatchObject({ status: 'pending', lastMessage: '2', unreadMessages: 3 });
    expect(await ratingsOf(admin), text).toEqual([]);
  }
});

test('after 30 minutes a number is an ordinary message', async () => {
  const { admin, whatsappId, number, id } = await resolved();
  world.clock.move(31 * minute);
  await admin.refresh();
  await say(admin, whatsappId, number, '3');
  await expect.poll(async () => (await show(admin, id)).status, patient).toBe('pending');
  expect(await ratingsOf(admin)).toEqual([]);
});

test('a rating and more words in one breath: the rating counts, the words reopen the ticket', async () => {
  const { admin, agent, whatsappId, number, id } = await resolved();
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { offline: true } });
  await say(admin, whatsappId, number, '2');
  await say(admin, whatsappId, number, 'Mais uma coisa');
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { offline: false } });
  await expect.poll(async () => (await show(admin, id)).status, patient).toBe('pending');
  expect(await ratingsOf(admin)).toEqual([{ ticket: id, rating: 2, who: agent.user.id }]);
});

test('an answer that is delivered twice rates once and reopens nothing', async () => {
  const { admin, whatsappId, number, id, closed } = await resolved();
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { duplicate: true } });
  await say(admin, whatsappId, number, '1');
  await expect.poll(() => ratingsOf(admin), patient).toMatchObject([{ rating: 1 }]);
  const other = await writes(admin, whatsappId);
  expect(other.status).toBe('pending');
  expect(await show(admin, id)).toMatchObject({ status: 'closed', unreadMessages: closed.unreadMessages });
});

test('who resolves what nobody served asks for no rating', async () => {
  const { admin, agent, whatsappId } = await office({ userRating: 'enabled' });
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { complationMessage: 'Até logo' } });
  const { id } = await writes(admin, whatsappId);
  expect((await move(agent, id, { status: 'closed' })).lastMessage).toBe('Até logo');
});

test('"CheckMsgIsGroup enabled means group messages are ignored (default)"; otherwise they are a ticket never greeted', async () => {
  const { admin, agent, whatsappId } = await office({
    sendGreetingAccepted: 'enabled',
    userRating: 'enabled',
    sendMsgTransfTicket: 'enabled',
  });
  const group = { id: '120363000000000001@g.us', name: 'Condomínio' };
  const number = newNumber();
  await say(admin, whatsappId, number, 'No grupo', { group });
  await writes(admin, whatsappId);
  expect((await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).tickets.map(({ isGroup }) => isGroup)).toEqual([false]);
  await setting(admin, 'CheckMsgIsGroup', 'disabled');
  await say(admin, whatsappId, number, 'De novo', { group });
  const groups = async () => (await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).tickets.filter(({ isGroup }) => isGroup);
  await expect.poll(groups, patient).toMatchObject([{ lastMessage: 'De novo', isGroup: true }]);
  const [{ id } = { id: 0 }] = await groups();
  expect(await move(agent, id, { status: 'open' })).toMatchObject({ lastMessage: 'De novo' });
  expect(await move(agent, id, { status: 'closed' })).toMatchObject({ lastMessage: 'De novo' });
});
