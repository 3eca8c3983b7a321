import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('a customer writes, the right agent accepts, reads and answers, and the ticks move', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const otherQueueId = await world.queue(admin, 'Suporte', '#C4281C');
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const stranger = await world.colleague(admin, 'user', { queueIds: [otherQueueId] });
  const whatsappId = await world.connection(admin, { queueIds: [queueId] });
  const [atAgent, atStranger] = await Promise.all([agent.listen(), stranger.listen()]);

  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511999990001', name: 'Ana Clara', body: 'Bom dia!' } });
  await expect.poll(() => atAgent.of(messageLive), patient).toHaveLength(1);
  expect(atAgent.of(messageLive)[0]).toMatchObject({
    action: 'create',
    message: { body: 'Bom dia!', fromMe: false },
    ticket: { status: 'pending', unreadMessages: 1, contact: { name: 'Ana Clara' } },
  });

  const pending = await agent.call(ticketsApi.list, { query: { status: 'pending' } });
  expect(pending).toMatchObject({
    count: 1,
    hasMore: false,
    tickets: [{ queueId, lastMessage: 'Bom dia!', code: expect.stringMatching(/^\d{8}0001$/) }],
  });
  expect((await stranger.call(ticketsApi.list, { query: { status: 'pending' } })).tickets).toEqual([]);

  const ticket = pending.tickets[0]!;
  const accepted = await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: agent.user.id } });
  expect(accepted).toMatchObject({ status: 'open', userId: agent.user.id });
  expect(await agent.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} })).toMatchObject({
    count: 1,
    messages: [{ body: 'Bom dia!' }],
    ticket: { unreadMessages: 0 },
  });

  const answer = await sayIn(agent, ticket.id, 'Olá, Ana!');
  expect(answer).toMatchObject({ ack: 0, fromMe: true, body: 'Olá, Ana!' });
  await expect
    .poll(
      async () =>
        (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number: '5511999990001' } })).map(({ body }) => body),
      patient,
    )
    .toEqual(['Bom dia!', 'Olá, Ana!']);
  await expect
    .poll(
      () =>
        atAgent
          .of(messageLive)
          .flatMap((event) => (event.action === 'update' ? [(event.message as { ack: number }).ack] : []))
          .at(-1),
      patient,
    )
    .toBe(2);

  await admin.call(simulatorApi.receipt, { params: { whatsappId }, body: { id: answer.channelId, ack: 3 } });
  await expect
    .poll(async () => (await agent.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} })).messages[1]?.ack, patient)
    .toBe(3);

  expect(atStranger.of(messageLive)).toEqual([]);
  expect(atStranger.of(ticketLive)).toEqual([]);
});
