import { setTimeout as sleep } from 'node:timers/promises';
import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { newNumber, office, served, ticketOf } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import type { Frame } from '../../channels/port.ts';
import { inScope } from '../../platform/database/scope.ts';
import { receiveFrames } from '../inbox/inbox.actions.ts';

const world = await openWorld();

test('"media (image, audio, video, application, location, contact card, call log)": what text can not hold is in data', async () => {
  const { admin, whatsappId, number, write, thread } = await served(world);
  await write({ number, location: { latitude: -23.55, longitude: -46.63, name: 'Padaria do Zé' } });
  await write({ number, location: { latitude: -23.5, longitude: -46.6 } });
  await write({ number, contact: { name: 'Bruno <b>', number: '5511988887777' } });
  await admin.call(settingsApi.update, { params: { key: 'call' }, body: { value: 'enabled' } });
  await admin.call(simulatorApi.call, { params: { whatsappId }, body: { number, video: true } });
  await admin.call(simulatorApi.call, { params: { whatsappId }, body: { number } });
  await expect.poll(async () => (await thread()).count, patient).toBe(6);
  const { messages, ticket } = await thread();
  expect(messages.slice(1).map(({ mediaType, body, data, mediaUrl }) => ({ mediaType, body, data, mediaUrl }))).toEqual([
    {
      mediaType: 'locationMessage',
      body: 'Padaria do Zé',
      data: { latitude: -23.55, longitude: -46.63, name: 'Padaria do Zé' },
      mediaUrl: null,
    },
    {
      mediaType: 'locationMessage',
      body: 'https://maps.google.com/?q=-23.5,-46.6',
      data: { latitude: -23.5, longitude: -46.6 },
      mediaUrl: null,
    },
    { mediaType: 'vcard', body: 'Bruno <b>', data: { contacts: [{ name: 'Bruno <b>', number: '5511988887777' }] }, mediaUrl: null },
    { mediaType: 'call_log', body: 'Chamada de vídeo perdida', data: { video: true }, mediaUrl: null },
    { mediaType: 'call_log', body: 'Chamada de voz perdida', data: { video: false }, mediaUrl: null },
  ]);
  expect(ticket.lastMessage).toBe('Chamada de voz perdida');
});

test('in a group each message tells who spoke, and the whole group is one conversation', async () => {
  const { admin, write, phone } = await office(world);
  const group = { id: '120363000000000001@g.us', name: 'Família' };
  const [ana, bia] = [newNumber(), newNumber()];
  await admin.call(settingsApi.update, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } });
  await write({ number: ana, name: 'Ana', body: 'Oi gente', group });
  await write({ number: bia, name: 'Bia', body: 'Oi Ana', group });
  const ticket = await ticketOf(admin);
  expect(ticket).toMatchObject({ isGroup: true, contact: { name: 'Família' } });
  const read = () => admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} });
  await expect.poll(async () => (await read()).count, patient).toBe(2);
  expect((await read()).messages.map(({ participant, body }) => [participant, body])).toEqual([
    [{ name: 'Ana', number: ana }, 'Oi gente'],
    [{ name: 'Bia', number: bia }, 'Oi Ana'],
  ]);
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  await sayIn(admin, ticket.id, 'Olá a todos');
  for (const each of [ana, bia])
    await expect.poll(async () => (await phone(each)).map(({ body }) => body), patient).toEqual(['Oi gente', 'Oi Ana', 'Olá a todos']);
});

test('reactions are one per person and message, change, and can be taken back', async () => {
  const { agent, number, write, phone, thread, ticket } = await served(world);
  const { channelId } = await sayIn(agent, ticket.id, 'Gostou?');
  await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
  const atAgent = await agent.listen();
  const reactions = async () => (await thread()).messages.at(-1)?.reactions;
  await write({ number, name: 'Ana', reaction: { id: channelId, emoji: '👍' } });
  await expect.poll(reactions, patient).toEqual([{ emoji: '👍', fromMe: false, name: 'Ana' }]);
  await write({ number, name: 'Ana', reaction: { id: channelId, emoji: '❤️' } });
  await write({ number, fromMe: true, reaction: { id: channelId, emoji: '🙏' } });
  await expect.poll(reactions, patient).toEqual([
    { emoji: '❤️', fromMe: false, name: 'Ana' },
    { emoji: '🙏', fromMe: true, name: '' },
  ]);
  expect((await phone(number)).at(-1)?.reactions).toHaveLength(2);
  await write({ number, reaction: { id: channelId, emoji: '' } });
  await expect.poll(reactions, patient).toEqual([{ emoji: '🙏', fromMe: true, name: '' }]);
  await expect
    .poll(() => atAgent.of(messageLive).at(-1), patient)
    .toMatchObject({ action: 'update', message: { reactions: [{ emoji: '🙏' }] } });
});

test('a customer’s edit replaces the text, is marked, and the list follows when it was the last word', async () => {
  const { agent, number, write, phone, thread, ticket } = await served(world);
  const { id } = await write({ number, body: 'Quero 2 paes' });
  await expect.poll(async () => (await thread()).count, patient).toBe(2);
  const before = await agent.call(ticketsApi.show, { params: { id: ticket.id } });
  const atAgent = await agent.listen();
  await write({ number, edit: { id, body: 'Quero 3 pães' } });
  await expect
    .poll(async () => (await thread()).messages.at(-1), patient)
    .toMatchObject({ body: 'Quero 3 pães', isEdited: true, isDeleted: false });
  expect(await agent.call(ticketsApi.show, { params: { id: ticket.id } })).toEqual({
    ...before,
    lastMessage: 'Quero 3 pães',
    unreadMessages: 0,
  });
  await expect.poll(() => atAgent.of(ticketLive), patient).toMatchObject([{ action: 'update', ticket: { lastMessage: 'Quero 3 pães' } }]);
  expect((await phone(number)).at(-1)).toMatchObject({ body: 'Quero 3 pães', isEdited: true });
  const [first] = await phone(number);
  await write({ number, edit: { id: first!.id, body: 'Olá' } });
  await expect.poll(async () => (await thread()).messages[0]?.body, patient).toBe('Olá');
  expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).lastMessage).toBe('Quero 3 pães');
});

test('"Deleted messages are marked": a customer’s deletion leaves the bubble and nothing of what it said', async () => {
  const { agent, number, write, phone, thread, ticket } = await served(world);
  const { id } = await write({ number, body: 'meu segredo' });
  await expect.poll(async () => (await thread()).count, patient).toBe(2);
  await write({ number, delete: { id } });
  await expect
    .poll(async () => (await thread()).messages.at(-1), patient)
    .toMatchObject({ isDeleted: true, body: '', data: null, mediaUrl: null });
  expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).lastMessage).toBe('Oi');
  expect((await phone(number)).at(-1)).toMatchObject({ isDeleted: true });
  const found = await agent.call(messagesApi.search, { query: { searchParam: 'segredo' } });
  expect(found).toEqual({ messages: [], count: 0, hasMore: false });
});

test('nobody edits or deletes what another said, nor what their phone does not show', async () => {
  const { admin, agent, number, whatsappId, write, phone, ticket } = await served(world);
  const { channelId } = await sayIn(agent, ticket.id, 'da empresa');
  await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
  const refused = { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } };
  const attempts = [
    { number, edit: { id: channelId, body: 'x' } },
    { number, delete: { id: channelId } },
    { number: newNumber(), reaction: { id: channelId, emoji: '👍' } },
    { number, delete: { id: 'NUNCA' } },
  ];
  for (const body of attempts) expect(await admin.send(simulatorApi.write, { params: { whatsappId }, body })).toMatchObject(refused);
  await write({ number, fromMe: true, edit: { id: channelId, body: 'da empresa, corrigido' } });
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ body: 'da empresa, corrigido', isEdited: true });
});

const message = (chat: string, id: string, sentAt: string): Frame => ({
  kind: 'message',
  id,
  chat,
  name: 'Ana',
  isGroup: false,
  fromMe: false,
  participant: '',
  participantName: '',
  body: `texto ${id}`,
  sentAt,
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
});

/** Every order and repetition of the same frames must end in the same picture. */
const said = (chat: string) => {
  const about = { chat, fromMe: false, participant: '' };
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
  const reaction = (id: string, second: number, emoji: string): Frame => ({
    ...about,
    kind: 'reaction',
    id,
    sentAt: at(second),
    name: 'Ana',
    emoji,
    reactorIsBusiness: false,
  });
  return [
    message(chat, 'A', at(1)),
    { ...about, kind: 'edit', id: 'A', sentAt: at(2), body: 'primeira correção' },
    { ...about, kind: 'edit', id: 'A', sentAt: at(3), body: 'segunda correção' },
    reaction('A', 4, '👍'),
    reaction('A', 5, '❤️'),
    message(chat, 'B', at(6)),
    { ...about, kind: 'delete', id: 'B', sentAt: at(7) },
    message(chat, 'C', at(8)),
    reaction('C', 9, '😀'),
    reaction('C', 10, ''),
  ] satisfies Frame[];
};

test('duplicates and reordering of messages, edits, reactions and deletions change nothing', async () => {
  const { admin, whatsappId } = await office(world);
  const orders = [
    (frames: Frame[]) => frames,
    (frames: Frame[]) => frames.toReversed(),
    (frames: Frame[]) => [...frames, ...frames],
    (frames: Frame[]) => [...frames.filter((_, n) => n % 2 === 1), ...frames.filter((_, n) => n % 2 === 0), ...frames.toReversed()],
  ];
  const pictures = [];
  for (const order of orders)
    for (const size of [1, 3, 100]) {
      const chat = newNumber();
      const frames = order(said(chat));
      for (let from = 0; from < frames.length; from += size)
        await inScope(world.server.platform, { companyId: admin.user.companyId }, (scope) =>
          receiveFrames(
            scope,
            frames.slice(from, from + size).map((frame) => ({ connectionId: whatsappId, frame })),
          ),
        );
      const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: chat, showAll: 'true' } });
      const { messages, ticket } = await admin.call(messagesApi.list, { params: { ticketId: tickets[0]!.id }, query: {} });
      pictures.push({
        last: ticket.lastMessage,
        shown: messages.map(({ channelId, body, isEdited, isDeleted, reactions }) => ({ channelId, body, isEdited, isDeleted, reactions })),
      });
    }
  expect(pictures).toEqual(
    pictures.map(() => ({
      last: 'texto C',
      shown: [
        {
          channelId: 'A',
          body: 'segunda correção',
          isEdited: true,
          isDeleted: false,
          reactions: [{ emoji: '❤️', fromMe: false, name: 'Ana' }],
        },
        { channelId: 'B', body: '', isEdited: false, isDeleted: true, reactions: [] },
        { channelId: 'C', body: 'texto C', isEdited: false, isDeleted: false, reactions: [] },
      ],
    })),
  );
});

test('what the network says while its batch is already begun keeps the order in which it was said', async () => {
  const { admin, whatsappId } = await office(world);
  const chat = newNumber();
  await inScope(world.server.platform, { companyId: admin.user.companyId }, async (scope) => {
    await sleep(50);
    const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
    const frames = [message(chat, 'depois', ago(10)), message(chat, 'antes', ago(20))];
    await receiveFrames(
      scope,
      frames.map((frame) => ({ connectionId: whatsappId, frame })),
    );
  });
  const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: chat, showAll: 'true' } });
  const { messages } = await admin.call(messagesApi.list, { params: { ticketId: tickets[0]!.id }, query: {} });
  expect(messages.map(({ body }) => body)).toEqual(['texto antes', 'texto depois']);
});
