import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { customerOf, historyOf, openShop, received } from '../../../../test/bot-shop.ts';
import { move, pendingOf, show } from '../../../../test/office.ts';
import { patient } from '../../../../test/patient.ts';
import { openWorld } from '../../../../test/world.ts';

const world = await openWorld();
const shop = (settings: Parameters<typeof openShop>[1] = {}) => openShop(world, settings);

const mainMenu = 'Bem-vindo à Loja!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
const supportMenu = 'Suporte, em que ajudamos?\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Endereço\n\n*[ # ]* - Menu inicial';
const internetMenu = 'O que houve?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Caiu\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
const notUnderstood = 'Não entendi a sua resposta. Por favor, digite o número de uma das opções.';

test('a customer finds the way through the menus: queue, option, back, main menu, leaf; a person goes on from there', async () => {
  const { admin, whatsappId, support } = await shop();
  const ana = customerOf(admin, whatsappId);
  expect(await ana.says('Oi')).toBe(mainMenu);
  expect(await ana.ticket()).toMatchObject({ status: 'pending', queueId: null, chatbot: true, lastMessage: mainMenu });
  expect(await ana.says('2')).toBe(supportMenu);
  expect(await ana.ticket()).toMatchObject({ status: 'pending', queueId: support, userId: null, chatbot: true });
  expect(await ana.says('abobrinha')).toBe(`${notUnderstood}\n\n${supportMenu}`);
  expect(await ana.says('１)')).toBe(internetMenu);
  expect(await ana.says('0')).toBe(supportMenu);
  expect(await ana.says('#')).toBe(mainMenu);
  expect(await ana.ticket()).toMatchObject({ status: 'pending', queueId: null, chatbot: true });
  expect(await ana.says('suporte')).toBe(supportMenu);
  expect(await ana.says('Endereço')).toBe('Rua das Flores, 10.');
  expect(await ana.ticket()).toMatchObject({ status: 'pending', queueId: support, chatbot: false });
  await ana.isNotAnswered('Obrigada!');
  expect(await ana.says('#')).toBe(mainMenu);
  expect(await historyOf(admin, (await ana.ticket()).id)).toEqual([
    ['create', null, 'pending', null],
    ['bot-queue', null, 'Suporte', 'the customer chose the queue'],
    ['bot-option', 'Suporte', 'Internet', 'the customer chose the option'],
    ['bot-queue', 'Suporte', null, 'the customer asked for the main menu'],
    ['bot-queue', null, 'Suporte', 'the customer chose the queue'],
    ['bot-option', 'Suporte', 'Endereço', 'the customer chose the option'],
    ['bot-ended', null, null, 'the option has nothing below it'],
    ['bot-queue', 'Suporte', null, 'the customer asked for the main menu'],
  ]);
});

test('what it says is marked, with the reason, and the company is told where the ticket has gone', async () => {
  const { admin, whatsappId, agent, sales } = await shop();
  const ana = customerOf(admin, whatsappId);
  await ana.says('Oi');
  const heard = await agent.listen();
  expect(await ana.says('1')).toBe('Vendas, olá Ana Clara!');
  const ticket = await ana.ticket();
  expect(ticket).toMatchObject({ queueId: sales, queue: { name: 'Vendas' }, chatbot: false });
  const { messages } = await admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} });
  expect(messages.map(({ origin, why }) => [origin, why])).toEqual([
    ['customer', null],
    ['bot', 'the customer has to choose a queue'],
    ['customer', null],
    ['greeting', 'the customer chose the queue'],
  ]);
  await expect
    .poll(() => heard.of(ticketLive), patient)
    .toMatchObject([{ action: 'update', ticketId: ticket.id, ticket: { queueId: sales, chatbot: false } }]);
});

test('one queue: the customer is in it at once, with its own greeting, or the connection’s where it has none', async () => {
  const { admin, whatsappId, sales } = await shop({ queues: ['sales'] });
  const ana = customerOf(admin, whatsappId);
  expect(await ana.says('Oi')).toBe('Vendas, olá Ana Clara!');
  expect(await ana.ticket()).toMatchObject({ queueId: sales, chatbot: false });
  await ana.isNotAnswered('Tem alguém?');
  await ana.isNotAnswered('#');
  expect((await historyOf(admin, (await ana.ticket()).id))[0]).toEqual([
    'create',
    null,
    'pending',
    'it is the only queue of the connection',
  ]);
});

test('no queue: the connection’s greeting, once in a ticket', async () => {
  const { admin, whatsappId } = await shop({ queues: [] });
  const ana = customerOf(admin, whatsappId);
  expect(await ana.says('Oi')).toBe('Bem-vindo à Loja!');
  await ana.isNotAnswered('Tem alguém?');
});

test('a person who accepts, and whoever writes on the phone, switches it off for that ticket', async () => {
  const { admin, whatsappId } = await shop();
  const [ana, bia] = [customerOf(admin, whatsappId), customerOf(admin, whatsappId)];
  await ana.says('Oi');
  const { id } = await ana.ticket();
  await move(admin, id, { status: 'open', userId: admin.user.id });
  expect(await show(admin, id)).toMatchObject({ status: 'open', chatbot: false });
  await ana.isNotAnswered('1');
  await move(admin, id, { status: 'pending' });
  await ana.isNotAnswered('2');
  await ana.isNotAnswered('#');
  expect(await show(admin, id)).toMatchObject({ status: 'pending', queueId: null });

  await bia.says('Oi');
  await bia.hearsFromPhone('Oi, aqui é a Carla');
  const other = await bia.ticket();
  expect(other).toMatchObject({ status: 'pending', chatbot: false });
  await bia.isNotAnswered('1');
  expect((await historyOf(admin, other.id)).at(-1)).toEqual(['bot-off', null, null, 'somebody wrote on the phone']);
});

test('a ticket that an agent began, and one that goes on after a person has served it, are left alone; the next begins anew', async () => {
  const { admin, whatsappId } = await shop();
  const ana = customerOf(admin, whatsappId);
  await ana.says('Oi');
  const { id, contactId } = await ana.ticket();
  await move(admin, id, { status: 'open', userId: admin.user.id });
  await move(admin, id, { status: 'closed' });
  await ana.isNotAnswered('Mais uma coisa');
  expect(await show(admin, id)).toMatchObject({ status: 'pending', chatbot: false });
  await move(admin, id, { status: 'open', userId: admin.user.id });
  await move(admin, id, { status: 'closed' });
  await admin.call(ticketsApi.create, { body: { contactId, whatsappId, status: 'pending' } });
  await ana.isNotAnswered('1');
  const begun = await ana.ticket();
  await move(admin, begun.id, { status: 'open', userId: admin.user.id });
  await move(admin, begun.id, { status: 'closed' });
  world.clock.move(3 * 60 * 60_000);
  await admin.refresh();
  expect(await ana.says('Bom dia')).toBe(mainMenu);
});

test('groups, stickers and calls hear nothing; a photo is no answer to a menu', async () => {
  const { admin, whatsappId } = await shop({ settings: { CheckMsgIsGroup: 'disabled', call: 'enabled' } });
  const ana = customerOf(admin, whatsappId);
  await ana.says('Oi');
  await ana.sendsSticker();
  await ana.calls();
  await ana.writes('oi, grupo', { group: { id: 'familia', name: 'Família' } });
  await expect.poll(async () => (await pendingOf(admin)).find(({ isGroup }) => isGroup)?.lastMessage, patient).toBe('oi, grupo');
  expect(await ana.sendsPhoto()).toBe(`${notUnderstood}\n\n${mainMenu}`);
  expect(await ana.says('', { location: { latitude: -23.5, longitude: -46.6 } })).toBe(`${notUnderstood}\n\n${mainMenu}`);
});

test('several words in one breath are answered once', async () => {
  const { admin, whatsappId } = await shop();
  const ana = customerOf(admin, whatsappId);
  await admin.raw('POST', `/simulator/${whatsappId}/faults`, { body: { offline: true } });
  for (const body of ['Oi', 'tudo bem?', 'queria saber do meu pedido', '#']) await ana.writes(body);
  await admin.raw('POST', `/simulator/${whatsappId}/faults`, { body: { offline: false } });
  await expect.poll(() => received(admin, whatsappId, ana.number), patient).toEqual([mainMenu]);
  expect(await ana.says('1')).toBe('Vendas, olá Ana Clara!');
  expect(await received(admin, whatsappId, ana.number)).toHaveLength(2);
});

test('a queue that is removed: whoever was in its menu chooses anew', async () => {
  const { admin, whatsappId, sales, support } = await shop();
  const ana = customerOf(admin, whatsappId);
  await ana.says('Oi');
  await ana.says('2');
  const billing = await world.queue(admin, 'Cobrança', '#0B6E4F');
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { queueIds: [sales, support, billing] } });
  await admin.call(queuesApi.remove, { params: { id: support } });
  expect(await ana.says('1')).toBe('Bem-vindo à Loja!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Cobrança');
  expect(await ana.says('1')).toBe('Vendas, olá Ana Clara!');
});

test('a queue that is taken off the menu, or a ticket redirected meanwhile, leaves nobody in a menu that is not there', async () => {
  const { admin, whatsappId, sales, support } = await shop();
  const ana = customerOf(admin, whatsappId);
  await ana.says('Oi');
  await ana.says('2');
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { queueIds: [sales] } });
  await ana.isNotAnswered('1');
  expect(await ana.ticket()).toMatchObject({ queueId: support, chatbot: false });
  expect((await historyOf(admin, (await ana.ticket()).id)).at(-1)).toEqual([
    'bot-ended',
    null,
    null,
    'the ticket was put in a queue meanwhile',
  ]);
});
