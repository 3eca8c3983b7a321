import { chatLive, chatOfUserLive, chatsApi, chatsLive } from '@prosa/contracts/chats';
import { CaughtUp } from '@prosa/contracts/live';
import { expect, test } from 'vitest';
import { openBrowser } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { rooms } from '../../platform/live/rooms.ts';

const world = await openWorld({ ROLES: 'web' });
const other = await openWorld({ ROLES: 'web' }, world.database);

async function team() {
  const ana = await world.company();
  const [bia, caio] = await Promise.all([world.colleague(ana), world.colleague(ana)]);
  const chat = await ana.call(chatsApi.create, { body: { title: 'Equipe', users: [{ id: bia.user.id }, { id: caio.user.id }] } });
  const elsewhere = openBrowser(other.server.url);
  await elsewhere.logIn(bia.user.email);
  // The same session at the first node.
  const here = world.client();
  here.token = elsewhere.token;
  return { ana, bia, caio, chat, elsewhere, here };
}
const ofChats = <E extends { name: string }>(events: readonly E[]) => events.filter(({ name }) => /-chat(-|$)/.test(name));

test('whoever was away while they were removed is told that the chat is gone, and nothing of what was said before or after', async () => {
  const { ana, caio, chat, elsewhere, here } = await team();
  const { id } = chat;
  const say = (message: string) => ana.call(chatsApi.send, { params: { id }, body: { message } });
  const atBia = await elsewhere.listen();
  await say('ouvida');
  await expect.poll(() => atBia.of(chatsLive), patient).toHaveLength(1);
  const since = Number(atBia.of(chatsLive)[0]?.seq);
  atBia.socket.disconnect();
  await say('antes de sair');
  await ana.call(chatsApi.update, { params: { id }, body: { title: 'Sem ela', users: [{ id: caio.user.id }] } });
  await say('depois de sair');

  for (const node of [elsewhere, here]) {
    const { socket } = await node.listen();
    const missed = CaughtUp.parse(await socket.timeout(patient.timeout).emitWithAck('catchUp', { since }));
    if (!('events' in missed)) throw new Error('told to reload');
    expect(ofChats(missed.events).map(({ data }) => data)).toMatchObject([{ action: 'delete', id }]);
    expect(JSON.stringify(missed)).not.toMatch(/antes de sair|depois de sair|Sem ela/);
    socket.disconnect();
  }
  // Who stays hears all of it.
  const { socket } = await caio.listen();
  const missed = CaughtUp.parse(await socket.timeout(patient.timeout).emitWithAck('catchUp', { since }));
  expect(JSON.stringify(missed)).toMatch(/antes de sair.*Sem ela.*depois de sair/s);
});

test('a node that is behind does not tell who was removed what it has not told yet; who comes back hears what is new', async () => {
  const { ana, bia, caio, chat, elsewhere } = await team();
  const heard = await Promise.all([elsewhere.listen(), caio.listen()]);
  const said = (title: string) => ({ action: 'update' as const, chat: { ...chat, title } });
  // What a node reads in one go, told as the server tells it.
  await inScope(world.server.platform, { companyId: ana.user.companyId }, async (scope) => {
    const audience = { rooms: [bia, caio].map(({ user }) => rooms.user(user.id)) };
    const mine = chatOfUserLive.at({ userId: bia.user.id });
    scope.emit(chatLive.at({ id: chat.id }), said('antes'), audience);
    scope.emit(chatsLive, said('antes'), audience);
    scope.emit(mine, { action: 'delete', id: chat.id }, { rooms: [rooms.user(bia.user.id)] });
    scope.emit(mine, { action: 'create', record: chat }, { rooms: [rooms.user(bia.user.id)] });
    scope.emit(chatsLive, said('de volta'), audience);
  });
  const told = heard.map(
    ({ heard: events }) =>
      () =>
        ofChats(events).map(({ data }) => [data.action, Object(data.chat).title]),
  );
  await expect.poll(told[0]!, patient).toEqual([
    ['delete', undefined],
    ['create', undefined],
    ['update', 'de volta'],
  ]);
  await expect.poll(told[1]!, patient).toEqual([
    ['update', 'antes'],
    ['update', 'antes'],
    ['update', 'de volta'],
  ]);
});
