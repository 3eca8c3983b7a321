import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { type LoopbackCloud, openLoopbackCloud } from '../server/test/loopback-cloud/loopback-cloud.ts';
import { cloudInput } from '../server/test/loopback-cloud/office.ts';
import { type Account, shownTo } from '../server/test/loopback-cloud/state.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
let cloud: LoopbackCloud;
let node: ServerNode;
let admin: Client;
let account: Account;
let numbers = 0;

beforeAll(async () => {
  cloud = await openLoopbackCloud();
  const { url } = await supervisor.postgres();
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2', WHATSAPP_CLOUD_URL: cloud.url, LOG_LEVEL: 'trace' });
  await node.start();
  admin = await peopleOf(node.url).company();
  account = cloud.open();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Oficial', provider: 'cloud', cloud: cloudInput(account) } });
  account.hook = `${node.url}/hooks/cloud/${id}`;
  await peopleOf(node.url).statusOf(admin, id, 'CONNECTED');
});
afterAll(async () => {
  await cloud?.close();
  await supervisor.close();
});

/** A call that was noted and did not reach Meta any more: only after this time without a status is it made again. */
const secondsOfDoubt = 120;
const deaths = crashPoints.cloud.flatMap((point) => [1, 2].map((nth) => ({ point, nth })));

test.each(deaths)('a death at $point, passage $nth, loses nothing and says nothing twice', async ({ point, nth }) => {
  const { number, ticketId } = await conversation();
  await node.stop();
  node.launch({ CRASH_AT: `${point}#${nth}` });
  const revived = node.ended().then((ending) => {
    node.launch();
    return ending;
  });
  const texts = ['um', 'dois', 'três'];
  await Promise.all([
    (async () => {
      for (const body of texts) await cloud.write(account, number, { type: 'text', text: { body: `cliente ${body}` } });
    })(),
    (async () => {
      for (const body of texts) await say(ticketId, `empresa ${body}`);
    })(),
  ]);
  expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });
  const wanted = (side: string) => texts.map((body) => `${side} ${body}`);
  const areDelivered = async () => {
    const all = await messagesIn(ticketId);
    const isThere = [...wanted('cliente'), ...wanted('empresa')].every((body) => all.some((each) => each.body === body));
    return isThere && all.every(({ fromMe, ack }) => !fromMe || ack >= 2) && all;
  };
  const messages = await until('all is said and delivered', areDelivered, secondsOfDoubt + 60);
  for (const [side, fromMe] of [
    ['cliente', false],
    ['empresa', true],
  ] as const)
    expect(
      messages
        .filter((each) => each.fromMe === fromMe && each.body !== 'Oi')
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(wanted(side).toSorted());
  const shown = shownTo(account, number).filter(({ fromBusiness }) => fromBusiness);
  expect(shown.map(({ body }) => body)).toEqual(wanted('empresa'));
});

test('whatever happened, the log holds no secret, no number and nothing that was said', async () => {
  const { stdout, stderr } = node.said();
  expect(stdout.length).toBeGreaterThan(0);
  const secrets = [account.accessToken, account.appSecret, account.verifyToken, 'empresa um', 'cliente um', '55119500000'];
  expect(secrets.filter((secret) => (stdout + stderr).includes(secret))).toEqual([]);
});

async function conversation(): Promise<{ number: string; ticketId: number }> {
  numbers += 1;
  const number = String(5_511_950_000_000 + numbers);
  await node.ready();
  await cloud.write(account, number, { type: 'text', text: { body: 'Oi' } });
  const { id } = await until('the ticket', async () => {
    const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true', status: 'pending' } });
    return tickets.find(({ contact }) => contact.number === number);
  });
  await admin.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: admin.user.id } });
  return { number, ticketId: id };
}

/** The same request until it is answered. */
async function say(ticketId: number, body: string): Promise<void> {
  await until('an answer', async () => {
    const headers = { 'idempotency-key': `${ticketId} ${body}` };
    const { status } = await admin.raw('POST', `/messages/${ticketId}`, { body: { body }, headers });
    if (status !== 200) throw new Error(String(status));
    return true;
  });
}

const messagesIn = async (ticketId: number): Promise<Message[]> =>
  (await admin.call(messagesApi.list, { params: { ticketId }, query: {} })).messages;
