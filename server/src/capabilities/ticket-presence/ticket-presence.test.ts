import { setTimeout as sleep } from 'node:timers/promises';
import { contactsApi } from '@prosa/contracts/contacts';
import { TicketPresence } from '@prosa/contracts/live';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const elsewhere = await openWorld({}, world.database);

type Ear = Awaited<ReturnType<Client['listen']>>;

/** The same person at the other node. */
async function atOtherNode(person: Client): Promise<Ear> {
  const there = elsewhere.client();
  there.token = person.token;
  return there.listen();
}

let numbers = 0;
async function chat() {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const stranger = await world.colleague(admin, 'user');
  await world.connection(admin);
  const number = `55119${String(60_000_000 + ++numbers)}`;
  const contact = await agent.call(contactsApi.create, { body: { name: 'Ana', number } });
  const ticket = await agent.call(ticketsApi.create, { body: { contactId: contact.id, queueId } });
  return { admin, agent, stranger, queueId, ticket };
}

const say = (ear: Ear, name: string, value: unknown): Promise<{ ok: boolean }> => ear.socket.timeout(10_000).emitWithAck(name, value);
const seenBy = (ear: Ear) => ear.heard.filter(({ name }) => name === 'ticketPresence').map(({ data }) => TicketPresence.parse(data));
const lastSeen = (ear: Ear) => seenBy(ear).at(-1);

test('colleagues at the same ticket see one another across nodes, and that somebody writes, until it fades', async () => {
  const { admin, agent, stranger, ticket } = await chat();
  const [one, two, outside] = [await agent.listen(), await atOtherNode(admin), await stranger.listen()];
  const viewer = (person: Client, over = {}) => ({
    userId: person.user.id,
    name: person.user.name,
    typing: false,
    recording: false,
    ...over,
  });
  expect(await say(one, 'joinChatBox', ticket.id)).toEqual({ ok: true });
  await expect.poll(() => lastSeen(one), patient).toEqual({ ticketId: ticket.id, viewers: [] });
  expect(await say(two, 'joinChatBox', String(ticket.id))).toEqual({ ok: true });
  expect(await say(outside, 'joinChatBox', ticket.id)).toEqual({ ok: false });
  await expect.poll(() => lastSeen(one), patient).toEqual({ ticketId: ticket.id, viewers: [viewer(admin)] });
  await expect.poll(() => lastSeen(two), patient).toEqual({ ticketId: ticket.id, viewers: [viewer(agent)] });

  await say(one, 'typing', { ticketId: ticket.id });
  await expect.poll(() => lastSeen(two)?.viewers, patient).toEqual([viewer(agent, { typing: true })]);
  await expect.poll(() => lastSeen(two)?.viewers, patient).toEqual([viewer(agent)]);
  await say(one, 'typing', { ticketId: ticket.id, recording: true });
  await expect.poll(() => lastSeen(two)?.viewers, patient).toEqual([viewer(agent, { recording: true })]);

  await say(two, 'leaveChatBox', ticket.id);
  await expect.poll(() => lastSeen(one)?.viewers, patient).toEqual([]);
  await say(two, 'joinChatBox', ticket.id);
  await expect.poll(() => lastSeen(one)?.viewers, patient).toEqual([viewer(admin)]);
  two.socket.disconnect();
  await expect.poll(() => lastSeen(one)?.viewers, patient).toEqual([]);
  expect(seenBy(outside)).toEqual([]);
  expect([one, two].flatMap(seenBy).every((presence) => !('seq' in presence))).toBe(true);
});

test('who may not see the ticket any more is shown no more of it, and shows no more', async () => {
  const { admin, agent, ticket } = await chat();
  const other = await world.queue(admin, 'Suporte', '#C4281C');
  const [one, two] = [await agent.listen(), await admin.listen()];
  await say(one, 'joinChatBox', ticket.id);
  await say(two, 'joinChatBox', ticket.id);
  // Both know of both: nothing that was said before the transfer is still under way after it.
  for (const ear of [one, two]) await expect.poll(() => lastSeen(ear)?.viewers, patient).toHaveLength(1);
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { queueId: other } });
  const before = seenBy(one).length;
  await say(two, 'typing', { ticketId: ticket.id });
  await expect.poll(() => lastSeen(two)?.viewers, patient).toEqual([]);
  await sleep(300);
  expect(seenBy(one).length).toBe(before);
});

test('two tabs of one person are one; typing in a ticket one does not look at is not shown', async () => {
  const { admin, agent, ticket } = await chat();
  const [tab, second, ear] = [await agent.listen(), await agent.listen(), await admin.listen()];
  for (const each of [tab, second, ear]) await say(each, 'joinChatBox', ticket.id);
  await expect.poll(() => lastSeen(ear)?.viewers, patient).toHaveLength(1);
  tab.socket.disconnect();
  await say(second, 'typing', { ticketId: ticket.id });
  await expect.poll(() => lastSeen(ear)?.viewers, patient).toMatchObject([{ userId: agent.user.id, typing: true }]);
  await say(second, 'leaveChatBox', ticket.id);
  await expect.poll(() => lastSeen(ear)?.viewers, patient).toEqual([]);
  await say(second, 'typing', { ticketId: ticket.id });
  await sleep(300);
  expect(lastSeen(ear)?.viewers).toEqual([]);
});

test('nonsense and floods are answered with no', async () => {
  const { agent, ticket } = await chat();
  const ear = await agent.listen();
  for (const value of [null, 'x', { ticketId: 'x' }, { ticketId: -1 }, 7]) expect(await say(ear, 'typing', value)).toEqual({ ok: false });
  const answers = await Promise.all(Array.from({ length: 80 }, () => say(ear, 'joinChatBox', ticket.id)));
  expect(answers.some(({ ok }) => !ok)).toBe(true);
  expect((await say(ear, 'userStatus', null)).ok).toBe(false);
});
