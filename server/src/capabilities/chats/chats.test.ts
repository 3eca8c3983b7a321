import { type ChatMessage, chatLive, chatOfUserLive, chatsApi, chatsLive } from '@prosa/contracts/chats';
import { filesApi } from '@prosa/contracts/files';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { type Client, openBrowser } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

async function team() {
  const ana = await world.company();
  const [bia, caio] = await Promise.all([world.colleague(ana), world.colleague(ana)]);
  return { ana, bia, caio };
}
const create = (owner: Client, users: Client[], title = 'Equipe') =>
  owner.call(chatsApi.create, { body: { title, users: users.map(({ user }) => ({ id: user.id })) } });
async function say(who: Client, id: number, message: string): Promise<ChatMessage> {
  const sent = await who.call(chatsApi.send, { params: { id }, body: { message } });
  if (!('id' in sent)) throw new Error('one text is one message');
  return sent;
}
const textsOf = async (who: Client, id: number) =>
  (await who.call(chatsApi.messages, { params: { id }, query: {} })).records.map(({ message }) => message);
const unreadsOf = async (who: Client) => {
  const { records } = await who.call(chatsApi.list, { query: {} });
  return records[0]?.users.find(({ userId }) => userId === who.user.id)?.unreads;
};
const noChat = { status: 404, body: { error: 'ERR_NO_CHAT_FOUND' } };
const forbidden = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };

test('"POST /chats with users and title": the owner first and everybody once; each member hears of it, nobody else', async () => {
  const { ana, bia, caio } = await team();
  const [atBia, atCaio] = await Promise.all([bia.listen(), caio.listen()]);
  const made = await ana.raw('POST', '/chats', {
    body: { title: '  Equipe ', users: [{ id: bia.user.id }, { id: ana.user.id }, { id: bia.user.id }] },
  });
  expect(made).toMatchObject({
    status: 200,
    body: { id: expect.any(Number), uuid: expect.any(String), title: 'Equipe', ownerId: ana.user.id, lastMessage: '' },
  });
  const chat = await bia.call(chatsApi.show, { params: { uuid: String((made.body as { uuid: string }).uuid) } });
  expect(chat.users).toEqual([ana, bia].map(({ user }) => ({ userId: user.id, unreads: 0, user: { id: user.id, name: user.name } })));
  await expect
    .poll(() => atBia.of(chatOfUserLive.at({ userId: bia.user.id })), patient)
    .toMatchObject([{ action: 'create', record: chat }]);
  expect((await caio.call(chatsApi.list, { query: {} })).records).toEqual([]);
  expect(atCaio.heard.filter(({ name }) => name.includes('chat'))).toEqual([]);
});

test('"a title is required … and at least one user"; people of the company alone; text that is only white space is not sent', async () => {
  const { ana, bia } = await team();
  const stranger = await world.company();
  const users = [{ id: bia.user.id }];
  const wrong = (path: string) => ({ status: 400, body: { error: 'ERR_VALIDATION', details: [{ path, message: 'required' }] } });
  expect(await ana.raw('POST', '/chats', { body: { title: ' ', users } })).toMatchObject(wrong('title'));
  expect(await ana.raw('POST', '/chats', { body: { users } })).toMatchObject(wrong('title'));
  expect(await ana.raw('POST', '/chats', { body: { title: 'Equipe', users: [] } })).toMatchObject(wrong('users'));
  expect(await ana.raw('POST', '/chats', { body: { title: 'Equipe' } })).toMatchObject(wrong('users'));
  expect(await ana.raw('POST', '/chats', { body: { title: 'Equipe', users: [{ id: stranger.user.id }] } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_USER_FOUND' },
  });
  const chat = await create(ana, [bia]);
  expect(await ana.raw('POST', `/chats/${chat.id}/messages`, { body: { message: ' \n ' } })).toMatchObject(wrong('message'));
});

test('what is said reaches the members under both names, stands last in their lists, and is unread to all but who said it', async () => {
  const { ana, bia, caio } = await team();
  const chat = await create(ana, [bia]);
  await create(ana, [bia], 'Outra');
  const [atAna, atBia, atCaio] = await Promise.all([ana.listen(), bia.listen(), caio.listen()]);
  const first = await say(ana, chat.id, 'Bom dia');
  expect(first).toMatchObject({ chatId: chat.id, senderId: ana.user.id, sender: { name: ana.user.name }, message: 'Bom dia' });
  await say(ana, chat.id, 'Tudo bem?');
  expect(await textsOf(bia, chat.id)).toEqual(['Bom dia', 'Tudo bem?']);
  const { records } = await bia.call(chatsApi.list, { query: {} });
  expect(records.map(({ title }) => title)).toEqual(['Equipe', 'Outra']);
  expect(records[0]?.lastMessage).toBe(`${ana.user.name}: Tudo bem?`);
  expect([await unreadsOf(ana), await unreadsOf(bia)]).toEqual([0, 2]);
  expect((await bia.call(chatsApi.list, { query: { unread: 'true' } })).count).toBe(1);
  for (const heard of [atAna, atBia])
    for (const channel of [chatLive.at({ id: chat.id }), chatsLive])
      await expect
        .poll(() => heard.of(channel), patient)
        .toMatchObject([
          { action: 'new-message', newMessage: first },
          { action: 'new-message', newMessage: { message: 'Tudo bem?' }, chat: { id: chat.id } },
        ]);

  const read = await bia.call(chatsApi.read, { params: { id: chat.id }, body: { userId: bia.user.id } });
  expect(read.users.map(({ unreads }) => unreads)).toEqual([0, 0]);
  expect(await unreadsOf(bia)).toBe(0);
  await expect.poll(() => atAna.of(chatsLive)[2], patient).toMatchObject({ action: 'update', chat: read });
  expect(await bia.send(chatsApi.read, { params: { id: chat.id }, body: { userId: ana.user.id } })).toMatchObject(forbidden);
  expect(atCaio.heard.filter(({ name }) => name.includes('chat'))).toEqual([]);
});

test('to who is no member a chat does not exist; a member who does not own it neither changes nor deletes it', async () => {
  const { ana, bia, caio } = await team();
  const chat = await create(bia, [ana]);
  const { id } = chat;
  await say(bia, id, 'Entre nós');
  for (const who of [caio, await world.company()]) {
    expect(await who.send(chatsApi.show, { params: { uuid: chat.uuid } })).toMatchObject(noChat);
    expect(await who.send(chatsApi.messages, { params: { id }, query: {} })).toMatchObject(noChat);
    expect(await who.send(chatsApi.search, { params: { id }, query: { searchParam: 'nós' } })).toMatchObject(noChat);
    expect(await who.send(chatsApi.send, { params: { id }, body: { message: 'Oi' } })).toMatchObject(noChat);
    expect(await who.send(chatsApi.read, { params: { id }, body: {} })).toMatchObject(noChat);
    expect(await who.send(chatsApi.read, { params: { id }, body: { userId: bia.user.id } })).toMatchObject(noChat);
    expect(await who.send(chatsApi.update, { params: { id }, body: { title: 'Minha' } })).toMatchObject(noChat);
    expect(await who.send(chatsApi.remove, { params: { id } })).toMatchObject(noChat);
  }
  expect(await ana.send(chatsApi.update, { params: { id }, body: { title: 'Minha' } })).toMatchObject(forbidden);
  expect(await ana.send(chatsApi.remove, { params: { id } })).toMatchObject(forbidden);
  expect(await textsOf(bia, id)).toEqual(['Entre nós']);
});

test('changing the members tells who came, who stays and who went; who stays keeps what they have not read', async () => {
  const { ana, bia, caio } = await team();
  const { id } = await create(ana, [bia]);
  await say(ana, id, 'Antes');
  const heard = await Promise.all([ana.listen(), bia.listen(), caio.listen()]);
  const people = [ana, bia, caio];
  const actions = () =>
    people.map(({ user }, place) => heard[place]?.of(chatOfUserLive.at({ userId: user.id })).map(({ action }) => action));
  await ana.call(chatsApi.update, { params: { id }, body: { title: 'Novo nome', users: [{ id: bia.user.id }, { id: caio.user.id }] } });
  await expect.poll(actions, patient).toEqual([['update'], ['update'], ['create']]);
  expect(await unreadsOf(bia)).toBe(1);
  await ana.call(chatsApi.update, { params: { id }, body: { users: [{ id: caio.user.id }] } });
  await expect.poll(actions, patient).toEqual([
    ['update', 'update'],
    ['update', 'delete'],
    ['create', 'update'],
  ]);
  await ana.call(chatsApi.remove, { params: { id } });
  await expect.poll(actions, patient).toEqual([
    ['update', 'update', 'delete'],
    ['update', 'delete'],
    ['create', 'update', 'delete'],
  ]);
  expect(await ana.send(chatsApi.messages, { params: { id }, query: {} })).toMatchObject(noChat);
});

test('who is removed while others write hears, on another node too, nothing that was said after', async () => {
  const other = await openWorld({ ROLES: 'web' }, world.database);
  const { ana, bia, caio } = await team();
  const { id } = await create(ana, [bia, caio]);
  const elsewhere = openBrowser(other.server.url);
  await elsewhere.logIn(bia.user.email);
  const atBia = await elsewhere.listen();
  const writing = Promise.all(Array.from({ length: 15 }, (_, n) => say(n % 2 === 0 ? ana : caio, id, `linha ${n}`)));
  await ana.call(chatsApi.update, { params: { id }, body: { users: [{ id: caio.user.id }] } });
  await writing;
  const last = await say(caio, id, 'só nós dois');
  const mine = await create(ana, [bia], 'Depois');
  await expect
    .poll(() => atBia.of(chatOfUserLive.at({ userId: bia.user.id })).map((each) => each.action), patient)
    .toEqual(['delete', 'create']);
  const names = atBia.heard.map(({ name, data }) => (name.includes('chat-user') ? String(data.action) : name));
  const ofChat = names.map((name, place) => ({ name, place })).filter(({ name }) => name.endsWith(`-chat-${id}`) || name.endsWith('-chat'));
  for (const { place } of ofChat) expect(place).toBeLessThan(names.indexOf('delete'));
  expect(JSON.stringify(atBia.heard)).not.toContain(last.message);
  expect((await elsewhere.call(chatsApi.list, { query: {} })).records.map((chat) => chat.id)).toEqual([mine.id]);
  atBia.socket.disconnect();
  await other.close();
});

test('files: one message each, the text with the first; they open to members alone, and what is made of them is told', async () => {
  const { ana, bia, caio } = await team();
  const { id } = await create(ana, [bia]);
  const atBia = await bia.listen();
  const form = new FormData();
  form.append('message', 'As fotos');
  form.append('mentions', JSON.stringify([bia.user.id, caio.user.id]));
  form.append('medias', new Blob([new Uint8Array(await pngOf(600, 400))], { type: 'image/png' }), 'um.png');
  form.append('medias', new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' }), 'dois.pdf');
  const sent = await ana.raw('POST', `/chats/${id}/messages`, { form });
  expect(sent.status).toBe(200);
  const { records } = await bia.call(chatsApi.messages, { params: { id }, query: {} });
  expect(records.map(({ message, mediaType, mentions }) => [message, mediaType, mentions])).toEqual([
    ['As fotos', 'image', [bia.user.id]],
    ['', 'application', []],
  ]);
  expect((await bia.call(chatsApi.list, { query: {} })).records[0]).toMatchObject({ lastMessage: `${ana.user.name}: dois.pdf` });
  await expect
    .poll(() => atBia.of(chatsLive).filter(({ action, newMessage }) => action === 'update' && newMessage !== undefined), patient)
    .toEqual(expect.arrayContaining([expect.objectContaining({ newMessage: expect.objectContaining({ id: records[0]?.id }) })]));
  const [company, shelf, name] = new URL(records[0]?.mediaUrl ?? '', 'http://here').pathname.split('/').slice(2);
  const open = async (who: Client) =>
    (await who.send(filesApi.read, { params: { company: company ?? '', shelf: shelf ?? '', name: name ?? '' } })).status;
  expect(await open(bia)).toBe(200);
  expect(await open(caio)).not.toBe(200);
});

test('whoever leaves the company leaves their chats; what they own goes on with the next member, what they said stays', async () => {
  const { ana, bia, caio } = await team();
  const shared = await create(bia, [caio, ana], 'Nossa');
  await create(bia, [bia], 'Só minha');
  await say(bia, shared.id, 'Fica');
  await ana.call(usersApi.remove, { params: { id: bia.user.id } });
  const after = await caio.call(chatsApi.show, { params: { uuid: shared.uuid } });
  expect([ana.user.id, caio.user.id]).toContain(after.ownerId);
  expect(after.users.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual([ana.user.id, caio.user.id].toSorted((a, b) => a - b));
  const { records } = await caio.call(chatsApi.messages, { params: { id: shared.id }, query: {} });
  expect(records).toMatchObject([{ message: 'Fica', senderId: null, sender: null }]);
});

test('a message sent twice under one key is said once', async () => {
  const { ana, bia } = await team();
  const { id } = await create(ana, [bia]);
  const twice = () => ana.call(chatsApi.send, { params: { id }, body: { message: 'Uma vez' } }, { 'idempotency-key': 'chat-once' });
  expect(await Promise.all([twice(), twice()])).toHaveLength(2);
  expect(await textsOf(bia, id)).toEqual(['Uma vez']);
  expect(await unreadsOf(bia)).toBe(1);
});
