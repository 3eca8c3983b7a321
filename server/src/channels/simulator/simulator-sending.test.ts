import { type Message, messagesApi } from '@prosa/contracts/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { bodies, messageOf, openConversation, openSimulated, thread } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { queueFrame } from './network.ts';

const world = await openWorld();

test('what we say while the phone is out of reach leaves as soon as it is back, in order', async () => {
  const { phone, number, send, faults } = await openConversation(world);
  await faults({ offline: true });
  const said = ['primeira', 'segunda', 'terceira'];
  for (const body of said) expect((await send(body)).ack).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect((await phone(number)).filter(({ fromBusiness }) => fromBusiness)).toEqual([]);
  await faults({ offline: false });
  await expect
    .poll(async () => (await phone(number)).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body), patient)
    .toEqual(said);
});

test('a message the network refuses is marked with its reason and can be sent again', async () => {
  const { admin, phone, number, send, faults } = await openConversation(world);
  await faults({ failNext: 1 });
  const sent = await send('Não vai sair');
  await expect.poll(() => messageOf(admin, sent), patient).toMatchObject({ ack: -1, failure: 'ERR_SENDING_WAPP_MSG' });
  const next = await send('Esta vai');
  await expect.poll(async () => (await messageOf(admin, next))?.ack, patient).toBe(2);
  expect((await phone(number)).map(({ body }) => body)).toEqual(['Oi', 'Esta vai']);

  expect(await admin.call(messagesApi.resend, { params: { messageId: sent.id } })).toMatchObject({ id: sent.id, ack: 0, failure: null });
  await expect.poll(() => messageOf(admin, sent), patient).toMatchObject({ ack: 2, failure: null });
  expect((await phone(number)).map(({ body }) => body)).toEqual(['Oi', 'Esta vai', 'Não vai sair']);
  expect(await admin.send(messagesApi.resend, { params: { messageId: sent.id } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CONFLICT' },
  });
});

test('a message refused for now is tried again by itself, and what follows it waits its turn', async () => {
  const { phone, number, send, faults } = await openConversation(world);
  await faults({ failNextTransient: 2 });
  await send('um');
  await send('dois');
  await expect.poll(async () => (await phone(number)).map(({ body }) => body), patient).toEqual(['Oi', 'um', 'dois']);
});

test('a number that is not on WhatsApp is said so', async () => {
  const { admin, number, send, faults } = await openConversation(world);
  await faults({ invalidNumbers: [number] });
  const sent = await send('Olá?');
  await expect.poll(() => messageOf(admin, sent), patient).toMatchObject({ ack: -1, failure: 'ERR_WAPP_INVALID_CONTACT' });
  expect(await faults({ delayMs: 0 })).toMatchObject({ invalidNumbers: [number], delayMs: 0 });
});

test('a receipt for what was never sent is refused', async () => {
  const { write, receipt } = await openSimulated(world);
  const { id } = await write({ number: newNumber(), body: 'do cliente' });
  expect(await receipt('INVENTADO', 3)).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  expect((await receipt(id, 3)).status).toBe(404);
});

test('a receipt that overtakes its message is not lost', async () => {
  const { admin, whatsappId, write, number, ticket } = await openConversation(world);
  await inScope(world.server.platform, { companyId: admin.user.companyId }, (scope) =>
    queueFrame(scope, whatsappId, { kind: 'receipt', id: 'ATRASADA', ack: 3 }),
  );
  await write({ number, body: 'um sinal' });
  await expect.poll(() => bodies(admin, ticket.id), patient).toContain('um sinal');
  await write({ number, body: 'Do celular', fromMe: true, id: 'ATRASADA' });
  await expect.poll(async () => (await thread(admin, ticket.id)).find(({ channelId }) => channelId === 'ATRASADA')?.ack, patient).toBe(3);
});

test('in whatever order receipts come, the ticks only move forward and end at the highest', async () => {
  const { admin, whatsappId, send } = await openConversation(world);
  const { heard } = await admin.listen();
  const orders = fc.sample(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 }), 6);
  for (const order of orders) {
    const message = await send(`ordem ${order.join('')}`);
    for (const ack of order) {
      await inScope(world.server.platform, { companyId: admin.user.companyId }, (scope) =>
        queueFrame(scope, whatsappId, { kind: 'receipt', id: message.channelId, ack }),
      );
    }
    await expect.poll(async () => (await messageOf(admin, message))?.ack, patient).toBe(Math.max(2, ...order));
    const steps = heard.flatMap(({ data }) => {
      const { action, message: shown } = data as { action?: string; message?: Message };
      return action === 'update' && shown?.id === message.id ? [shown.ack] : [];
    });
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  }
});
