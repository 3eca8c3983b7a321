import { readFile } from 'node:fs/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { asMeta, envelope, secondsNow } from '../../../test/loopback-cloud/hooks.ts';
import { openLoopbackCloud, statusOf } from '../../../test/loopback-cloud/loopback-cloud.ts';
import { connectCloud } from '../../../test/loopback-cloud/office.ts';
import { type Account, newWamid, shownTo } from '../../../test/loopback-cloud/state.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { messageOf, thread, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { Gateway } from '../../capabilities/gateway/gateway.ts';
import { inScope } from '../../platform/database/scope.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { cloudProvider } from './cloud.ts';

const cloud = await openLoopbackCloud();
afterAll(() => cloud.close());
const world = await openWorld({ ROLES: 'web,worker', WHATSAPP_CLOUD_URL: cloud.url });
const { platform } = world.server;
const database = new pg.Client({ connectionString: world.database.url });
await database.connect();
afterAll(() => database.end());
// Our own node for the connections, less patient than the product.
const doubtSeconds = 3;
const provider = cloudProvider(
  platform,
  { outbound: createOutbound(), url: cloud.url, version: 'v25.0' },
  { doubtSeconds, checkSeconds: 1, giveUpSeconds: 2 },
);
const gateway = new Gateway(platform, { owner: 'this test', leaseSeconds: 15, providers: { cloud: provider } });
afterAll(() => gateway.stop());

/** A customer who wrote to a number on the Cloud API and is being served. */
async function served(open = openOffice()) {
  const here = await open;
  const number = newNumber();
  const wamid = await cloud.write(here.account, number, { type: 'text', text: { body: 'Oi' } });
  const ticket = await ticketOf(here.admin, number);
  await here.admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  const ackOf = async (message: { id: number; ticketId: number | null }) => {
    const found = (await thread(here.admin, ticket.id)).find(({ id }) => id === message.id);
    return [found?.ack, found?.failure];
  };
  return {
    ...here,
    number,
    wamid,
    ticket,
    ackOf,
    say: (body: string) => sayIn(here.admin, ticket.id, body),
    shown: () => shownBodies(here.account, number),
  };
}

async function openOffice() {
  const admin = await world.company();
  const { account, id } = await connectCloud(world, cloud, admin);
  await world.statusOf(admin, id, 'CONNECTED');
  return { admin, account, id };
}
const shownBodies = (account: Account, number: string) =>
  shownTo(account, number)
    .filter(({ fromBusiness }) => fromBusiness)
    .map(({ body }) => body);
const postsOf = (account: Account, body: string) => account.posted.filter(({ text }) => JSON.stringify(text ?? '').includes(body));
const wamidOf = (account: Account, number: string, body: string) => shownTo(account, number).find((each) => each.body === body)?.id ?? '';

const office = openOffice();
await office;

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
    await expect.poll(async () => (await thread(admin, ticket.id)).at(-1)?.quotedMsg?.id, patient).toBe(message.id);
    await expect.poll(async () => (await messageOf(admin, message))?.reactions, patient).toMatchObject([{ emoji: '❤️', fromMe: false }]);
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

describe('credentials', () => {
  const view = (admin: Client, id: number) => admin.call(connectionsApi.show, { params: { id }, query: {} });

  test('a token that expires while sending disconnects, the message waits, and another token brings it on', async () => {
    const { admin, account, id, say, shown } = await served();
    const old = account.accessToken;
    account.accessToken = 'EAAanother';
    await say('Depois');
    await world.statusOf(admin, id, 'DISCONNECTED');
    expect(shown()).toEqual([]);
    const { phoneNumberId, wabaId } = account;
    await admin.call(connectionsApi.update, { params: { id }, body: { cloud: { phoneNumberId, wabaId, accessToken: 'EAAanother' } } });
    await world.statusOf(admin, id, 'CONNECTED');
    await expect.poll(shown, patient).toEqual(['Depois']);
    expect(old).not.toBe('EAAanother');
  });

  test('a token that expires while nobody writes is noticed', async () => {
    const { admin, account, id } = await openOffice();
    account.accessToken = 'EAAgone';
    await world.statusOf(admin, id, 'DISCONNECTED');
  });

  test('a network that is not there is tried for a while, then given up', async () => {
    const admin = await world.company();
    cloud.goAway(true);
    try {
      const { id } = await connectCloud(world, cloud, admin);
      await world.statusOf(admin, id, 'TIMEOUT');
    } finally {
      cloud.goAway(false);
    }
  });

  test('an incomplete connection does not connect, and says that it is incomplete', async () => {
    const admin = await world.company();
    const { id, cloud: shown } = await admin.call(connectionsApi.create, {
      body: { name: 'Incompleta', provider: 'cloud', cloud: { phoneNumberId: '1', wabaId: '2', appSecret: 'a' } },
    });
    expect(shown).toEqual({ phoneNumberId: '1', wabaId: '2', configured: false, webhookUrl: `/hooks/cloud/${id}` });
    await world.statusOf(admin, id, 'DISCONNECTED');
    expect((await admin.send(connectionsApi.test, { params: { id } })).body).toEqual({ error: 'ERR_WAPP_CREDENTIALS' });
    expect(await view(admin, id)).toMatchObject({ cloud: { configured: false } });
  });
});

test('files that customers send are fetched with the bearer, also when their first address has expired; what is gone is gone', async () => {
  const { account, id, admin } = await openOffice();
  const { companyId } = admin.user;
  const number = newNumber();
  const bytes = await readFile(new URL('../../../../web/public/icon-192.png', import.meta.url));
  const file = cloud.attach(account, bytes, 'image/png');
  const photo = { id: newWamid(), timestamp: secondsNow(), type: 'image', image: { ...file, caption: 'Olhe' } };
  await cloud.tell(
    account,
    envelope(account, { contacts: [{ profile: { name: 'Ana' }, wa_id: number }], messages: [{ from: number, ...photo }] }),
  );
  const ticket = await ticketOf(admin, number);
  await expect
    .poll(async () => (await thread(admin, ticket.id)).map(({ body, mediaType }) => [body, mediaType]), patient)
    .toEqual([['Olhe', 'image']]);
  const { sealFile } = await import('./media.ts');
  const ref = sealFile(platform.secrets, { companyId, connectionId: id }, { mediaId: file.id, sha256: file.sha256 });
  const session = provider.open({
    connectionId: id,
    companyId,
    receive: async () => undefined,
    typing: () => undefined,
    report: async () => undefined,
    countReplay: async () => undefined,
    whileHeld: (work) => inScope(platform, { companyId }, work),
  });
  await expect.poll(() => session.isOpen(), patient).toBe(true);
  const fetched = await session.fetchFile(ref);
  if (fetched.outcome !== 'fetched') throw new Error(fetched.outcome);
  expect(Buffer.concat(await fetched.stream.toArray())).toEqual(bytes);
  cloud.media.delete(file.id);
  expect(await session.fetchFile(ref)).toEqual({ outcome: 'gone' });
  await session.close();
});
