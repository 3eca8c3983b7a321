import { chatsApi } from '@prosa/contracts/chats';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import type { Bound } from '../../platform/database/flight.ts';
import { planSettings } from '../../platform/database/kept-statements.ts';
import { inScope } from '../../platform/database/scope.ts';
import { chatPageRead } from './chat-messages.queries.ts';
import { listStatements } from './chats.queries.ts';

const world = await openWorld({ ROLES: 'web' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const ana = await world.company();
const bia = await world.colleague(ana);
const create = (title: string) => ana.call(chatsApi.create, { body: { title, users: [{ id: bia.user.id }] } });
const [chat, other] = [await create('Longa'), await create('Outra')];
const { companyId } = ana.user;
const length = 50_000;
for (const { id } of [chat, other])
  await owner.query(
    `insert into chat_messages (company_id, chat_id, sender_id, message, created_at)
     select $1, $2, $3, 'bom dia número ' || n || case when n % 10000 = 7 then ' xilofone' else '' end,
       now() - make_interval(secs => 200000 - n)
     from generate_series(1, ${length}) n`,
    [companyId, id, bia.user.id],
  );
// Chats of others, which a list of one's own does not look at.
await owner.query(
  `with made as (
     insert into chats (company_id, title, owner_id) select $1, 'Alheia ' || n, $2 from generate_series(1, 5000) n returning id)
   insert into chat_members (company_id, chat_id, user_id) select $1, id, $2 from made`,
  [companyId, bia.user.id],
);
await owner.query('vacuum analyze chat_messages, chat_members, chats');

type Node = Record<string, unknown> & { Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const rowsRead = (nodes: Node[], table: string) =>
  nodes
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum + (Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0)) * Number(node['Actual Loops'] ?? 1),
      0,
    );

/** What PostgreSQL does for a kept statement, by the plan that a connection keeps. */
async function planOf({ text, values }: Bound): Promise<Node[]> {
  await owner.query('begin');
  try {
    await owner.query('set local role prosa_app');
    await owner.query(`select set_config('app.company_id', '${companyId}', true)`);
    for (const [name, value] of Object.entries(planSettings)) await owner.query(`select set_config('${name}', '${value}', true)`);
    await owner.query(`prepare kept as ${text}`);
    const { rows } = await owner.query<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(
      `explain (analyze, timing off, format json) execute kept(${values.join()})`,
    );
    return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  } finally {
    await owner.query('rollback');
    await owner.query('deallocate all');
  }
}

test('a page of a chat of 50,000 messages is read from its index, no further than the page, and only to a member', async () => {
  const [count, page] = chatPageRead({ userId: ana.user.id }, chat.id, 3).statements;
  const nodes = await planOf(page!);
  const ids = nodes.find((node) => node['Index Name'] === 'chat_messages_chat');
  expect(ids?.['Node Type']).toBe('Index Only Scan');
  expect(Number(ids?.['Actual Rows'])).toBe(61);
  // The ids of three pages, and the messages of one with the one that says whether there are more.
  expect(rowsRead(nodes, 'chat_messages')).toBe(61 + 21);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  const counting = await planOf(count!);
  expect(counting.find((node) => node['Relation Name'] === 'chat_messages')).toMatchObject({ 'Node Type': 'Index Only Scan' });
  expect(rowsRead(counting, 'chat_messages')).toBe(length);
  const [, notTheirs] = chatPageRead({ userId: 0 }, chat.id, 1).statements;
  expect(rowsRead(await planOf(notTheirs!), 'chat_messages')).toBe(0);

  const deep = await ana.call(chatsApi.messages, { params: { id: chat.id }, query: { pageNumber: 2_500 } });
  expect([deep.count, deep.hasMore, deep.records.map(({ message }) => message).at(0)]).toEqual([length, false, 'bom dia número 1']);
});

test('a list of chats looks at those one is in, and at nobody else’s', async () => {
  const plan = await inScope(world.server.platform, { companyId }, async (scope) => {
    const asAna = { ...scope, actor: { ...scope.actor, userId: ana.user.id } };
    const { page } = listStatements(asAna, { searchParam: '', pageNumber: 1, unread: false });
    const { rows } = await scope.tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(sql`explain (format json, analyze) ${page}`);
    return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  });
  expect(rowsRead(plan, 'chats')).toBeLessThan(10);
  expect(rowsRead(plan, 'chat_members')).toBeLessThan(20);
});

test('what was said is found by its words, from the newest, through the index of words; and a page opens around it', async () => {
  const search = (searchParam: string, pageNumber = 1) =>
    ana.call(chatsApi.search, { params: { id: chat.id }, query: { searchParam, pageNumber } });
  const found = await search('XILO');
  expect(found.records.map(({ message }) => message)).toEqual(
    [40_007, 30_007, 20_007, 10_007, 7].map((n) => `bom dia número ${n} xilofone`),
  );
  const common = await search('bom numero', 2);
  expect([common.records[0]?.message, common.hasMore]).toEqual([`bom dia número ${length - 20}`, true]);
  const around = Number(found.records[4]?.id);
  const page = await ana.call(chatsApi.messages, { params: { id: chat.id }, query: { pageNumber: 1, around } });
  expect(page.records.map(({ id }) => id)).toContain(around);
  expect([page.pageNumber, page.count]).toEqual([length / 20, length]);

  const blocks = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    const find = sql`explain (format json, analyze, buffers) select id from find_chat_messages('xilofone', 1000, ${chat.id})`;
    // A new connection also reads the catalogue, the first time.
    await tx.execute(find);
    const { rows } = await tx.execute<{ 'QUERY PLAN': Array<{ Plan: Record<string, number> }> }>(find);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  });
  const { rows: sizes } = await owner.query<{ pages: number }>(`select relpages as pages from pg_class where relname = 'chat_messages'`);
  // As for a conversation of a ticket.
  expect(blocks).toBeLessThan(Number(sizes[0]?.pages) / 5);
});
