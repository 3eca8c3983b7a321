import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const tryTo = (client: Client, messageId: number, emoji: string) =>
  client.send(messagesApi.react, { params: { messageId }, body: { emoji } });
const react = (client: Client, messageId: number, emoji: string) =>
  client.call(messagesApi.react, { params: { messageId }, body: { emoji } });
const refused = (status: number, error: string) => ({ status, body: { error } });

/** A customer who wrote once and is served; their message, and what their phone shows on it. */
async function greeted() {
  const here = await served(world);
  const [message] = (await here.thread()).messages;
  const onPhone = async () => (await here.phone(here.number))[0]?.reactions;
  const shown = async () => (await here.thread()).messages[0]?.reactions;
  const idle = () => expect.poll(async () => (await owner.query('select from outbox')).rowCount, patient).toBe(0);
  return { ...here, messageId: message!.id, onPhone, shown, idle };
}

test('the company has one reaction to a message, by name; another takes its place, none takes it back; said twice it is one', async () => {
  const { admin, agent, messageId, onPhone, shown, thread } = await greeted();
  const atAdmin = await admin.listen();
  expect((await react(agent, messageId, '👍')).reactions).toEqual([{ emoji: '👍', fromMe: true, name: agent.user.name }]);
  await expect.poll(onPhone, patient).toEqual([{ emoji: '👍', fromBusiness: true }]);
  await expect.poll(() => atAdmin.of(messageLive).at(-1)?.message, patient).toEqual((await thread()).messages[0]);
  expect((await react(agent, messageId, '👍')).reactions).toHaveLength(1);
  expect((await react(admin, messageId, '🙏')).reactions).toEqual([{ emoji: '🙏', fromMe: true, name: admin.user.name }]);
  await expect.poll(onPhone, patient).toEqual([{ emoji: '🙏', fromBusiness: true }]);
  expect((await react(agent, messageId, '')).reactions).toEqual([]);
  expect((await react(agent, messageId, '')).reactions).toEqual([]);
  await expect.poll(onPhone, patient).toEqual([]);
  expect(await shown()).toEqual([]);
});

test('reactions leave in their turn among the messages, and the last one stands', async () => {
  const { agent, faults, messageId, number, onPhone, phone, ticket } = await greeted();
  await faults({ offline: true });
  const mine = await sayIn(agent, ticket.id, 'Já vejo');
  for (const emoji of ['👍', '❤️', '😂']) await react(agent, messageId, emoji);
  await react(agent, mine.id, '🎉');
  await faults({ offline: false });
  await expect.poll(async () => (await phone(number)).at(-1)?.reactions, patient).toEqual([{ emoji: '🎉', fromBusiness: true }]);
  expect(await onPhone()).toEqual([{ emoji: '😂', fromBusiness: true }]);
});

test('one that the channel refuses is taken off again, and who made it is told', async () => {
  const { admin, agent, faults, idle, messageId, onPhone, shown } = await greeted();
  await react(admin, messageId, '👍');
  await idle();
  const atAgent = await agent.listen();
  await faults({ failNext: 1 });
  await react(agent, messageId, '😮');
  await expect.poll(shown, patient).toEqual([{ emoji: '👍', fromMe: true, name: admin.user.name }]);
  await expect
    .poll(() => atAgent.of(messageLive).at(-1), patient)
    .toMatchObject({ action: 'update', refused: { userId: agent.user.id, what: 'reaction', error: 'ERR_SENDING_WAPP_MSG' } });
  expect(await onPhone()).toEqual([{ emoji: '👍', fromBusiness: true }]);
  // Two that waited: the one that is taken stands, and the refused one is not what would come back.
  await faults({ offline: true });
  await react(agent, messageId, '😢');
  await react(agent, messageId, '');
  await faults({ offline: false, failNext: 2 });
  await expect.poll(shown, patient).toEqual([{ emoji: '👍', fromMe: true, name: admin.user.name }]);
});

test('a reaction of the company’s own phone meanwhile is not undone with it', async () => {
  const { agent, faults, idle, messageId, number, phone, shown, write } = await greeted();
  await faults({ offline: true });
  await react(agent, messageId, '👍');
  // The clocks of the tests and of the simulated network may be hours apart.
  await owner.query("update message_reactions set at = at - interval '1 day' where message_id = $1", [messageId]);
  await owner.query(
    `update outbox o
    set content = jsonb_set(content, '{at}', (select to_jsonb(r.at) from message_reactions r where r.message_id = o.message_id))
    where message_id = $1`,
    [messageId],
  );
  await write({ number, fromMe: true, reaction: { id: (await phone(number))[0]!.id, emoji: '❤️' } });
  await faults({ offline: false, failNext: 1 });
  await expect.poll(shown, patient).toEqual([{ emoji: '❤️', fromMe: true, name: '' }]);
  await idle();
  expect(await shown()).toEqual([{ emoji: '❤️', fromMe: true, name: '' }]);
});

test('only who may answer reacts, in an open ticket, to what is there, with one emoji', async () => {
  const { admin, agent, messageId, ticket } = await greeted();
  const supervisor = await world.colleague(admin, 'supervisor');
  expect(await tryTo(supervisor, messageId, '👍')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
  expect(await tryTo(await world.colleague(admin, 'user'), messageId, '👍')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
  for (const wrong of ['ok', '👍👍', '1', '<b>'])
    expect(await tryTo(agent, messageId, wrong)).toMatchObject(refused(400, 'ERR_VALIDATION'));
  const emoji = ['❤️', '🧑‍💻', '🇧🇷', '👍🏽', '1️⃣'];
  for (const right of emoji) expect((await react(agent, messageId, right)).reactions[0]?.emoji).toBe(right);
  expect(await tryTo(agent, 999_999_999, '👍')).toMatchObject(refused(404, 'ERR_NO_MESSAGE_FOUND'));
  const gone = await sayIn(agent, ticket.id, 'engano');
  await agent.call(messagesApi.remove, { params: { messageId: gone.id } });
  expect(await tryTo(agent, gone.id, '👍')).toMatchObject(refused(409, 'ERR_CONFLICT'));
  await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'closed' } });
  expect(await tryTo(agent, messageId, '👍')).toMatchObject(refused(400, 'ERR_TICKET_NOT_OPEN'));
});

test('what never left takes its reactions along', async () => {
  const { agent, faults, idle, number, phone, ticket } = await greeted();
  await faults({ offline: true });
  const { id } = await sayIn(agent, ticket.id, 'engano');
  await react(agent, id, '👍');
  await agent.call(messagesApi.edit, { params: { messageId: id }, body: { body: 'outro engano' } });
  await agent.call(messagesApi.remove, { params: { messageId: id } });
  await faults({ offline: false });
  await idle();
  expect((await phone(number)).map(({ body }) => body)).toEqual(['Oi']);
});
