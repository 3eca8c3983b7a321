import { companiesApi } from '@prosa/contracts/companies';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { fillConversation, newKeys, quietRows } from '../../../test/company-rows.ts';
import { openPool } from '../../../test/database.ts';
import { openRowSeeder } from '../../../test/isolation/row-seeder.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { acrossCompanies } from '../../platform/database/scope.ts';
import { foldUsage } from './overview.queries.ts';

const world = await openWorld({ ROLES: 'web' });
const database = openPool(world.database.url);
afterAll(() => database.end());
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);
const usageOf = async (id: number) =>
  (await boss.call(companiesApi.overview, { query: {} })).companies.find((company) => company.id === id);

/** What the roll-up stands for, counted anew. */
async function counted(companyId: number) {
  const { rows } = await database.query<{ messages: number; storage: number }>(
    `select (select count(*)::int from messages where company_id = $1) as messages,
       (
         select coalesce(sum(size + coalesce(thumbnail_size, 0) + coalesce(playable_size, 0)), 0)::int
         from media where company_id = $1) as storage`,
    [companyId],
  );
  return rows[0];
}

test('the overview counts users, connections by status, messages and bytes of each company, and no word of what was said', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const seeder = await openRowSeeder(database);
  const rows = await seeder.seed(companyId, 'segredo-da-conversa', quietRows);
  await fillConversation(database, companyId, rows, 300, newKeys(companyId, 7));
  await database.query(`delete from messages where company_id = $1 and channel_id like 'bulk-1%'`, [companyId]);
  await database.query('update media set thumbnail_size = 11, playable_size = 13 where company_id = $1 and id % 2 = 0', [companyId]);
  await database.query('delete from media where company_id = $1 and id in (select max(id) from media where company_id = $1)', [companyId]);
  const seen = await usageOf(companyId);
  expect(seen).toMatchObject({
    ...(await counted(companyId)),
    name: admin.user.company.name,
    status: true,
    overdue: false,
    users: 2,
    alarms: 1,
  });
  expect(Object.values(seen?.connections ?? {})).toEqual([1]);
  expect(seen?.messages).toBeGreaterThan(100);
  await foldUsage(world.server.platform);
  expect(await usageOf(companyId)).toEqual(seen);
  const { rows: left } = await database.query('select from company_usage where company_id = $1', [companyId]);
  expect(left).toHaveLength(1);
  expect(JSON.stringify(await boss.call(companiesApi.overview, { query: {} }))).not.toContain('segredo');
});

test('messages of one company do not wait for one another to be counted; a statement adds one row, however many it stores', async () => {
  const { companyId } = (await world.company()).user;
  const rows = await (await openRowSeeder(database)).seed(companyId, 'contada', quietRows);
  await foldUsage(world.server.platform);
  const before = (await usageOf(companyId))?.messages ?? 0;
  const store = (client: pg.Client, word: string, many: number) =>
    client.query(
      `
        insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, created_at)
        select $1, $2, $3, $4, 'contadas', false, $5 || n, 'Olá', now()
        from generate_series(1, $6::int) n`,
      [companyId, ...['tickets', 'connections', 'contacts'].map((table) => rows.get(table)?.id), word, many],
    );
  const clients = await Promise.all(
    ['a', 'b', 'c'].map(async (word) => {
      const client = new pg.Client({ connectionString: world.database.url });
      await client.connect();
      await client.query('begin');
      await client.query(`set local lock_timeout = '1s'`);
      return { client, word };
    }),
  );
  // None has committed while the others store.
  for (const { client, word } of clients) await store(client, word, 200);
  for (const { client } of clients) {
    await client.query('commit');
    await client.end();
  }
  expect((await usageOf(companyId))?.messages).toBe(before + 600);
  const { rows: differences } = await database.query('select from company_usage where company_id = $1', [companyId]);
  expect(differences).toHaveLength(1 + 3);
});

test('the totals are those of all companies; overdue ones and those switched off are told', async () => {
  const [late, off] = [await world.company(), await world.company()];
  await boss.call(companiesApi.update, { params: { id: late.user.companyId }, body: { dueDate: '2020-01-01' } });
  await boss.call(companiesApi.update, { params: { id: off.user.companyId }, body: { status: false } });
  const { totals, companies, count } = await boss.call(companiesApi.overview, { query: {} });
  expect(count).toBe(totals.companies);
  const sum = (key: 'users' | 'messages' | 'storage' | 'alarms') => companies.reduce((all, company) => all + company[key], 0);
  for (const key of ['users', 'messages', 'storage', 'alarms'] as const) expect(totals[key]).toBe(sum(key));
  expect(totals).toMatchObject({ companies: companies.length, overdue: 1, inactive: 1 });
  expect(companies.find(({ id }) => id === late.user.companyId)).toMatchObject({ overdue: true, dueDate: '2020-01-01' });
});

test('it takes the same number of statements however many companies there are, and can look at no message', async () => {
  const statements = async () => {
    const before = await statementsSent(world.server.url, 'request');
    await boss.call(companiesApi.overview, { query: {} });
    return (await statementsSent(world.server.url, 'request')) - before;
  };
  const few = await statements();
  for (let n = 0; n < 5; n++) await world.company();
  expect(await statements()).toBe(few);
  await acrossCompanies(world.server.platform, async (_tx, query) => {
    await expect(query('select count(*) from messages')).rejects.toThrow('permission denied');
  });
});
