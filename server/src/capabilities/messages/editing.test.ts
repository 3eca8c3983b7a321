import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const edit = (client: Client, messageId: number, body: string) => client.call(messagesApi.edit, { params: { messageId }, body: { body } });
const tryToEdit = (client: Client, messageId: number, body = 'outra coisa') =>
  client.send(messagesApi.edit, { params: { messageId }, body: { body } });
const edits = async (client: Client, messageId: number) =>
  (await client.call(messagesApi.edits, { params: { messageId } })).edits.map(({ body, user }) => [body, user?.name ?? null]);
const aged = (messageId: number, minutes: number) =>
  owner.query('update messages set created_at = created_at - make_interval(mins => $2) where id = $1', [messageId, minutes]);
const refused = (status: number, error: string) => ({ status, body: { error } });

describe('an own text within 15 minutes', () => {
  test('is changed at the customer’s, for colleagues at once, in the list, and what it said before is kept', async () => {
    const { admin, agent, number, phone, thread, ticket } = await served(world);
    const { id, channelId } = await sayIn(agent, ticket.id, 'Custa 10');
    await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
    const atAdmin = await admin.listen();
    const edited = await edit(agent, id, ' Custa 12 ');
    expect(edited).toMatchObject({ id, body: 'Custa 12', isEdited: true, failure: null });
    await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ id: channelId, body: 'Custa 12', isEdited: true });
    expect((await phone(number)).length).toBe(2);
    // What colleagues heard is what they would load.
    await expect.poll(() => atAdmin.of(messageLive).findLast(({ message }) => Object(message).isEdited), patient).toBeDefined();
    const heard = atAdmin.of(messageLive).findLast(({ message }) => Object(message).isEdited)?.message;
    const loaded = (await thread()).messages.at(-1);
    expect(heard).toEqual({ ...loaded, ack: Object(heard).ack, ticket: Object(heard).ticket });
    expect(atAdmin.of(ticketLive)).toContainEqual(
      expect.objectContaining({ ticket: expect.objectContaining({ lastMessage: 'Custa 12' }) }),
    );
    expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).last).toMatchObject({ fromMe: true });

    await edit(agent, id, 'Custa 13');
    await edit(agent, id, 'Custa 13');
    await expect.poll(async () => (await phone(number)).at(-1)?.body, patient).toBe('Custa 13');
    const name = agent.user.name;
    expect(await edits(admin, id)).toEqual([
      ['Custa 10', name],
      ['Custa 12', name],
    ]);
  });

  test('leaves in its turn: after what was said before, and as it was said at first while it waits', async () => {
    const { agent, faults, number, phone, ticket } = await served(world);
    await faults({ offline: true });
    const first = await sayIn(agent, ticket.id, 'um');
    await sayIn(agent, ticket.id, 'dois');
    await edit(agent, first.id, 'UM');
    await edit(agent, first.id, 'Um!');
    await faults({ offline: false });
    await expect.poll(async () => (await phone(number)).map(({ body }) => body), patient).toEqual(['Oi', 'Um!', 'dois']);
    await expect.poll(async () => (await owner.query('select from outbox where message_id = $1', [first.id])).rowCount, patient).toBe(0);
  });

  test('fills in the customer’s name as what is sent does', async () => {
    const { agent, ticket } = await served(world);
    const { id } = await sayIn(agent, ticket.id, 'Bom dia');
    expect((await edit(agent, id, 'Bom dia, {{name}}')).body).toBe('Bom dia, Ana');
  });
});

describe('what the channel does not take', () => {
  test('returns to the wording before, and who edited is told', async () => {
    const { admin, agent, faults, number, phone, thread, ticket } = await served(world);
    const { id } = await sayIn(agent, ticket.id, 'certo');
    await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
    const atAdmin = await admin.listen();
    await faults({ failNext: 1 });
    expect(await edit(agent, id, 'errado')).toMatchObject({ body: 'errado', isEdited: true });
    await expect
      .poll(async () => (await thread()).messages.at(-1), patient)
      .toMatchObject({ body: 'certo', isEdited: false, failure: 'ERR_EDIT_WAPP_MSG' });
    await expect
      .poll(() => atAdmin.of(messageLive).at(-1), patient)
      .toMatchObject({ message: { id, body: 'certo' }, refused: { userId: agent.user.id, what: 'edit', error: 'ERR_SENDING_WAPP_MSG' } });
    expect(await edits(agent, id)).toEqual([]);
    expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).lastMessage).toBe('certo');
    expect(await edit(agent, id, 'melhor')).toMatchObject({ body: 'melhor', failure: null });
    await expect.poll(async () => (await phone(number)).at(-1)?.body, patient).toBe('melhor');
  });

  test('one of two edits that waited: the other stands, and the history is what the customer saw', async () => {
    const { agent, faults, number, phone, thread, ticket } = await served(world);
    const { id } = await sayIn(agent, ticket.id, 'A');
    await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
    await faults({ offline: true });
    await edit(agent, id, 'B');
    await edit(agent, id, 'C');
    await faults({ offline: false, failNext: 1 });
    await expect.poll(async () => (await phone(number)).at(-1)?.body, patient).toBe('C');
    await expect.poll(async () => (await edits(agent, id)).map(([body]) => body), patient).toEqual(['A']);
    expect((await thread()).messages.at(-1)).toMatchObject({ body: 'C', isEdited: true });
  });

  test('an edit that waited until phones would not show it any more is not sent', async () => {
    const { agent, faults, number, phone, thread, ticket } = await served(world);
    const { id } = await sayIn(agent, ticket.id, 'antes');
    await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
    await faults({ offline: true });
    await edit(agent, id, 'tarde');
    await aged(id, 21);
    await faults({ offline: false });
    await expect.poll(async () => (await thread()).messages.find((each) => each.id === id)?.body, patient).toBe('antes');
    expect((await phone(number)).find(({ fromBusiness }) => fromBusiness)).toMatchObject({ body: 'antes', isEdited: false });
  });

  test('a connection that is removed takes nothing with it that waited', async () => {
    const { admin, agent, faults, number, phone, thread, ticket, whatsappId } = await served(world);
    const { id } = await sayIn(agent, ticket.id, 'fica');
    await expect.poll(async () => (await phone(number)).length, patient).toBe(2);
    await faults({ offline: true });
    await edit(agent, id, 'não chega');
    expect((await admin.raw('DELETE', `/whatsapp/${whatsappId}`)).status).toBe(200);
    await expect.poll(async () => (await thread()).messages.at(-1), patient).toMatchObject({ body: 'fica', isEdited: false });
    expect(await tryToEdit(agent, id)).toMatchObject(refused(404, 'ERR_NO_WAPP_FOUND'));
  });
});

describe('who may not', () => {
  test('others, of what others or customers said; nobody after 15 minutes by the server’s clock', async () => {
    const { admin, agent, thread, ticket } = await served(world);
    const mine = await sayIn(agent, ticket.id, 'minha');
    const [customers] = (await thread()).messages;
    expect(await tryToEdit(agent, customers!.id)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
    expect(await tryToEdit(admin, mine.id)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
    expect(await tryToEdit(await world.colleague(admin, 'user'), mine.id)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
    expect(await tryToEdit(agent, 999_999_999)).toMatchObject(refused(404, 'ERR_NO_MESSAGE_FOUND'));
    expect(await tryToEdit(agent, mine.id, ' \n ')).toMatchObject(refused(400, 'ERR_VALIDATION'));
    await aged(mine.id, 14);
    await edit(agent, mine.id, 'ainda dá');
    await aged(mine.id, 2);
    expect(await tryToEdit(agent, mine.id)).toMatchObject(refused(409, 'ERR_EDIT_TOO_LATE'));
    // Said again, it is what it is already.
    expect(await edit(agent, mine.id, 'ainda dá')).toMatchObject({ body: 'ainda dá' });
  });

  test('nobody changes a caption, what was not sent, or what was deleted, whose wordings are told no more', async () => {
    const { agent, faults, post, thread, ticket } = await served(world);
    const picture = await post(formOf({ body: 'legenda' }, [{ name: 'a.png', bytes: await pngOf(4, 4), type: 'image/png' }]));
    expect(await tryToEdit(agent, Object(picture.body).id)).toMatchObject(refused(409, 'ERR_CONFLICT'));
    const gone = await sayIn(agent, ticket.id, 'segredo');
    await edit(agent, gone.id, 'outro segredo');
    await agent.call(messagesApi.remove, { params: { messageId: gone.id } });
    expect(await tryToEdit(agent, gone.id)).toMatchObject(refused(409, 'ERR_CONFLICT'));
    expect(await edits(agent, gone.id)).toEqual([]);
    await expect.poll(async () => (await owner.query('select from outbox where message_id = $1', [gone.id])).rowCount, patient).toBe(0);
    await faults({ failNext: 1 });
    const failed = await sayIn(agent, ticket.id, 'falhou');
    await expect.poll(async () => (await thread()).messages.at(-1)?.ack, patient).toBe(-1);
    expect(await tryToEdit(agent, failed.id)).toMatchObject(refused(409, 'ERR_CONFLICT'));
  });
});

test('what a customer said before their edit is kept too, and told to who sees the ticket alone', async () => {
  const { admin, agent, number, write, thread } = await served(world);
  const { id } = await write({ number, body: 'Quero 2 paes' });
  await expect.poll(async () => (await thread()).count, patient).toBe(2);
  await write({ number, edit: { id, body: 'Quero 3 pães' } });
  await expect.poll(async () => (await thread()).messages.at(-1)?.isEdited, patient).toBe(true);
  const messageId = (await thread()).messages.at(-1)!.id;
  expect(await edits(agent, messageId)).toEqual([['Quero 2 paes', null]]);
  const stranger = await world.colleague(admin, 'user');
  expect(await stranger.send(messagesApi.edits, { params: { messageId } })).toMatchObject(refused(403, 'ERR_NO_PERMISSION'));
});
