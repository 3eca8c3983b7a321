import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openConversation } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('when the agent reads, the customer’s phone shows it as read; what others look at changes nothing', async () => {
  const { admin, ticket, phone, number, write, faults } = await openConversation(world);
  const acks = async () => (await phone(number)).filter(({ fromBusiness }) => !fromBusiness).map(({ ack }) => ack);
  const look = (spy?: 'true') => admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: spy ? { spy } : {} });
  await look('true');
  expect(await acks()).toEqual([0]);
  await look();
  await expect.poll(acks, patient).toEqual([3]);

  // Out of reach when it is read: the phone is told when it is back.
  await write({ number, body: 'E agora?' });
  await expect.poll(async () => (await look('true')).count, patient).toBe(2);
  await faults({ offline: true });
  await look();
  await faults({ offline: false });
  await expect.poll(acks, patient).toEqual([3, 3]);
});

test('while the agent who serves them writes, the customer’s phone shows it, and then no more', async () => {
  const { admin, ticket, number, params } = await openConversation(world);
  const state = async () => (await admin.call(simulatorApi.businessTyping, { params, query: { number } })).state;
  expect(await state()).toBe('paused');
  const live = await admin.listen();
  const say = (name: string, value: unknown) => live.socket.timeout(10_000).emitWithAck(name, value);
  expect(await say('joinChatBox', ticket.id)).toEqual({ ok: true });
  expect(await say('typing', { ticketId: ticket.id })).toEqual({ ok: true });
  await expect.poll(state, patient).toBe('typing');
  await expect.poll(state, patient).toBe('paused');
});
