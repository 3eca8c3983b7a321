import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { customerOf, historyOf, openShop } from '../../../../test/bot-shop.ts';
import { patient } from '../../../../test/patient.ts';
import { statementsSent } from '../../../../test/statements.ts';
import { openWorld } from '../../../../test/world.ts';
import type { MessageFrame } from '../../../channels/port.ts';
import { inScope } from '../../../platform/database/scope.ts';
import { inContext } from '../../../platform/work-context.ts';
import { receiveFrames } from '../../inbox/inbox.actions.ts';

const world = await openWorld();

test('two companies’ bots set against each other stop by themselves, and the tickets’ histories say so', async () => {
  const [one, other] = [await openShop(world), await openShop(world)];
  // Each is a customer of the other: what one says is written to the other’s number.
  const left = customerOf(one.admin, one.whatsappId);
  const right = customerOf(other.admin, other.whatsappId);
  let letters = ['Oi'];
  let exchanged = 0;
  for (; letters.length > 0 && exchanged < 60; exchanged += 1) {
    const writer = exchanged % 2 === 0 ? left : right;
    letters = await writer.hears(letters.join('\n'));
  }
  expect(letters).toEqual([]);
  expect(exchanged).toBeLessThan(25);
  const [ours, theirs] = [await left.ticket(), await right.ticket()];
  const stopped = [...(await historyOf(one.admin, ours.id)), ...(await historyOf(other.admin, theirs.id))].filter(
    ([what]) => what === 'bot-stopped',
  );
  expect(stopped).toEqual([['bot-stopped', null, null, 'the same automatic text three times in a row']]);
  for (const ticket of [ours, theirs]) expect(ticket.status).toBe('pending');
  const { messages } = await one.admin.call(messagesApi.list, { params: { ticketId: ours.id }, query: {} });
  expect(messages.filter(({ fromMe }) => fromMe).length).toBeLessThanOrEqual(10);
});

let sent = 0;
const frameOf = (chat: string, body: string): MessageFrame => ({
  kind: 'message',
  id: `COUNT${++sent}`,
  chat,
  name: 'Ana',
  isGroup: false,
  fromMe: false,
  participant: '',
  participantName: '',
  body,
  sentAt: new Date().toISOString(),
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
});

test('a menu answer costs no statement more than a plain message, in a batch of twenty as well', async () => {
  const { admin, whatsappId } = await openShop(world);
  const bare = await world.company();
  const plainLine = await world.connection(bare);
  const cost = async (companyId: number, connectionId: number, frames: MessageFrame[]) => {
    const { url, platform } = world.server;
    const before = await statementsSent(url, 'counted');
    const waiting = frames.map((frame) => ({ connectionId, frame }));
    await inContext({ work: 'counted' }, () => inScope(platform, { companyId }, (scope) => receiveFrames(scope, waiting)));
    return (await statementsSent(url, 'counted')) - before;
  };
  for (const customers of [['5511977770001'], Array.from({ length: 20 }, (_, place) => `55119777701${String(place).padStart(2, '0')}`)]) {
    const all = (body: string) => customers.map((number) => frameOf(number, body));
    await cost(bare.user.companyId, plainLine, all('Oi'));
    const plain = await cost(bare.user.companyId, plainLine, all('1'));
    await cost(admin.user.companyId, whatsappId, all('Oi'));
    const chosen = await cost(admin.user.companyId, whatsappId, all('2'));
    const wrong = await cost(admin.user.companyId, whatsappId, all('xyz'));
    const leaf = await cost(admin.user.companyId, whatsappId, all('2'));
    const waiting = await cost(admin.user.companyId, whatsappId, all('Obrigada'));
    // The plain one has looked too, and found nothing to say.
    expect({ chosen, wrong, leaf, waiting }).toEqual({ chosen: plain, wrong: plain, leaf: plain, waiting: plain });
  }
});

test('a customer whose number becomes known goes on in the same menu', async () => {
  const { admin, whatsappId, support } = await openShop(world);
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { privacyId: true } });
  const ana = customerOf(admin, whatsappId);
  expect(await ana.says('Oi')).toContain('[ 2 ]');
  await admin.call(simulatorApi.identity, { params: { whatsappId }, body: { number: ana.number } });
  await expect.poll(async () => (await ana.ticket()).contact.number, patient).toBe(ana.number);
  expect(await ana.says('2')).toContain('Suporte, em que ajudamos?');
  expect(await ana.ticket()).toMatchObject({ queueId: support, chatbot: true });
});

test('what came together is stored in its order, the answers after it; who wrote on the phone meanwhile was first', async () => {
  const { admin, whatsappId } = await openShop(world);
  const take = (frames: MessageFrame[]) => {
    const waiting = frames.map((frame) => ({ connectionId: whatsappId, frame }));
    return inScope(world.server.platform, { companyId: admin.user.companyId }, (scope) => receiveFrames(scope, waiting));
  };
  const said = async (chat: string) => {
    const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: chat } });
    const { messages } = await admin.call(messagesApi.list, { params: { ticketId: tickets[0]?.id ?? 0 }, query: {} });
    return messages.map(({ origin }) => origin);
  };
  const [asking, answered] = ['5511977770301', '5511977770302'];
  await take([
    frameOf(asking, 'Oi'),
    frameOf(answered, 'Oi'),
    frameOf(asking, 'Tudo bem?'),
    { ...frameOf(answered, 'Aqui é a Bia'), fromMe: true },
  ]);
  expect(await said(asking)).toEqual(['customer', 'customer', 'bot']);
  expect(await said(answered)).toEqual(['customer', 'phone']);
});
