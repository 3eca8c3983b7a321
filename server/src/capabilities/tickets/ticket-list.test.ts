import { queuesApi } from '@prosa/contracts/queues';
import { tagsApi } from '@prosa/contracts/tags';
import { type Ticket, TicketQuery, ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { listStatements } from './ticket-list.queries.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const many = 30_000;
type Office = Awaited<ReturnType<typeof bigOffice>>;
let office: Office;
beforeAll(async () => {
  office = await bigOffice();
});

/**
 * Tickets made at once by the database: number n belongs to contact n, was touched n minutes before now, and stands closed but for the
 * newest thousand. Queues and people take turns.
 */
async function bigOffice() {
  const admin = await world.company();
  const queueIds: number[] = [];
  for (let n = 0; n < 6; n += 1)
    queueIds.push((await admin.call(queuesApi.create, { body: { name: `Fila ${n}`, color: `#00000${n}` } })).id);
  const [a = 0, b = 0, c = 0] = queueIds;
  const agent = await world.colleague(admin, 'user', { queueIds: [a, b, c], allTicket: 'enable' });
  const other = await world.colleague(admin, 'user', { queueIds: [a] });
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [a, b] });
  const whatsappId = await world.connection(admin);
  const company = admin.user.companyId;
  await owner.query(
    `
      insert into contacts (company_id, name, number)
      select $1, 'Cliente ' || n, (5511900000000 + n)::text
      from generate_series(1, ${many}) n`,
    [company],
  );
  await owner.query(
    `
      insert into tickets (company_id, code, status, user_id, queue_id, connection_id, contact_id, created_at,
        updated_at, closed_at, unread_messages)
      select $1,
        '20200101' || lpad(n::text, 6, '0'),
        s.status,
        case when s.status <> 'pending' then ($4::int[])[1 + n % 3] end,
        case when n % 7 < 6 then ($3::int[])[1 + n % 7] end,
        $2, c.id, now() - n * interval '1 minute', now() - n * interval '1 minute',
        case when s.status = 'closed' then now() end,
        case when n % 50 = 0 then 2 else 0 end
      from generate_series(1, ${many}) n
      join contacts c on c.company_id = $1 and c.number = (5511900000000 + n)::text
      cross join lateral (
        select case when n > 1000 then 'closed' when n % 2 = 0 then 'open' else 'pending' end as status) s`,
    [company, whatsappId, queueIds, [agent.user.id, other.user.id, supervisor.user.id]],
  );
  await owner.query('analyze');
  return { admin, agent, other, supervisor, queueIds, whatsappId };
}

const list = (person: Client, query: Record<string, string>) => person.call(ticketsApi.list, { query });
const idsOf = (tickets: Ticket[]) => tickets.map(({ id }) => id);
const orderOf = (tickets: Ticket[]) => tickets.map(({ updatedAt }) => updatedAt);

type Node = Record<string, unknown> & { Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const perLoop = (node: Node, name: string) => Number(node[name] ?? 0) * Number(node['Actual Loops'] ?? 1);

/** What PostgreSQL read of tickets for one list, as the role that serves requests, and by which paths. */
async function readsOf(person: Client, query: Record<string, string>) {
  const claims = await world.server.http.tokens.verify(person.token);
  if (!claims) throw new Error('nobody is signed in');
  return inScope(world.server.platform, claims, async (scope) => {
    const statements = await listStatements(scope, TicketQuery.parse(query));
    const planOf = async (statement: typeof statements.page) => {
      const { rows } = await scope.tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(
        sql`explain (analyze, timing off, format json) ${statement}`,
      );
      return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
    };
    const [page, count] = [await planOf(statements.page), await planOf(statements.count)];
    const ofTickets = [...page, ...count].filter((node) => node['Relation Name'] === 'tickets');
    return {
      counted: [...new Set(count.map((node) => node['Relation Name']).filter((name) => name !== undefined))],
      rows: ofTickets.reduce((sum, node) => sum + perLoop(node, 'Actual Rows') + perLoop(node, 'Rows Removed by Filter'), 0),
      ofTags: [...page, ...count].filter((node) => node['Relation Name'] === 'ticket_tags').length,
      paths: [...new Set(ofTickets.map((node) => String(node['Node Type'])))],
    };
  });
}

const everyStatus = ['pending', 'open', 'closed', undefined] as const;

test.each(['admin', 'supervisor', 'agent'] as const)(
  'the lists of the %s are read from index ranges, whatever the size of the company',
  async (role) => {
    for (const status of everyStatus) {
      for (const showAll of ['true', 'false']) {
        for (const queueIds of [undefined, office.queueIds.slice(0, 2)]) {
          const query = { showAll, ...(status && { status }), ...(queueIds && { queueIds: JSON.stringify(queueIds) }) };
          const { counted, rows, paths } = await readsOf(office[role], query);
          expect(paths, JSON.stringify(query)).not.toEqual([]);
          expect(paths, JSON.stringify(query)).not.toContain('Seq Scan');
          // Totals tell; what was theirs once, and is closed, is the one thing they do not know.
          const alsoFormer = role !== 'admin' && (status === 'closed' || status === undefined);
          expect(counted, JSON.stringify(query)).toContain('ticket_totals');
          if (!alsoFormer) expect(counted, JSON.stringify(query)).toEqual(['ticket_totals']);
          expect(rows, JSON.stringify(query)).toBeLessThan(1_500);
        }
      }
    }
  },
);

test.each(['admin', 'supervisor', 'agent'] as const)('filters of the %s read a few rows, not the company', async (role) => {
  const { id } = await office.admin.call(tagsApi.create, { body: { name: `Rara ${role}` } });
  await office.admin.call(tagsApi.sync, {
    body: { ticketId: (await list(office.admin, { status: 'pending' })).tickets[0]!.id, tags: [{ id }] },
  });
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const someone = JSON.stringify([office.other.user.id]);
  for (const query of [
    { tags: JSON.stringify([id]) },
    { date: day },
    { updatedAt: day },
    { withUnreadMessages: 'true' },
    { users: someone, showAll: 'true', status: 'closed' },
    { searchParam: 'cliente 29999' },
    { searchParam: '5511900029', status: 'closed' },
  ]) {
    const { rows, paths } = await readsOf(office[role], { showAll: 'true', ...query });
    expect(paths, JSON.stringify(query)).not.toContain('Seq Scan');
    expect(rows, JSON.stringify(query)).toBeLessThan(6_000);
  }
});

test('a list goes on page by page, newest first, without gaps or repeats, and its count is the whole', async () => {
  for (const person of [office.admin, office.supervisor, office.agent]) {
    const pages = await Promise.all([1, 2, 3].map((pageNumber) => list(person, { status: 'pending', pageNumber: `${pageNumber}` })));
    const tickets = pages.flatMap((page) => page.tickets);
    expect(new Set(idsOf(tickets)).size).toBe(120);
    expect(orderOf(tickets)).toEqual(orderOf(tickets).toSorted().toReversed());
    const { rows } = await owner.query<{ count: number }>(
      `
        select count(*)::int as count
        from tickets
        where company_id = $1
          and status = 'pending'
          and ($2::int[] is null or queue_id = any($2) or ($3 and queue_id is null))`,
      [
        person.user.companyId,
        person === office.admin ? null : person.user.queues.map((queue) => queue.id),
        person.user.allTicket === 'enable',
      ],
    );
    expect(pages.map(({ count }) => count)).toEqual(pages.map(() => rows[0]?.count));
  }
});

test('"users and queueIds mean any of; tags means all of", and filters combine with AND', async () => {
  const { admin, agent, other, queueIds } = office;
  const [first = 0, second = 0] = queueIds;
  const ofBoth = await list(admin, { users: JSON.stringify([agent.user.id, other.user.id]), showAll: 'true', status: 'open' });
  expect(new Set(ofBoth.tickets.map(({ userId }) => userId))).toEqual(new Set([agent.user.id, other.user.id]));
  const inBoth = await list(admin, { queueIds: JSON.stringify([first, second]), showAll: 'true', status: 'closed' });
  expect(new Set(inBoth.tickets.map(({ queueId }) => queueId))).toEqual(new Set([first, second, null]));
  const [one, two] = inBoth.tickets;
  const [red, blue] = [
    await admin.call(tagsApi.create, { body: { name: 'Vermelha' } }),
    await admin.call(tagsApi.create, { body: { name: 'Azul' } }),
  ];
  await admin.call(tagsApi.sync, { body: { ticketId: one!.id, tags: [{ id: red.id }, { id: blue.id }] } });
  await admin.call(tagsApi.sync, { body: { ticketId: two!.id, tags: [{ id: red.id }] } });
  const tagged = (ids: number[], more: Record<string, string> = {}) => list(admin, { tags: JSON.stringify(ids), showAll: 'true', ...more });
  expect(idsOf((await tagged([red.id])).tickets)).toEqual([one!.id, two!.id]);
  expect(await tagged([red.id, blue.id])).toMatchObject({
    count: 1,
    hasMore: false,
    tickets: [{ id: one!.id, tags: [{ name: 'Azul' }, { name: 'Vermelha' }] }],
  });
  expect((await tagged([red.id], { status: 'pending' })).tickets).toEqual([]);
  expect((await tagged([red.id], { queueIds: JSON.stringify([one!.queueId ?? first]) })).tickets.map(({ id }) => id)).toContain(one!.id);
});

test('an agent’s filter by user is not theirs to use', async () => {
  const { agent, other } = office;
  const users = JSON.stringify([other.user.id]);
  expect(idsOf((await list(agent, { status: 'closed', users })).tickets)).toEqual(idsOf((await list(agent, { status: 'closed' })).tickets));
});

test('"date/updatedAt are days in the company’s time zone"', async () => {
  const { admin } = office;
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  const day = zone.format(Date.now() - 3 * 86_400_000);
  for (const filter of ['date', 'updatedAt']) {
    const { tickets, count, hasMore } = await list(admin, { [filter]: day, showAll: 'true' });
    expect({ count, hasMore, shown: tickets.length }, filter).toEqual({ count: 1_000, hasMore: true, shown: 40 });
    expect(new Set(tickets.map(({ createdAt }) => zone.format(new Date(createdAt))))).toEqual(new Set([day]));
  }
  expect(await admin.send(ticketsApi.list, { query: { date: '10/03/2026' } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [{ path: 'date', message: 'invalidDate' }] },
  });
});

test('the search finds by name, number, protocol and what was said, blind to accents and capitals', async () => {
  const { admin, agent } = office;
  await owner.query(`update contacts set name = 'José Ávila Conceição' where company_id = $1 and number = '5511900000011'`, [
    admin.user.companyId,
  ]);
  const wanted = (await list(admin, { searchParam: '5511900000011', showAll: 'true' })).tickets;
  expect(wanted).toMatchObject([{ contact: { name: 'José Ávila Conceição' } }]);
  for (const searchParam of ['jose avila', 'CONCEICAO', 'conceição', '900000011', wanted[0]!.code])
    expect(idsOf((await list(admin, { searchParam, showAll: 'true' })).tickets), searchParam).toEqual(idsOf(wanted));
  await owner.query(
    `
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body,
        created_at)
      select company_id, id, connection_id, contact_id, 'x', false, 'busca', 'Queria um orçamento do portão', now()
      from tickets
      where id = $1`,
    [wanted[0]!.id],
  );
  expect(idsOf((await list(admin, { searchParam: 'orcamento do portao', showAll: 'true' })).tickets)).toEqual(idsOf(wanted));
  expect((await list(agent, { searchParam: 'nada disto' })).tickets).toEqual([]);
});

test('a search shows nobody more than they may see', async () => {
  const { admin, agent } = office;
  const found = (await list(agent, { searchParam: 'cliente 2', showAll: 'true' })).tickets;
  expect(found.length).toBeGreaterThan(0);
  for (const { id } of found) expect((await agent.send(ticketsApi.show, { params: { id } })).status, String(id)).toBe(200);
  expect((await list(admin, { searchParam: 'cliente 2', showAll: 'true' })).count).toBeGreaterThan(found.length);
});

test('what moved within one minute is listed by its exact time, across pages', async () => {
  const { companyId } = office.admin.user;
  const [queueId = 0] = office.queueIds;
  const { rows } = await owner.query<{ id: number }>(
    `
      update tickets t
      set updated_at = date_trunc('minute', now()) + interval '10 minutes' + (t.id * 7919 % 97) * interval '0.2 s'
      where t.company_id = $1
        and t.id in (select id from tickets where company_id = $1 and status = 'pending' and queue_id = $2 order by id limit 60)
      returning t.id, t.updated_at`,
    [companyId, queueId],
  );
  const newest = (
    await owner.query<{ id: number }>('select id from tickets where id = any($1) order by updated_at desc, id desc', [
      rows.map(({ id }) => id),
    ])
  ).rows.map(({ id }) => id);
  const pages = [];
  for (const pageNumber of ['1', '2'])
    pages.push(...idsOf((await list(office.admin, { status: 'pending', showAll: 'true', queueIds: `[${queueId}]`, pageNumber })).tickets));
  expect(pages.slice(0, newest.length)).toEqual(newest);
});

test('only what is unread is listed when asked for', async () => {
  for (const person of [office.admin, office.agent]) {
    const { tickets } = await list(person, { withUnreadMessages: 'true', showAll: 'true' });
    expect(tickets.length).toBeGreaterThan(0);
    expect(tickets.every(({ unreadMessages }) => unreadMessages > 0)).toBe(true);
  }
});

test('a ticket that was theirs once stays in an agent’s list when it is closed elsewhere', async () => {
  const { admin, other, queueIds } = office;
  const [mine = 0, , , , elsewhere = 0] = queueIds;
  const { id } = (await list(other, { status: 'pending', queueIds: JSON.stringify([mine]) })).tickets[0]!;
  const move = (person: Client, body: object) => person.call(ticketsApi.update, { params: { id }, body });
  await move(other, { status: 'open' });
  await move(other, { queueId: elsewhere });
  const before = await list(other, { status: 'closed' });
  await move(admin, { status: 'closed' });
  const after = await list(other, { status: 'closed' });
  expect(after.tickets[0]?.id).toBe(id);
  expect(after.count).toBe(before.count + 1);
  expect(idsOf((await list(other, { searchParam: after.tickets[0]!.contact.number })).tickets)).toEqual([id]);
});

test('a hundred tags are one condition of the list, as two are; more than a hundred ids are refused', async () => {
  const { admin } = office;
  const { rows } = await owner.query<{ id: number }>(
    `
      insert into tags (company_id, name, color)
      select $1, 'Etiqueta ' || n, '#101010'
      from generate_series(1, 101) n
      returning id`,
    [admin.user.companyId],
  );
  const tagIds = rows.map(({ id }) => id);
  const [ticket] = (await list(admin, { showAll: 'true', status: 'open' })).tickets;
  await owner.query('insert into ticket_tags (company_id, ticket_id, tag_id) select $1, $2, unnest($3::int[])', [
    admin.user.companyId,
    ticket!.id,
    tagIds.slice(0, 100),
  ]);
  const asked = (count: number) => ({ showAll: 'true', tags: JSON.stringify(tagIds.slice(0, count)) });
  const { tickets, count } = await list(admin, asked(100));
  expect([idsOf(tickets), count]).toEqual([[ticket!.id], 1]);
  expect((await list(admin, { showAll: 'true', tags: JSON.stringify(tagIds.slice(2)) })).tickets).toEqual([]);
  expect((await readsOf(admin, asked(100))).ofTags).toBe((await readsOf(admin, asked(2))).ofTags);
  for (const field of ['tags', 'users', 'queueIds']) {
    const { status } = await admin.raw('GET', `/tickets?${field}=${encodeURIComponent(JSON.stringify(tagIds))}`);
    expect(status, field).toBe(400);
  }
});
