import { chatsApi } from '@prosa/contracts/chats';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope, type Scope } from '../../platform/database/scope.ts';
import { pageStatements } from './chat-messages.queries.ts';
import { listStatements } from './chats.queries.ts';

const world = await openWorld({ ROLES: 'web' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const ana = await world.company();
const bia = await world.colleague(ana);
const chat = await ana.call(chatsApi.create, { body: { title: 'Longa', users: [{ id: bia.user.id }] } });
const { companyId } = ana.user;
const length = 50_000;
await owner.query(
  `insert into chat_messages (company_id, chat_id, sender_id, message)
   select $1, $2, $3, 'bom dia número ' || n || case when n % 10000 = 7 then ' xilofone' else '' end
   from generate_series(1, ${length}) n`,
  [companyId, chat.id, bia.user.id],
);
await owner.query('vacuum analyze chat_messages, chat_members, chats');

type Node = { 'Node Type': string; 'Index Name'?: string; 'Actual Rows'?: number; Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const planOf = (statement: (scope: Scope) => ReturnType<typeof sql>) =>
  inScope(world.server.platform, { companyId }, async (scope) => {
    const { rows } = await scope.tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(sql`explain (format json, analyze) ${statement(scope)}`);
    return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  });

test('a page of a chat of 50,000 messages is read from its index, no further than the page', async () => {
  const nodes = await planOf(() => pageStatements(chat.id, 3).page);
  const read = nodes.find((node) => node['Index Name'] === 'chat_messages_chat');
  expect(read?.['Actual Rows']).toBeLessThanOrEqual(61);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && (node['Actual Rows'] ?? 0) > 100)).toEqual([]);
  const count = await planOf(() => pageStatements(chat.id, 1).count);
  expect(count.map((node) => node['Node Type'])).toContain('Index Only Scan');
  await planOf((scope) => listStatements(scope, { searchParam: '', pageNumber: 1, unread: false }).page);
});

test('what was said is found by its words, from the newest, through the index of words; and a page opens around it', async () => {
  const found = await ana.call(chatsApi.search, { params: { id: chat.id }, query: { searchParam: 'XILO' } });
  expect(found.records.map(({ message }) => message)).toEqual([40_007, 30_007, 20_007, 10_007, 7].map((n) => `bom dia número ${n} xilofone`));
  const common = await ana.call(chatsApi.search, { params: { id: chat.id }, query: { searchParam: 'bom numero', pageNumber: 2 } });
  expect([common.records[0]?.message, common.hasMore]).toEqual([`bom dia número ${length - 20}`, true]);
  const around = Number(found.records[4]?.id);
  const page = await ana.call(chatsApi.messages, { params: { id: chat.id }, query: { pageNumber: 1, around } });
  expect(page.records.map(({ id }) => id)).toContain(around);
  expect([page.pageNumber, page.count]).toEqual([length / 20, length]);
  const blocks = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ 'QUERY PLAN': Array<{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }> }>(
      sql`explain (format json, analyze, buffers) select id from find_chat_messages('xilofone', 1000, ${chat.id})`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  });
  // The whole table is many hundreds of them.
  expect(blocks).toBeLessThan(150);
});
