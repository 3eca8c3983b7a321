import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openPool } from '../server/test/database.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
let node: ServerNode;
let database: pg.Pool;
let admin: Client;
let whatsappId: number;
let support: number;
let numbers = 0;

beforeAll(async () => {
  const { url } = await supervisor.postgres();
  database = openPool(url);
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2' });
  await node.start();
  const people = peopleOf(node.url);
  admin = await people.company();
  const sales = await people.queue(admin);
  support = await people.queue(admin, 'Suporte', '#C4281C');
  whatsappId = await people.connection(admin);
  const body = { queueIds: [sales, support], greetingMessage: 'Bem-vindo!' };
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body });
  await database.query(
    `insert into queue_options (company_id, queue_id, option, title, message) values ($1, $2, 1, 'Endereço', 'Rua das Flores, 10.')`,
    [admin.user.companyId, support],
  );
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
});

const course = [
  ['Oi', 'Bem-vindo!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'],
  ['2', '*[ 1 ]* - Endereço\n\n*[ # ]* - Menu inicial'],
  ['1', 'Rua das Flores, 10.'],
] as const;

const received = async (number: string) =>
  (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } }))
    .filter(({ fromBusiness }) => fromBusiness)
    .map(({ body }) => body);

/** Also of what it says: committed and not yet given to the sender beside it, sent and not yet recorded, recorded. */
const points = [...crashPoints.bot, 'inbox.processed', 'outbox.sent', 'outbox.recorded'] as const;

test.each(points)('a death at %s, at every answer of the bot, changes nothing for the customer', { timeout: 600_000 }, async (point) => {
  const number = String(5_511_960_000_000 + ++numbers);
  const heard: string[] = [];
  for (const [body, answer] of course) {
    await node.ready();
    await node.stop();
    node.launch({ CRASH_AT: point });
    const revived = node.ended().then((ending) => {
      node.launch();
      return ending;
    });
    const id = `${point}-${body}-${number}`;
    await until('it is written', async () => {
      await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: 'Ana', body, id } });
      return true;
    });
    expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });
    heard.push(answer);
    await until('the answer', async () => (await received(number)).length >= heard.length);
    expect(await received(number)).toEqual(heard);
  }
  const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: number } });
  expect(tickets).toMatchObject([{ status: 'pending', queueId: support, chatbot: false }]);
  const ticketId = tickets[0]?.id ?? 0;
  const { messages } = await admin.call(messagesApi.list, { params: { ticketId }, query: {} });
  expect(messages.map(({ body }) => body)).toEqual(course.flat());
  const history = await admin.call(ticketsApi.history, { params: { id: ticketId } });
  expect(history.map(({ what, to }) => [what, to])).toEqual([
    ['create', 'pending'],
    ['bot-queue', 'Suporte'],
    ['bot-option', 'Endereço'],
    ['bot-ended', null],
  ]);
});
