import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { TicketCard, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { served, ticketOf } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('"Message: id, ticketId, ticket, body, …": what is told of a message tells its ticket, in every call and event', async () => {
  const { agent, faults, number, queueId, thread, ticket, whatsappId, write } = await served(world);
  const { uuid, code, contactId } = ticket;
  const card = { id: ticket.id, uuid, code, status: 'open', userId: agent.user.id, queueId, whatsappId, contactId, isGroup: false };
  const ear = await agent.listen();
  const heard = () => ear.of(messageLive).map((event) => messageLive.message.parse(event));

  await faults({ failNext: 1 });
  const sent = await sayIn(agent, ticket.id, 'Bom dia');
  expect(sent.ticket).toEqual(card);
  await expect.poll(async () => (await thread()).messages.at(-1)?.ack, patient).toBe(-1);
  const params = { messageId: sent.id };
  expect((await agent.call(messagesApi.resend, { params })).ticket).toEqual(card);
  await expect.poll(() => heard().findLast(({ message }) => message.id === sent.id)?.message.ack, patient).toBe(2);
  expect((await agent.call(messagesApi.remove, { params })).ticket).toEqual(card);
  expect((await agent.call(messagesApi.remove, { params })).ticket).toEqual(card);

  await write({ number, body: 'E agora?', quotedId: sent.channelId });
  await expect.poll(() => heard().at(-1), patient).toMatchObject({ action: 'create', message: { body: 'E agora?', ticket: card } });
  const said = (await thread()).messages;
  await write({ number, reaction: { id: said[2]!.channelId, emoji: '👍' } });
  await expect.poll(() => heard().at(-1)?.message.reactions, patient).toMatchObject([{ emoji: '👍' }]);
  expect(heard().map(({ message }) => message.ticket)).toEqual(heard().map(() => card));
  expect(new Set(heard().map(({ action }) => action))).toEqual(new Set(['create', 'update']));

  expect(said.map((message) => message.ticket)).toEqual([card, card, card]);
  expect(said[2]!.quotedMsg).toMatchObject({ id: sent.id });
  expect(Object.keys(said[2]!.quotedMsg!)).not.toContain('ticket');
  const { messages: found } = await agent.call(messagesApi.search, { query: { searchParam: 'agora' } });
  expect(found.map((message) => message.ticket)).toMatchObject([{ ...card, contact: { number }, whatsapp: { id: whatsappId } }]);
});

test('a page that runs into an earlier ticket tells of each message its own, as it stands now', async () => {
  const { admin, agent, number, ticket, write } = await served(world);
  await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'closed' } });
  world.clock.move(3 * 3_600_000);
  for (const person of [admin, agent]) await person.logIn(person.user.email);
  await write({ number, body: 'De novo' });
  const later = await ticketOf(admin);
  const { messages } = await admin.call(messagesApi.list, { params: { ticketId: later.id }, query: {} });
  const closed = await admin.call(ticketsApi.show, { params: { id: ticket.id } });
  expect(messages.map((message) => message.ticket)).toEqual([TicketCard.parse(closed), TicketCard.parse(later)]);
  expect(messages.map((message) => message.ticket?.status)).toEqual(['closed', 'pending']);
});
