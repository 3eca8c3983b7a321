import { connectionsApi } from '@prosa/contracts/connections';
import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { claimLeases, type HeldLease } from '../connections/leases.ts';
import { openFrameStore } from '../inbox/frame-store.ts';
import { processInbox } from '../inbox/inbox.actions.ts';
import { claimNext, recordOutcomes } from './outbox.actions.ts';

// Nobody works here but the test: it is the node that dies, and the one that takes over.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const nobodyYet = { busy: [], recent: [], conversations: 10 };

async function office() {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'simulator' } });
  const lease = (await claimLeases(platform, 'this test', 600, [])).find(({ connectionId }) => connectionId === id);
  if (!lease) throw new Error('the connection is held by somebody else');
  const held: HeldLease = { ...lease, owner: 'this test' };
  const number = newNumber();
  const nothing = { participant: '', participantName: '', mediaType: null, mediaId: null, data: null, quotedId: null };
  const said = { kind: 'message', id: 'HEARD', chat: number, fromMe: false, isGroup: false, name: 'Ana', body: 'Oi' } as const;
  await openFrameStore(platform)(held, [{ ...said, ...nothing, sentAt: new Date().toISOString() }]);
  await processInbox(platform, held.companyId, { limit: 10 });
  const [ticket] = (await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).tickets;
  if (!ticket) throw new Error('nobody wrote');
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  const claim = () => claimNext(platform, held, nobodyYet);
  const record = (outboxId: number, isTaken: boolean) =>
    recordOutcomes(platform, held, [
      {
        outboxId,
        attempts: 1,
        unsure: false,
        isText: true,
        result: isTaken ? { outcome: 'sent' } : { outcome: 'failed', reason: 'blocked' },
      },
    ]);
  const thread = async () => (await admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} })).messages;
  return { admin, held, ticket, claim, record, thread };
}

test('what was changed waits among the messages in its order; who takes over from a node that died hands over the same again', async () => {
  const { admin, ticket, claim, record, thread } = await office();
  const first = await sayIn(admin, ticket.id, 'um');
  const [heard] = await thread();
  await admin.call(messagesApi.edit, { params: { messageId: first.id }, body: { body: 'UM' } });
  await admin.call(messagesApi.react, { params: { messageId: heard!.id }, body: { emoji: '👍' } });
  await sayIn(admin, ticket.id, 'dois');
  await admin.call(messagesApi.remove, { params: { messageId: first.id } });
  const seen = async () => (await claim()).map(({ deed, body, emoji, fromMe }) => [deed, emoji ?? body, fromMe]);
  // It never left: nothing of it does.
  const left = [
    ['react', '👍', false],
    ['send', 'dois', true],
  ];
  expect(await seen()).toEqual(left);
  expect(await seen()).toEqual(left);
  for (const { outboxId } of await claim()) await record(outboxId, true);
  expect(await seen()).toEqual([]);
});

test('one that may have left already is edited and taken back after it; what was refused is undone once, whoever records it', async () => {
  const { admin, ticket, claim, record, thread } = await office();
  const { id } = await sayIn(admin, ticket.id, 'um');
  const [sending] = await claim();
  await admin.call(messagesApi.edit, { params: { messageId: id }, body: { body: 'dois' } });
  await admin.call(messagesApi.edit, { params: { messageId: id }, body: { body: 'três' } });
  const waiting = await claim();
  expect(waiting.map(({ deed, body }) => [deed, body])).toEqual([
    ['send', 'um'],
    ['edit', 'dois'],
    ['edit', 'três'],
  ]);
  await record(sending!.outboxId, true);
  const mine = async () => (await thread()).find((message) => message.id === id);
  await record(waiting[2]!.outboxId, false);
  expect(await mine()).toMatchObject({ body: 'dois', isEdited: true, failure: 'ERR_EDIT_WAPP_MSG' });
  await record(waiting[2]!.outboxId, false);
  expect(await mine()).toMatchObject({ body: 'dois', isEdited: true });
  await record(waiting[1]!.outboxId, false);
  expect(await mine()).toMatchObject({ body: 'um', isEdited: false });
  expect((await admin.call(messagesApi.edits, { params: { messageId: id } })).edits).toEqual([]);
});

test('one that left, and could not be taken back, stands again, though both were heard of at once', async () => {
  const { admin, held, ticket, claim, thread } = await office();
  const { id } = await sayIn(admin, ticket.id, 'um');
  await claim();
  await admin.call(messagesApi.remove, { params: { messageId: id } });
  const [sending, retraction] = await claim();
  expect([sending?.deed, retraction?.deed]).toEqual(['send', 'retract']);
  await recordOutcomes(platform, held, [
    { outboxId: sending!.outboxId, attempts: 2, unsure: false, isText: true, result: { outcome: 'sent' } },
    { outboxId: retraction!.outboxId, attempts: 1, unsure: false, result: { outcome: 'failed', reason: 'refused' } },
  ]);
  const found = (await thread()).find((message) => message.id === id);
  expect(found).toMatchObject({ body: 'um', ack: 1, isDeleted: false, failure: 'ERR_DELETE_WAPP_MSG' });
  expect(await admin.call(ticketsApi.show, { params: { id: ticket.id } })).toMatchObject({ lastMessage: 'um' });
  expect(await claim()).toEqual([]);
});

test('that one has left which was taken back meanwhile is told without its words', async () => {
  const { admin, ticket, claim, record } = await office();
  const { id } = await sayIn(admin, ticket.id, 'um segredo');
  const [sending] = await claim();
  await admin.call(messagesApi.remove, { params: { messageId: id } });
  const heard = await admin.listen();
  await record(sending!.outboxId, true);
  await expect.poll(() => heard.of(messageLive), patient).toMatchObject([{ action: 'update', message: { id, isDeleted: true, body: '' } }]);
});
