import { queuesApi } from '@prosa/contracts/queues';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { office, ticketOf } from '../../../test/conversation.ts';
import { openWorld } from '../../../test/world.ts';
import { asRefusal } from './http-errors.ts';

const coded = (code: string) => Object.assign(new Error('the database says no'), { code });
const wrapped = (cause: Error) => new Error('Failed query', { cause: new Error('again', { cause }) });

test.each([
  ['55P03', 'a lock did not come in time'],
  ['40P01', 'a deadlock'],
  ['40001', 'another transaction was first'],
  ['57014', 'it took too long'],
  ['57P01', 'the database is shut down'],
  ['08006', 'the connection broke'],
  ['25P02', 'the transaction had failed before'],
  ['25P03', 'the transaction stood still for too long'],
  ['ECONNRESET', 'the connection was cut'],
])('%s (%s) is "not now", however deep it is wrapped', (code) => {
  for (const error of [coded(code), wrapped(coded(code)), new AggregateError([coded(code)])])
    expect(asRefusal(error)).toMatchObject({ code: 'ERR_UNAVAILABLE', status: 503 });
});

test('a fault of ours stays a fault', () => {
  expect(asRefusal(wrapped(coded('42703')))).toMatchObject({ code: 'ERR_INTERNAL', status: 500 });
  const endless = new Error('endless');
  endless.cause = endless;
  expect(asRefusal(endless)).toMatchObject({ code: 'ERR_INTERNAL' });
});

test('details of a wrong body are 20 at most, and each is short', () => {
  const numbers = z.record(z.string(), z.number());
  const wrong = Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`${place}${'k'.repeat(5_000)}`, 'x']));
  const { extra } = asRefusal(numbers.safeParse(wrong).error ?? new Error('it passed'));
  const details = z.array(z.object({ path: z.string().max(200), message: z.string().max(200) })).parse(extra.details);
  expect(details).toHaveLength(20);
});

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const refusal = { status: 503, body: { error: 'ERR_UNAVAILABLE' } };

test('who waits in vain for a ticket that somebody holds, or loses the database while waiting, hears when to come again', async () => {
  const { admin, agent, write } = await office(world);
  await write({ number: '5511980000001', name: 'Ana', body: 'Oi' });
  const { id } = await ticketOf(admin);
  const accept = () => agent.send(ticketsApi.update, { params: { id }, body: { status: 'open' } });
  await owner.query('begin');
  await owner.query('select from tickets where id = $1 for update', [id]);
  const [first, second] = [accept(), accept()];
  const waiting = async () => {
    const { rows } = await owner.query(
      `
        select pid
        from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()
        order by query_start`,
    );
    return rows.map(({ pid }) => pid);
  };
  await expect.poll(async () => (await waiting()).length).toBe(2);
  await owner.query('select pg_terminate_backend($1)', [(await waiting())[0]]);
  for (const answer of await Promise.all([first, second])) {
    expect(answer).toMatchObject(refusal);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await owner.query('rollback');
  expect((await accept()).status).toBe(200);
});

test('whatever is wrong in a list, and however often, the first of it is told', async () => {
  const admin = await world.company();
  const refused = async (path: string, body: object) => {
    const answer = await admin.raw('POST', path, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    return Object(answer.body).details;
  };
  const hook = { name: 'ERP', url: 'https://erp.exemplo.com/' };
  expect(await refused('/webhooks', { ...hook, events: Array.from({ length: 100_000 }, () => 0) })).toEqual([
    { path: 'events', message: 'invalidList' },
  ]);
  expect(await refused('/tags/sync', { ticketId: 1, tags: Array.from({ length: 100 }, () => 'x') })).toHaveLength(20);
});

test('"not now" is not remembered under an Idempotency-Key', async () => {
  const admin = await world.company();
  const create = () =>
    admin.raw('POST', '/queue', { body: { name: 'Vendas', color: '#112233' }, headers: { 'idempotency-key': 'vendas' } });
  await owner.query('begin');
  await owner.query('lock table queues in access exclusive mode');
  expect(await create()).toMatchObject(refusal);
  await owner.query('rollback');
  expect((await create()).status).toBe(200);
  expect(await admin.call(queuesApi.list, { query: {} })).toHaveLength(1);
});
