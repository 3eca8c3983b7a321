import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const remove = (client: Client, messageId: number) => client.call(messagesApi.remove, { params: { messageId } });

test('"Delete is for everyone, own messages only, and leaves the marked bubble"', async () => {
  const { admin, agent, number, phone, thread, ticket } = await served(world);
  const { id, channelId } = await sayIn(agent, ticket.id, 'preço errado');
  await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
  const atAdmin = await admin.listen();
  expect(await remove(agent, id)).toMatchObject({ id, isDeleted: true, body: '' });
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ id: channelId, isDeleted: true });
  expect((await thread()).messages.map(({ isDeleted, body }) => [isDeleted, body])).toEqual([
    [false, 'Oi'],
    [true, ''],
  ]);
  await expect
    .poll(() => atAdmin.of(messageLive).map(({ message }) => message as Message), patient)
    .toContainEqual(expect.objectContaining({ id, isDeleted: true, body: '' }));
  expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).lastMessage).toBe('Oi');
  expect(await remove(agent, id)).toMatchObject({ id, isDeleted: true });
});

test('"Users can reply to any message (quote) and delete only their own"', async () => {
  const { admin, agent, thread, ticket } = await served(world);
  const [customers] = (await thread()).messages;
  const mine = await sayIn(agent, ticket.id, 'minha');
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  const ask = (client: Client, messageId: number) => client.send(messagesApi.remove, { params: { messageId } });
  expect(await ask(agent, customers!.id)).toMatchObject(refused);
  expect(await ask(admin, mine.id)).toMatchObject(refused);
  expect(await ask(await world.colleague(admin, 'user'), mine.id)).toMatchObject(refused);
  expect(await ask(agent, 999_999_999)).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  expect((await thread()).messages.every(({ isDeleted }) => !isDeleted)).toBe(true);
  expect((await sayIn(agent, ticket.id, 'cito', { quotedMsg: { id: customers!.id } })).quotedMsg).toMatchObject({ id: customers!.id });
});

test('what never left is withdrawn: the customer never sees it', async () => {
  const { agent, faults, number, phone, thread, ticket } = await served(world);
  await faults({ offline: true });
  const [first, second] = [await sayIn(agent, ticket.id, 'engano'), await sayIn(agent, ticket.id, 'certo')];
  await remove(agent, first.id);
  await faults({ offline: false });
  await expect.poll(async () => (await phone(number)).map(({ body }) => body), patient).toEqual(['Oi', 'certo']);
  await expect.poll(async () => (await thread()).messages.find(({ id }) => id === second.id)?.ack, patient).toBe(2);
  expect((await thread()).messages.find(({ id }) => id === first.id)).toMatchObject({ isDeleted: true, ack: 0 });
});

test('what could not be taken back stands again, with the reason', async () => {
  const { agent, faults, number, phone, thread, ticket } = await served(world);
  const { id } = await sayIn(agent, ticket.id, 'tarde demais');
  await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
  await faults({ failNext: 1 });
  expect(await remove(agent, id)).toMatchObject({ isDeleted: true });
  await expect
    .poll(async () => (await thread()).messages.at(-1), patient)
    .toMatchObject({ isDeleted: false, body: 'tarde demais', failure: 'ERR_DELETE_WAPP_MSG', ack: 2 });
  expect((await phone(number)).at(-1)).toMatchObject({ isDeleted: false });
  await remove(agent, id);
  await expect.poll(async () => (await phone(number)).at(-1)?.isDeleted, patient).toBe(true);
});

test('a failed message that was deleted is not sent again', async () => {
  const { agent, faults, number, phone, thread, ticket } = await served(world);
  await faults({ failNext: 1 });
  const { id } = await sayIn(agent, ticket.id, 'falhou');
  await expect.poll(async () => (await thread()).messages.at(-1)?.ack, patient).toBe(-1);
  await remove(agent, id);
  expect(await agent.send(messagesApi.resend, { params: { messageId: id } })).toMatchObject({ status: 409 });
  expect((await phone(number)).map(({ body }) => body)).toEqual(['Oi']);
});

test('over a connection that was removed nothing is sent again or taken back; what never left is deleted here', async () => {
  const { admin, agent, faults, number, phone, thread, ticket, whatsappId } = await served(world);
  const sent = await sayIn(agent, ticket.id, 'chegou');
  await expect.poll(async () => (await thread()).messages.at(-1)?.ack, patient).toBe(2);
  await faults({ failNext: 1 });
  const failed = await sayIn(agent, ticket.id, 'falhou');
  await expect.poll(async () => (await thread()).messages.at(-1)?.ack, patient).toBe(-1);
  expect((await phone(number)).map(({ body }) => body)).toEqual(['Oi', 'chegou']);
  await admin.call(connectionsApi.remove, { params: { id: whatsappId } });
  const gone = { status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } };
  expect(await agent.send(messagesApi.resend, { params: { messageId: failed.id } })).toMatchObject(gone);
  expect(await agent.send(messagesApi.remove, { params: { messageId: sent.id } })).toMatchObject(gone);
  expect((await thread()).messages.slice(-2)).toMatchObject([
    { body: 'chegou', isDeleted: false },
    { body: 'falhou', ack: -1 },
  ]);
  expect(await remove(agent, failed.id)).toMatchObject({ isDeleted: true });
  expect(await remove(agent, failed.id)).toMatchObject({ isDeleted: true });
});
