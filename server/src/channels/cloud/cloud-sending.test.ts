import { connectionsApi } from '@prosa/contracts/connections';
import { externalApi } from '@prosa/contracts/external-api';
import { messagesApi } from '@prosa/contracts/messages';
import { schedulesApi } from '@prosa/contracts/schedules';
import { ticketsApi } from '@prosa/contracts/tickets';
import { describe, expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { asMeta, envelope } from '../../../test/loopback-cloud/hooks.ts';
import { statusOf } from '../../../test/loopback-cloud/loopback-cloud.ts';
import { openCloudWorld, postsOf, shownBodies, wamidOf } from '../../../test/loopback-cloud/served.ts';
import { shownTo } from '../../../test/loopback-cloud/state.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { messageOf, thread, ticketOf } from '../../../test/simulated.ts';

const { cloud, database, openOffice, served, world } = await openCloudWorld();
const clientOf = (token: string) => Object.assign(world.client(), { token });
const office = openOffice();
await office;

describe('outside the service window', () => {
  const closeWindow = (number: string) =>
    database.query(`update cloud_chats set heard_at = heard_at - interval '24 hours 1 minute' where chat = $1`, [number]);

  test('a message stored while the window was open fails, and Meta is not asked', async () => {
    const { account, number, say, ackOf } = await served(office);
    await closeWindow(number);
    const message = await say('Tarde demais');
    await expect.poll(() => ackOf(message), patient).toEqual([-1, 'ERR_WINDOW_CLOSED']);
    expect(postsOf(account, 'Tarde demais')).toEqual([]);
    await cloud.write(account, number, { type: 'text', text: { body: 'Voltei' } });
    await expect.poll(() => heardRecently(number), patient).toBe(true);
    const again = await say('Que bom');
    await expect.poll(async () => (await ackOf(again))[0], patient).toBeGreaterThan(0);
  });

  const heardRecently = async (number: string) =>
    (await database.query(`select from cloud_chats where chat = $1 and heard_at > now() - interval '1 hour'`, [number])).rowCount === 1;

  test('a schedule becomes ERRO with the reason, and Meta is not asked', async () => {
    const { admin, account, number, ticket } = await served(office);
    await closeWindow(number);
    const { id } = await admin.call(schedulesApi.create, {
      body: { contactId: ticket.contactId, body: 'Lembrete vencido', sendAt: new Date(Date.now() + 1_000).toISOString() },
    });
    const state = async () => {
      const { status, reason } = await admin.call(schedulesApi.show, { params: { id } });
      return [status, reason];
    };
    await expect.poll(state, patient).toEqual(['ERRO', 'ERR_WINDOW_CLOSED']);
    expect(postsOf(account, 'Lembrete vencido')).toEqual([]);
  });

  test('a message of the API fails with the reason, and Meta is not asked', async () => {
    const { admin, account, id, number } = await served(office);
    await closeWindow(number);
    const program = clientOf((await admin.call(connectionsApi.show, { params: { id }, query: {} })).token);
    const sent = await program.call(externalApi.send, { body: { number, body: 'Pedido enviado' } });
    const state = () => program.call(externalApi.show, { params: { id: sent.id } });
    await expect.poll(state, patient).toMatchObject({ ack: -1, failure: 'ERR_WINDOW_CLOSED' });
    expect(postsOf(account, 'Pedido enviado')).toEqual([]);
  });
});

describe('what becomes of a message', () => {
  test('it is sent to +E.164 under our id, and its statuses raise it, in whatever order they come', async () => {
    const { account, number, say, ackOf, shown } = await served(office);
    account.tellsStatuses = false;
    const message = await say('Bom dia');
    await expect.poll(shown, patient).toEqual(['Bom dia']);
    account.tellsStatuses = true;
    expect(postsOf(account, 'Bom dia')).toMatchObject([{ to: `+${number}`, type: 'text', biz_opaque_callback_data: message.channelId }]);
    await expect.poll(() => ackOf(message), patient).toEqual([1, null]);
    const wamid = wamidOf(account, number, 'Bom dia');
    const status = (...statuses: string[]) =>
      cloud.post(
        account,
        asMeta(envelope(account, { statuses: statuses.map((each) => statusOf(account, { wamid, number, status: each })) })),
      );
    // Without our id in it, by Meta's alone.
    await status('read', 'sent');
    await expect.poll(() => ackOf(message), patient).toEqual([3, null]);
    await status('delivered');
    await status('played');
    await expect.poll(() => ackOf(message), patient).toEqual([4, null]);
  });

  test('one that fails after it was sent says why, may be sent again, and is not failed when it arrived', async () => {
    const { admin, account, number, say, ackOf, shown } = await served(office);
    account.tellsStatuses = false;
    const message = await say('Promoção');
    await expect.poll(shown, patient).toEqual(['Promoção']);
    const wamid = wamidOf(account, number, 'Promoção');
    const tell = (status: string, code?: number, id = wamid) =>
      cloud.tellStatus(account, { wamid: id, number, status, own: message.channelId, code });
    await tell('failed', 131049);
    await expect.poll(() => ackOf(message), patient).toEqual([-1, 'ERR_WAPP_RECIPIENT_BLOCKED']);
    // Comes late, and says nothing.
    await tell('sent');
    await admin.call(messagesApi.resend, { params: { messageId: message.id } });
    await expect.poll(shown, patient).toEqual(['Promoção', 'Promoção']);
    await expect.poll(() => ackOf(message), patient).toEqual([1, null]);
    const again = shownTo(account, number).at(-1)?.id ?? '';
    await tell('delivered', undefined, again);
    await expect.poll(() => ackOf(message), patient).toEqual([2, null]);
    await tell('failed', 131026, again);
    await tell('read', undefined, again);
    await expect.poll(() => ackOf(message), patient).toEqual([3, null]);
    account.tellsStatuses = true;
  });

  test('a customer’s reply to what we sent quotes it, and their reaction is on it', async () => {
    const { account, number, say, admin, ticket, shown } = await served(office);
    const message = await say('Quer um?');
    await expect.poll(shown, patient).toEqual(['Quer um?']);
    const wamid = wamidOf(account, number, 'Quer um?');
    await cloud.write(account, number, { type: 'text', text: { body: 'Quero' }, context: { from: '551140000000', id: wamid } });
    await cloud.write(account, number, { type: 'reaction', reaction: { message_id: wamid, emoji: '❤️' } });
    const reply = async () => (await thread(admin, ticket.id)).find(({ body }) => body === 'Quero');
    await expect.poll(async () => (await reply())?.quotedMsg?.id, patient).toBe(message.id);
    await expect.poll(async () => (await messageOf(admin, message))?.reactions, patient).toMatchObject([{ emoji: '❤️', fromMe: false }]);
  });

  test('an agent’s reaction reaches the customer; an edit is refused before anything is stored, since Meta knows none', async () => {
    const { account, number, say, admin, ticket, shown } = await served(office);
    const message = await say('Custa 10');
    await expect.poll(shown, patient).toEqual(['Custa 10']);
    const [theirs] = await thread(admin, ticket.id);
    await admin.call(messagesApi.react, { params: { messageId: theirs!.id }, body: { emoji: '👍' } });
    await expect.poll(() => shownTo(account, number)[0]?.reactions, patient).toMatchObject([{ emoji: '👍', fromBusiness: true }]);
    expect(await admin.send(messagesApi.edit, { params: { messageId: message.id }, body: { body: 'Custa 12' } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_UNSUPPORTED' },
    });
    expect(await messageOf(admin, message)).toMatchObject({ body: 'Custa 10', isEdited: false });
  });

  test('somebody without a number is written to by the id', async () => {
    const here = await office;
    const number = newNumber();
    here.account.hidden.set(number, 'BR.aB3xYz9');
    await cloud.write(here.account, number, { type: 'text', text: { body: 'Sem número' } }, 'Escondida');
    const ticket = await ticketOf(here.admin, 'Escondida');
    await here.admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
    await sayIn(here.admin, ticket.id, 'Olá, você');
    await expect.poll(() => shownBodies(here.account, number), patient).toEqual(['Olá, você']);
    expect(postsOf(here.account, 'Olá, você')).toMatchObject([{ recipient: 'BR.aB3xYz9' }]);
    expect(postsOf(here.account, 'Olá, você')[0]).not.toHaveProperty('to');
  });
});

describe('an answer that is lost', () => {
  test('is not followed by a second message when a status shows that the first was taken', async () => {
    const { account, say, ackOf, shown } = await served(office);
    cloud.faults.push({ kind: 'loseAnswer' });
    const message = await say('Uma só');
    await expect.poll(() => ackOf(message), patient).toEqual([2, null]);
    await expect
      .poll(async () => (await database.query('select from outbox where message_id = $1', [message.id])).rowCount, patient)
      .toBe(0);
    expect([shown(), postsOf(account, 'Uma só').length]).toEqual([['Uma só'], 1]);
    expect((await database.query('select from cloud_attempts where own_id = $1', [message.channelId])).rowCount).toBe(0);
  });

  test('is followed by another attempt when nothing is heard of the first for long enough', async () => {
    const { account, say, ackOf, shown } = await served(office);
    cloud.faults.push({ kind: 'dropRequest' });
    const message = await say('De novo');
    await expect.poll(() => ackOf(message), patient).toEqual([2, null]);
    expect([shown(), postsOf(account, 'De novo').length]).toEqual([['De novo'], 2]);
  });

  test('is settled by a failure that is told', async () => {
    const { account, number, say, ackOf } = await served(office);
    account.tellsStatuses = false;
    cloud.faults.push({ kind: 'loseAnswer' });
    const message = await say('Recusada');
    await expect.poll(() => wamidOf(account, number, 'Recusada'), patient).not.toBe('');
    const wamid = wamidOf(account, number, 'Recusada');
    await cloud.tellStatus(account, { wamid, number, status: 'failed', own: message.channelId, code: 131047 });
    account.tellsStatuses = true;
    await expect.poll(() => ackOf(message), patient).toEqual([-1, 'ERR_WINDOW_CLOSED']);
    expect(postsOf(account, 'Recusada')).toHaveLength(1);
  });
});

describe('what Meta refuses', () => {
  test.each([
    [131047, 'ERR_WINDOW_CLOSED'],
    [131026, 'ERR_WAPP_INVALID_CONTACT'],
    [131050, 'ERR_WAPP_RECIPIENT_BLOCKED'],
    [131031, 'ERR_WAPP_RESTRICTED'],
    [131009, 'ERR_SENDING_WAPP_MSG'],
  ])('%i is told as %s', async (code, failure) => {
    const { say, ackOf, number } = await served(office);
    cloud.faults.push({ kind: 'error', code, to: number });
    const message = await say('Não vai');
    await expect.poll(() => ackOf(message), patient).toEqual([-1, failure]);
  });

  test('too much to one customer lets that one wait and no other', async () => {
    const [one, other] = [await served(office), await served(office)];
    cloud.faults.push({ kind: 'error', code: 131056, to: one.number });
    const slow = await one.say('Espere');
    await expect.poll(() => cloud.faults.length, patient).toBe(0);
    const quick = await other.say('Agora');
    await expect.poll(other.shown, patient).toEqual(['Agora']);
    expect(one.shown()).toEqual([]);
    await expect.poll(() => one.ackOf(slow), patient).toEqual([2, null]);
    await expect.poll(() => other.ackOf(quick), patient).toEqual([2, null]);
    expect(postsOf(one.account, 'Espere')).toHaveLength(2);
  });

  test('too much from the number, or a fault of its own, only takes a while', async () => {
    const { say, ackOf, number } = await served(office);
    cloud.faults.push({ kind: 'error', code: 130429, to: number }, { kind: 'error', code: 131000, status: 500, to: number });
    const message = await say('Já vai');
    await expect.poll(() => ackOf(message), patient).toEqual([2, null]);
  });

  test('a text that is too long is refused here', async () => {
    const { say, ackOf, account } = await served(office);
    const before = account.posted.length;
    const message = await say('x'.repeat(4097));
    await expect.poll(() => ackOf(message), patient).toEqual([-1, 'ERR_SENDING_WAPP_MSG']);
    expect(account.posted).toHaveLength(before);
  });
});
