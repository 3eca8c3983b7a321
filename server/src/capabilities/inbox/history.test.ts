import { readFile } from 'node:fs/promises';
import { contactLive, contactsApi } from '@prosa/contracts/contacts';
import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { formOf } from '../../../test/conversation.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { bodies, openConversation, openSimulated, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const daysAgo = (days: number, seconds = 0) => new Date(Date.now() - days * 86_400_000 + seconds * 1000).toISOString();

async function office() {
  const here = await openSimulated(world);
  const { admin, params, whatsappId } = here;
  const remember = (body: Parameters<typeof admin.call<typeof simulatorApi.write>>[1]['body']) =>
    admin.call(simulatorApi.write, { params, body });
  const contactId = async (number: string) => (await admin.call(contactsApi.list, { query: { searchParam: number } })).contacts[0]?.id;
  const threadOf = async (number: string) =>
    admin.call(messagesApi.thread, { query: { contactId: String((await contactId(number)) ?? 0), whatsappId: String(whatsappId) } });
  return { ...here, remember, contactId, threadOf };
}

test('the phone’s history is stored with its contact, and nothing follows from it', async () => {
  const { admin, remember, contactId, threadOf } = await office();
  const live = await admin.listen();
  const number = newNumber();
  await remember({ number, name: 'Ana', id: 'H1', body: 'Tem pão?', historyAt: daysAgo(3) });
  await remember({ number, id: 'H2', body: 'Tem', quotedId: 'H1', fromMe: true, historyAt: daysAgo(3, 60) });
  await remember({ number, id: 'H2', body: 'Tem', fromMe: true, historyAt: daysAgo(3, 60) });
  await expect.poll(() => contactId(number), patient).toBeDefined();
  await expect.poll(async () => (await threadOf(number)).count, patient).toBe(2);
  const { messages } = await threadOf(number);
  expect(messages).toMatchObject([
    { body: 'Tem pão?', fromMe: false, read: true, ticketId: null, origin: 'customer' },
    { body: 'Tem', fromMe: true, ticketId: null, origin: 'phone', quotedMsg: { body: 'Tem pão?' } },
  ]);
  expect((await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: number } })).tickets).toEqual([]);

  // The first that is heard after it is what the customer says now.
  await remember({ number, id: 'AGORA', body: 'Bom dia' });
  const ticket = await ticketOf(admin, number);
  expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1, lastMessage: 'Bom dia' });
  expect(await bodies(admin, ticket.id)).toEqual(['Tem pão?', 'Tem', 'Bom dia']);
  await expect.poll(() => live.of(messageLive).length, patient).toBe(1);
  expect(live.of(contactLive)).toEqual([]);
  expect(live.of(ticketLive).length).toBeLessThanOrEqual(1);
});

test('a conversation under way, and one that is closed, stay as they are; the history lies before them', async () => {
  const { admin, params, number, ticket } = await openConversation(world);
  const before = await admin.call(ticketsApi.show, { params: { id: ticket.id } });
  const remember = (id: string, body: string, days: number) =>
    admin.call(simulatorApi.write, { params, body: { number, id, body, historyAt: daysAgo(days) } });
  await remember('ANTIGA', 'Há muito', 30);
  await expect.poll(() => bodies(admin, ticket.id), patient).toEqual(['Há muito', 'Oi']);
  expect(await admin.call(ticketsApi.show, { params: { id: ticket.id } })).toEqual({ ...before, unreadMessages: 0 });
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'closed' } });
  await remember('OUTRA', 'Há menos', 20);
  await expect.poll(() => bodies(admin, ticket.id), patient).toEqual(['Há muito', 'Há menos', 'Oi']);
  expect((await admin.call(ticketsApi.show, { params: { id: ticket.id } })).status).toBe('closed');
});

test('files of the history come too', async () => {
  const { admin, whatsappId, threadOf, faults } = await office();
  const picture = await readFile(new URL('../../../../web/public/icon-192.png', import.meta.url));
  await faults({ mediaFail: 0 });
  const number = newNumber();
  const form = formOf({ number, id: 'FOTO', historyAt: daysAgo(5) }, [{ name: 'foto.png', bytes: picture }], 'media');
  expect(await admin.raw('POST', `/simulator/${whatsappId}/messages`, { form })).toMatchObject({ status: 200 });
  await expect
    .poll(async () => (await threadOf(number).catch(() => undefined))?.messages.map(({ mediaUrl }) => Boolean(mediaUrl)), patient)
    .toEqual([true]);
});
