import { KanbanQuery, kanbanApi, laneOf } from '@prosa/contracts/kanban';
import { tagsApi } from '@prosa/contracts/tags';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import type { Bound } from '../../platform/database/flight.ts';
import { keptStatement, planSettings } from '../../platform/database/kept-statements.ts';
import { inScope } from '../../platform/database/scope.ts';
import { moveStatements } from '../tags/lanes.actions.ts';
import { cardsStatement, lanesStatement } from './board.queries.ts';

// Nothing but calls is served here, so that every statement counted is one of the call that was made.
const world = await openWorld({ ROLES: 'web' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const [laneCount, live, closed] = [20, 5_000, 20_000];
let office: Awaited<ReturnType<typeof bigOffice>>;
beforeAll(async () => {
  office = await bigOffice();
});

/** Twenty lanes and the first one, 5,000 cards in them by turns, and four times as many tickets that are closed. */
async function bigOffice() {
  const admin = await world.company();
  const company = admin.user.companyId;
  const queueIds = [
    await world.queue(admin),
    await world.queue(admin, 'Suporte', '#0000ff'),
    await world.queue(admin, 'Financeiro', '#ff0000'),
  ];
  const agent = await world.colleague(admin, 'user', { queueIds: queueIds.slice(0, 2), allTicket: 'enable' });
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: queueIds.slice(0, 2) });
  const tagIds: number[] = [];
  for (let n = 0; n < laneCount; n += 1) tagIds.push((await admin.call(tagsApi.create, { body: { name: `Etapa ${n}`, kanban: 1 } })).id);
  const { rows } = await owner.query<{ id: number }>(
    `
      insert into connections (company_id, name, provider, token_sealed, token_hash, wanted)
      values ($1, 'Parada', 'simulator', '', gen_random_uuid(), false)
      returning id`,
    [company],
  );
  await owner.query(
    `
      insert into contacts (company_id, name, number)
      select $1, 'Cliente ' || n, (5511900000000 + n)::text
      from generate_series(1, ${live + closed}) n`,
    [company],
  );
  await owner.query(
    `
      insert into tickets (company_id, code, status, user_id, queue_id, connection_id, contact_id, created_at, updated_at, closed_at)
      select $1, '20200101' || lpad(n::text, 6, '0'), s.status,
        case when s.status <> 'pending' then ($4::int[])[1 + n % 3] end,
        case when n % 4 < 3 then ($3::int[])[1 + n % 4] end,
        $2, c.id, now() - n * interval '1 minute', now() - n * interval '1 minute', case when s.status = 'closed' then now() end
      from generate_series(1, ${live + closed}) n
      join contacts c on c.company_id = $1 and c.number = (5511900000000 + n)::text
      cross join lateral (
        select case when n > ${live} then 'closed' when n % 2 = 0 then 'open' else 'pending' end as status) s`,
    [company, rows[0]?.id, queueIds, [agent.user.id, admin.user.id, supervisor.user.id]],
  );
  await owner.query(
    `
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select t.company_id, t.id, ($2::int[])[1 + t.id % ${laneCount}]
      from tickets t
      where t.company_id = $1 and t.id % 21 <> 20`,
    [company, tagIds],
  );
  await owner.query('analyze');
  return { admin, agent, supervisor, queueIds, tagIds };
}

const roles = ['admin', 'supervisor', 'agent'] as const;
type Node = Record<string, unknown> & { Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const actorOf = async (person: Client) => {
  const claims = await world.server.http.tokens.verify(person.token);
  if (!claims) throw new Error('nobody is signed in');
  return inScope(world.server.platform, claims, async ({ actor }) => actor);
};

/** The plan that connections keep, with what it read, as the role that serves requests. */
async function planOf(person: Client, which: 'lanes' | object): Promise<Node[]> {
  const actor = await actorOf(person);
  const statement = keptStatement(which === 'lanes' ? lanesStatement(actor) : cardsStatement(actor, KanbanQuery.parse(which)));
  const [plan = []] = await plansOf(person, [statement], planSettings);
  return plan;
}

/** What each of these reads when they run one after the other; it is undone. */
async function plansOf(person: Client, statements: Bound[], settings: Record<string, string> = {}): Promise<Node[][]> {
  const plans: Node[][] = [];
  await owner.query('begin');
  try {
    await owner.query('set local role prosa_app');
    await owner.query(`select set_config('app.company_id', '${person.user.companyId}', true)`);
    for (const [name, value] of Object.entries(settings)) await owner.query(`select set_config('${name}', '${value}', true)`);
    for (const { text, values } of statements) {
      const given = values.map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`)).join();
      await owner.query(`prepare board as ${text}`);
      const { rows } = await owner.query<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(
        `explain (analyze, timing off, format json) execute board${values.length > 0 ? `(${given})` : ''}`,
      );
      plans.push(rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan)));
      await owner.query('deallocate board');
    }
    return plans;
  } finally {
    await owner.query('rollback');
    await owner.query('deallocate all');
  }
}

test.each(roles)('the board of the %s is read from index ranges: no ticket that is closed, no lane read to its end', async (role) => {
  const person = office[role];
  for (const which of ['lanes', {}, { tagId: '0' }, { tagId: String(office.tagIds[3]), pageNumber: '2' }] as const) {
    const nodes = await planOf(person, which);
    const ofTickets = nodes.filter((node) => node['Relation Name'] === 'tickets');
    const name = JSON.stringify(which);
    expect(ofTickets.length, name).toBeGreaterThan(0);
    for (const node of ofTickets) expect(String(node['Node Type']), name).toMatch(/^Index (Only )?Scan$/);
    const indexes = new Set(ofTickets.map((node) => String(node['Index Name'])));
    expect(indexes, name).toContain('tickets_board');
    expect(
      [...indexes].filter((index) => !['tickets_board', 'tickets_user_list', 'tickets_pkey', 'tickets_company_id_id_key'].includes(index)),
      name,
    ).toEqual([]);
    const removed = ofTickets.reduce((sum, node) => sum + Number(node['Rows Removed by Filter'] ?? 0) * Number(node['Actual Loops']), 0);
    expect(removed, `${name}: read and not shown`).toBe(0);
  }
});

test('each of the board’s reads takes one round trip, and a search of it too', async () => {
  for (const role of roles) {
    const person = office[role];
    const reads = {
      lanes: () => person.call(kanbanApi.lanes, { query: {} }),
      board: () => person.call(kanbanApi.cards, { query: {} }),
      lane: () => person.call(kanbanApi.cards, { query: { tagId: 0, pageNumber: 2 } }),
      search: () => person.call(kanbanApi.cards, { query: { searchParam: 'cliente 42' } }),
    };
    await reads.lanes();
    for (const [name, read] of Object.entries(reads)) {
      const before = await statementsSent(world.server.url, 'request');
      await read();
      expect((await statementsSent(world.server.url, 'request')) - before, `${role} ${name}`).toBe(1);
    }
  }
});

test('a move takes two round trips, wherever it leads, and so does another order of the lanes', async () => {
  const { admin, tagIds } = office;
  const [card] = (await admin.call(kanbanApi.cards, { query: { tagId: 0 } })).tickets;
  const ticketId = card!.id;
  const calls = {
    move: () => admin.call(kanbanApi.move, { params: { ticketId, tagId: tagIds[4]! } }),
    on: () => admin.call(kanbanApi.move, { params: { ticketId, tagId: tagIds[5]! } }),
    again: () => admin.call(kanbanApi.move, { params: { ticketId, tagId: tagIds[5]! } }),
    back: () => admin.call(kanbanApi.clear, { params: { ticketId } }),
    order: () => admin.call(kanbanApi.order, { body: { tagIds: tagIds.toReversed() } }),
    orderBack: () => admin.call(kanbanApi.order, { body: { tagIds } }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const before = await statementsSent(world.server.url, 'request');
    await call();
    expect((await statementsSent(world.server.url, 'request')) - before, name).toBe(2);
  }
});

test('a move reads the one ticket it is about, by its key', async () => {
  const { admin, tagIds } = office;
  const { tickets } = await admin.call(kanbanApi.cards, { query: { tagId: tagIds[2] } });
  const plans = await plansOf(admin, moveStatements(tickets[0]!.id, tagIds[3], { userId: admin.user.id }));
  for (const node of plans.flat().filter((each) => ['tickets', 'ticket_tags'].includes(String(each['Relation Name'])))) {
    if (node['Node Type'] === 'ModifyTable') continue;
    expect(String(node['Node Type'])).toMatch(/^(Index (Only )?Scan|Bitmap Heap Scan)$/);
    expect(Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(2);
  }
});

/** By the rules of who sees what, in the database's own words. */
const seenBy = {
  admin: 'true',
  supervisor: '(t.user_id = $2 or t.queue_id = any($3))',
  agent: "(t.user_id = $2 or (t.status = 'pending' and (t.queue_id = any($3) or t.queue_id is null)))",
};

test.each(roles)('the board of the %s holds the cards of their own queues and those they serve, all of them and no other', async (role) => {
  const person = office[role];
  const { rows } = await owner.query<{ id: number }>(
    `select t.id from tickets t where t.company_id = $1 and t.status <> 'closed' and ($2::int is not null) and ($3::int[] is not null)
      and ${seenBy[role]}`,
    [person.user.companyId, person.user.id, office.queueIds.slice(0, 2)],
  );
  const seen: number[] = [];
  for (const tagId of [0, ...office.tagIds]) {
    for (let pageNumber = 1, more = true; more; pageNumber += 1) {
      const page = await person.call(kanbanApi.cards, { query: { tagId, pageNumber } });
      seen.push(...page.tickets.map(({ id }) => id));
      more = page.hasMore;
    }
  }
  const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
  expect(sorted(seen)).toEqual(sorted(rows.map(({ id }) => id)));
  expect((await person.call(kanbanApi.cards, { query: {} })).count).toBe(rows.length);
});

test('a lane goes on page by page, newest first, without gaps or repeats, and its count is the whole', async () => {
  for (const role of roles) {
    const person = office[role];
    const first = await person.call(kanbanApi.cards, { query: {} });
    expect(first.lanes.map(({ tagId }) => tagId)).toEqual([0, ...office.tagIds]);
    for (const { tagId, count, hasMore } of first.lanes.slice(0, 3)) {
      const seen: number[] = [];
      for (let pageNumber = 1, more = true; more; pageNumber += 1) {
        const page = await person.call(kanbanApi.cards, { query: { tagId, pageNumber } });
        expect(page.count).toBe(count);
        expect(page.tickets.every((ticket) => laneOf(ticket) === tagId)).toBe(true);
        if (pageNumber === 1) {
          expect(page.hasMore).toBe(hasMore);
          expect(first.tickets.filter((ticket) => laneOf(ticket) === tagId)).toEqual(page.tickets);
        }
        seen.push(...page.tickets.map(({ id }) => id));
        more = page.hasMore;
      }
      expect(new Set(seen).size, `${role} ${tagId}`).toBe(count);
      expect(seen.length).toBe(count);
    }
    const counted = await person.call(kanbanApi.lanes, { query: {} });
    expect(counted.lista.map(({ id, ticketsCount }) => [id, ticketsCount])).toEqual(
      first.lanes.slice(1).map(({ tagId, count }) => [tagId, count]),
    );
    expect(first.count).toBe(first.lanes.reduce((sum, { count }) => sum + count, 0));
  }
});

test('queues without cards are looked into once each, however many lanes there are', async () => {
  const { admin } = office;
  const empty = 200;
  await owner.query(
    `insert into queues (company_id, name, color) select $1, 'Vazia ' || n, '#' || lpad(to_hex(n), 6, '0') from generate_series(1, $2) n`,
    [admin.user.companyId, empty],
  );
  const scans = (await planOf(admin, {})).filter((node) => node['Relation Name'] === 'tickets' && node['Node Type'] !== 'ModifyTable');
  const looks = scans.reduce((sum, node) => sum + Number(node['Actual Loops']), 0);
  // Counted by status; of each lane what is open and what waits in four places; and the twenty that are shown of each.
  expect(looks).toBeLessThan(2 * (empty + 4) + (laneCount + 1) * (2 * 4 + 20) + 10);
});
