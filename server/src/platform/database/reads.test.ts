import { kanbanApi } from '@prosa/contracts/kanban';
import { messagesApi } from '@prosa/contracts/messages';
import { sessionApi } from '@prosa/contracts/session';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Client, openBrowser } from '../../../test/browser.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { cardsRead } from '../../capabilities/kanban/board.queries.ts';
import { plainList } from '../../capabilities/tickets/ticket-list.queries.ts';
import { sql } from './database.ts';
import { fly } from './flight.ts';
import { sizeStatement } from './kept-plans.ts';
import { keptRowsOf } from './kept-scope.ts';
import { keptStatement, planSettings } from './kept-statements.ts';
import { inScope } from './scope.ts';

// Nothing but calls is served here, so that every statement counted is one of the call that was made.
const world = await openWorld({ ROLES: 'web' });
const other = await openWorld({ ROLES: 'web' }, world.database);
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

/** A company with a queue, an agent in it, and so many closed tickets there, each with one message. */
async function office(tickets: number) {
  const admin = await world.company();
  const queue = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queue] });
  const ticketId = await inScope(platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      with connection as (
        insert into connections (name, provider, token_sealed, token_hash, wanted)
        values ('Parada', 'simulator', '', gen_random_uuid(), false)
        returning id),
      people as (
        insert into contacts (name, number)
        select 'Cliente ' || n, '55219' || n from generate_series(1, ${tickets}::int) n
        returning id),
      made as (
        insert into tickets (code, status, queue_id, connection_id, contact_id, closed_at, updated_at)
        select 'N' || p.id, 'closed', ${queue}, c.id, p.id, now(), now() - make_interval(secs => p.id) from people p, connection c
        returning id, connection_id, contact_id),
      said as (
        insert into messages (ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, ack, read, created_at)
        select id, connection_id, contact_id, 'x' || contact_id, false, 'M' || id, 'Bom dia', 0, true, now() from made)
      select max(id) as id from made`);
    return rows[0]?.id ?? 0;
  });
  return { admin, agent, queue, ticketId };
}

const closed = { query: { status: 'closed', showAll: 'true' } } as const;
const reads = (person: Client, id: number) => ({
  list: () => person.call(ticketsApi.list, closed),
  ticket: () => person.call(ticketsApi.show, { params: { id } }),
  messages: () => person.call(messagesApi.list, { params: { ticketId: id }, query: {} }),
  me: () => person.call(sessionApi.me, {}),
});

async function roundTrips(call: () => Promise<unknown>): Promise<number> {
  const before = await statementsSent(world.server.url, 'request');
  await call();
  return (await statementsSent(world.server.url, 'request')) - before;
}

test('tickets, a ticket, messages and who am I take one round trip each, and two when nobody knows the session yet', async () => {
  const { agent, ticketId } = await office(3);
  const { me, ...others } = reads(agent, ticketId);
  expect(await roundTrips(me)).toBeLessThanOrEqual(2);
  for (const [name, call] of Object.entries({ me, ...others })) expect(await roundTrips(call), name).toBe(1);
});

test('what a read shows is what it shows in a scope of its own', async () => {
  const { agent } = await office(45);
  const [plain, searched] = [
    await agent.call(ticketsApi.list, { query: { status: 'closed' } }),
    // A day is no plain list.
    await agent.call(ticketsApi.list, { query: { status: 'closed', date: new Date(platform.clock()).toISOString() } }),
  ];
  expect(plain).toMatchObject({ count: 45, hasMore: true });
  expect(plain.tickets).toEqual(searched.tickets);
  const [{ id, uuid } = { id: 0, uuid: '' }] = plain.tickets;
  const ticket = plain.tickets[0];
  expect(await agent.call(ticketsApi.show, { params: { id } })).toEqual(ticket);
  expect(await agent.call(ticketsApi.showByUuid, { params: { uuid } })).toEqual(ticket);
});

test('a session that ended is told so by the very next read, on every node that knew it', async () => {
  const { agent, ticketId } = await office(2);
  const there = elsewhere(agent);
  for (const person of [agent, there]) for (const call of Object.values(reads(person, ticketId))) await call();
  await owner.query('update sessions set revoked_at = now() where user_id = $1', [agent.user.id]);
  for (const person of [agent, there])
    for (const path of ['/auth/me', '/tickets?status=closed&showAll=true', `/tickets/${ticketId}`, `/messages/${ticketId}`])
      expect(await person.raw('GET', path)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
});

test('a right that was taken away is gone for the very next read, whichever node is asked', async () => {
  const { admin, agent, ticketId } = await office(4);
  const ids = async () => (await agent.call(ticketsApi.list, closed)).tickets.length;
  expect(await ids()).toBe(4);
  expect((await agent.send(ticketsApi.show, { params: { id: ticketId } })).status).toBe(200);
  await elsewhere(admin).call(usersApi.update, { params: { id: agent.user.id }, body: { queueIds: [] } });
  expect(await ids()).toBe(0);
  expect(await agent.send(ticketsApi.show, { params: { id: ticketId } })).toMatchObject({ status: 403 });
  expect(await agent.send(messagesApi.list, { params: { ticketId }, query: {} })).toMatchObject({ status: 403 });
});

test('a question that can not be understood is refused, and one of a session that is over as that', async () => {
  const { agent } = await office(1);
  const wrong = () => agent.raw('GET', '/tickets?status=asleep');
  expect(await wrong()).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  await owner.query('update sessions set revoked_at = now() where user_id = $1', [agent.user.id]);
  expect(await wrong()).toMatchObject({ status: 401 });
});

test('reads whose database goes away in the middle are refused for now, and go on when it is back', async () => {
  const { agent, ticketId } = await office(3);
  const calls = Object.values(reads(agent, ticketId));
  for (const call of calls) await call();
  const ask = () => agent.raw('GET', '/tickets?status=closed');
  const answers = Array.from({ length: 60 }, async (_, n) => {
    if (n % 20 === 10)
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prosa_app' and datname = current_database()`,
      );
    return (await ask()).status;
  });
  expect(new Set([...(await Promise.all(answers)), 200, 503])).toEqual(new Set([200, 503]));
  await expect.poll(async () => (await ask()).status).toBe(200);
  for (const call of calls) await call();
});

/** The plan that a connection keeps, made for one company. */
async function planFor(companyId: number, { text, values }: { text: string; values: unknown[] }): Promise<string> {
  const given = values.map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`)).join();
  await owner.query('begin');
  try {
    await owner.query('set local role prosa_app');
    await owner.query(`select set_config('app.company_id', '${companyId}', true)`);
    for (const [name, value] of Object.entries(planSettings)) await owner.query(`select set_config('${name}', '${value}', true)`);
    await owner.query(`prepare hot as ${text}`);
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain (costs off) execute hot(${given})`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await owner.query('rollback');
    await owner.query('deallocate all');
  }
}

test('a kept plan walks the index of its list, in a company of one ticket and in one of thousands', async () => {
  const [small, large] = [await office(1), await office(1_500)];
  await owner.query('analyze');
  const young = await office(2);
  for (const { agent, queue } of [small, large, young]) {
    const actor = { ...agent.user, userId: agent.user.id, sessionId: undefined, allTicket: false, queueIds: [queue] };
    const query = ticketsApi.list.query.parse({ status: 'closed' });
    for (const [{ statements }, index] of [
      [plainList(actor, query), 'tickets_place_list'],
      [cardsRead(actor, kanbanApi.cards.query.parse({})), 'tickets_board'],
    ] as const) {
      const plan = await planFor(agent.user.companyId, statements[0] ?? keptStatement(sql`select 1`));
      // From the newest end of the index, minute by minute.
      expect(plan).toMatch(new RegExp(`Presorted Key: \\w+.updated_minute *\\n(.*\\n){0,3}.*Index Scan using ${index} `));
      expect(plan).not.toMatch(/Seq Scan on (tickets|contacts|messages|ticket_tags)/);
    }
  }
  for (const { agent, ticketId } of [small, large]) for (const call of Object.values(reads(agent, ticketId))) await call();
  for (const { agent } of [small, large]) expect(platform.databases.keptPlans.of(agent.user.companyId).areKept).toBe(true);
});

test('statistics of few rows count until a table has outgrown them, those of many for good', async () => {
  await office(600);
  await owner.query('analyze');
  const statisticsAfter = async (change: string) => {
    await owner.query('begin');
    try {
      await owner.query(`update pg_class set ${change} where relname = 'contacts'`);
      const { rows } = await owner.query<string[]>({ text: sizeStatement.text, rowMode: 'array' });
      return rows[0]?.[1];
    } finally {
      await owner.query('rollback');
    }
  };
  expect(await statisticsAfter('reltuples = 499')).toBe('current');
  expect(await statisticsAfter('reltuples = 60, relpages = 1')).toBe('missing');
  expect(await statisticsAfter('reltuples = 0')).toBe('missing');
  expect(await statisticsAfter('relpages = 1')).toBe('settled');
});

test('statements that travel together are done together or not at all, and the connection can be used again', async () => {
  const client = await platform.databases.app.connect();
  const { admin } = await office(1);
  const set = { name: 'test-company', text: `select set_config('app.company_id', $1, true)`, values: [admin.user.companyId] };
  const rename = { name: 'test-rename', text: 'update users set name = $1', values: ['Outro nome'] };
  const wrong = { name: 'test-wrong', text: 'select 1 / $1::int', values: [0] };
  const name = { name: 'test-name', text: 'select name, $1::int[]::text from users', values: [[1, 2]] };
  try {
    await expect(fly(client, [set, rename, wrong, name])).rejects.toThrow('division by zero');
    for (let time = 0; time < 3; time += 1) {
      const [, rows] = await fly(client, [set, name]);
      expect(rows).toEqual(expect.arrayContaining([[admin.user.name, '{1,2}']]));
    }
    // The company was that flight's alone.
    expect((await fly(client, [name]))[0]).toEqual([]);
  } finally {
    client.release();
  }
});

test('work that keeps its plans keeps them for all companies together', async () => {
  const [small, large] = [await office(1), await office(600)];
  const namesIn = (companyId: number, keepsPlans: boolean) =>
    inScope(platform, keepsPlans ? { companyId, keepsPlans } : { companyId }, async (scope) => {
      const shown = await keptRowsOf(
        scope,
        z.object({ at: z.string() }),
        sql`select updated_at as at from tickets where id > ${0} limit 1`,
      );
      expect(shown, 'times are text, as in every scope').toEqual([{ at: expect.any(String) }]);
      const { rows } = await scope.tx.execute<{ name: string }>(
        sql`select name from pg_prepared_statements where statement like 'select updated_at as at%'`,
      );
      return rows.map(({ name }) => name);
    });
  expect(await namesIn(large.admin.user.companyId, false)).toEqual([]);
  for (const { admin } of [small, large])
    expect(await namesIn(admin.user.companyId, true)).toEqual([expect.stringMatching(/^kept-[\w-]{22}$/)]);
});

test('of single companies the planner knows nothing, so that a plan made for one is right for all', async () => {
  await office(30);
  await owner.query('analyze');
  const { rows } = await owner.query<{ tablename: string }>(`select tablename from pg_stats where attname = 'company_id'`);
  expect(rows).toEqual([]);
});

/** The same person at the other node. */
function elsewhere({ token }: Client): Client {
  const browser = openBrowser(other.server.url);
  browser.token = token;
  return browser;
}
