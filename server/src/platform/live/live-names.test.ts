import { announcementLive } from '@prosa/contracts/announcements';
import { chatLive, chatOfUserLive } from '@prosa/contracts/chats';
import { contactListItemsLive } from '@prosa/contracts/contact-lists';
import { CaughtUp } from '@prosa/contracts/live';
import { queuesApi } from '@prosa/contracts/queues';
import { expect, test } from 'vitest';
import type { Client, ReceivedEvent } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../database/scope.ts';
import { tellEveryCompany } from './every-company.ts';
import { tell } from './tell.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const namesOf = (heard: ReceivedEvent[]) =>
  heard.map(({ name }) => name).filter((name) => /-(chat|ContactListItem)-|announcement/.test(name));

async function office() {
  const admin = await world.company();
  const [ana, bia] = [await world.colleague(admin), await world.colleague(admin)];
  const [ofAdmin, ofAna, ofBia] = await Promise.all([admin.listen(), ana.listen(), bia.listen()]);
  return { admin, ana, bia, ofAdmin, ofAna, ofBia, company: `company-${admin.user.companyId}` };
}

const chatOf = ({ user }: Client, members: Client[]) => ({
  id: 7,
  uuid: '00000000-0000-4000-8000-000000000007',
  title: 'Equipe',
  ownerId: user.id,
  lastMessage: 'oi',
  updatedAt: new Date(),
  users: members.map((each) => ({ userId: each.user.id, unreads: 0, user: { id: each.user.id, name: each.user.name } })),
});

test('what is told of one chat is heard by its members under its own name, and by nobody else', async () => {
  const { admin, ana, bia, ofAdmin, ofAna, ofBia, company } = await office();
  await inScope(platform, { companyId: admin.user.companyId }, async (scope) => {
    const chat = chatOf(ana, [ana, bia]);
    tell(scope, chatOfUserLive, { userId: bia.user.id }, { action: 'create', record: chat });
    tell(scope, chatLive, { id: 7 }, { action: 'new-message', chat }, [ana.user.id, bia.user.id]);
    tell(scope, contactListItemsLive, { listId: 3 }, { action: 'reload' });
  });
  await expect.poll(() => namesOf(ofAdmin.heard)).toEqual([`${company}-ContactListItem-3`]);
  await expect.poll(() => namesOf(ofBia.heard)).toEqual([`${company}-chat-user-${bia.user.id}`, `${company}-chat-7`]);
  expect(namesOf(ofAna.heard)).toEqual([`${company}-chat-7`]);
  const missed = CaughtUp.parse(await ofAna.socket.timeout(20_000).emitWithAck('catchUp', { since: 1 }));
  expect('events' in missed && namesOf(missed.events.map(({ name }) => ({ name, data: {} })))).toEqual([`${company}-chat-7`]);
});

test('what goes to every company is heard in each, numbered among its own events, and told again to who missed it', async () => {
  const [here, there] = [await office(), await office()];
  const stay = here.ofAna.heard.length;
  await here.admin.call(queuesApi.create, { body: { name: 'Vendas', color: '#0A7A48' } });
  here.ofBia.socket.disconnect();
  const record = { id: 1, title: 'Aviso', text: 'Amanhã', priority: 3, status: true, mediaPath: null, mediaName: null };
  const statements = await tellEveryCompany(platform, async (_tx, emit) => {
    emit(announcementLive, { action: 'create', record });
    emit(announcementLive, { action: 'update', record });
    return 'done';
  });
  expect(statements).toBe('done');
  for (const { heard } of [here.ofAdmin, here.ofAna, there.ofBia])
    await expect.poll(() => namesOf(heard)).toEqual(['company-announcement', 'company-announcement']);
  await here.admin.call(queuesApi.create, { body: { name: 'Suporte', color: '#0A7A49' } });
  await expect.poll(() => here.ofAna.heard.filter(({ name }) => name.endsWith('-queue'))).toHaveLength(2);
  const seqs = here.ofAna.heard.slice(stay).map(({ data }) => Number(data.seq));
  expect(seqs).toEqual(seqs.map((_, place) => Number(seqs[0]) + place));

  const { socket } = await here.bia.listen();
  const missed = CaughtUp.parse(await socket.timeout(20_000).emitWithAck('catchUp', { since: Number(seqs[0]) }));
  expect('events' in missed && missed.events.filter(({ name }) => name === 'company-announcement')).toHaveLength(2);
});

test('an announcement that comes to nothing is told to nobody', async () => {
  const { ofAdmin, admin } = await office();
  await expect(
    tellEveryCompany(platform, async (_tx, emit) => {
      emit(announcementLive, { action: 'delete', id: 5 });
      throw new Error('came to nothing');
    }),
  ).rejects.toThrow('came to nothing');
  await admin.call(queuesApi.create, { body: { name: 'Vendas', color: '#0A7A48' } });
  await expect.poll(() => ofAdmin.heard.some(({ name }) => name.endsWith('-queue'))).toBe(true);
  expect(namesOf(ofAdmin.heard)).toEqual([]);
});
