import { messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const remove = (client: Client, messageId: number) => client.call(messagesApi.remove, { params: { messageId } });
const show = (client: Client, id: number) => client.call(ticketsApi.show, { params: { id } });
const rowOf = async (client: Client) => (await client.call(ticketsApi.list, { query: { status: 'open' } })).tickets[0];

test('"Ticket list item: … last message": when it is deleted, the one before shows again, and the ticket stays in its place', async () => {
  const { admin, agent, number, phone, ticket } = await served(world);
  const [first, second] = [await sayIn(agent, ticket.id, 'Primeiro'), await sayIn(agent, ticket.id, 'Segundo')];
  await expect.poll(async () => (await phone(number)).length, patient).toBe(3);
  const before = await show(agent, ticket.id);
  const atAdmin = await admin.listen();
  await remove(agent, second.id);
  expect(await show(agent, ticket.id)).toEqual({ ...before, lastMessage: 'Primeiro' });
  expect(await rowOf(agent)).toMatchObject({ lastMessage: 'Primeiro', last: { fromMe: true, mediaType: null } });
  await remove(agent, first.id);
  expect(await show(agent, ticket.id)).toEqual({ ...before, lastMessage: 'Oi', last: { fromMe: false, mediaType: null, seconds: null } });
  expect(await rowOf(agent)).toMatchObject({ lastMessage: 'Oi', last: { fromMe: false } });
  await expect.poll(() => atAdmin.of(ticketLive).map((event) => (event.ticket as Ticket).lastMessage), patient).toEqual(['Primeiro', 'Oi']);
});

test('a deleted word that was not the last changes nothing in the list', async () => {
  const { agent, ticket } = await served(world);
  const first = await sayIn(agent, ticket.id, 'Primeiro');
  await sayIn(agent, ticket.id, 'Segundo');
  await remove(agent, first.id);
  expect((await show(agent, ticket.id)).lastMessage).toBe('Segundo');
});

test('before a deleted text there may be a file, which is told by its kind; and nothing at all, once all is deleted', async () => {
  const { agent, number, phone, post, thread, ticket, write } = await served(world);
  expect((await post(formOf({}, [{ name: 'a.png', bytes: await pngOf(4, 4) }]))).status).toBe(200);
  const { id } = await sayIn(agent, ticket.id, 'veja');
  await remove(agent, id);
  expect((await show(agent, ticket.id)).lastMessage).toBe('image');
  expect(await rowOf(agent)).toMatchObject({ last: { mediaType: 'image' } });
  const file = (await thread()).messages.at(-2);
  await remove(agent, file!.id);
  const [greeting] = await phone(number);
  await write({ number, delete: { id: greeting!.id } });
  await expect.poll(async () => (await show(agent, ticket.id)).lastMessage, patient).toBe('');
});

test('what could not be taken back is the last word again', async () => {
  const { agent, faults, number, phone, thread, ticket } = await served(world);
  const { id } = await sayIn(agent, ticket.id, 'tarde demais');
  await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
  await faults({ failNext: 1 });
  await remove(agent, id);
  await expect.poll(async () => (await thread()).messages.at(-1)?.failure, patient).toBe('ERR_DELETE_WAPP_MSG');
  await expect.poll(async () => (await show(agent, ticket.id)).lastMessage, patient).toBe('tarde demais');
});

test('after a deletion the next word is the last', async () => {
  const { agent, number, ticket, write } = await served(world);
  await remove(agent, (await sayIn(agent, ticket.id, 'engano')).id);
  await write({ number, body: 'E agora?' });
  await expect.poll(async () => (await show(agent, ticket.id)).lastMessage, patient).toBe('E agora?');
});
