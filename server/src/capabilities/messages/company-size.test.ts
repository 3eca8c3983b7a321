import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import pg from 'pg';
import { expect, test } from 'vitest';
import { addCustomers } from '../../../test/many-customers.ts';
import { patient } from '../../../test/patient.ts';
import { openConversation } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

const tables = ['contacts', 'messages', 'tickets'];

// The planner takes every company for a small one, the more so where the tables are small.
test('a message in, its answer, the way through a menu and a search read a few rows, however large the company', async () => {
  const world = await openWorld();
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  const { admin, ticket, number, write, send, phone } = await openConversation(world);
  const sales = await admin.call(queuesApi.create, { body: { name: 'Vendas', color: '#0A7A48', greetingMessage: 'Vendas aqui.' } });
  const queueIds = [sales.id, await world.queue(admin, 'Suporte', '#123456')];
  await admin.call(connectionsApi.update, {
    params: { id: ticket.whatsappId },
    body: { name: 'Principal', queueIds, greetingMessage: 'Olá!' },
  });
  // It would read whole tables while we count, and does so as soon as that many rows have come.
  for (const table of tables) await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await addCustomers(owner, { companyId: admin.user.companyId, connectionId: ticket.whatsappId, count: 20_000 });
  await owner.query('analyze');
  const read = async () => {
    const { rows } = await owner.query<{ rows: string; pages: string }>(
      `
        select seq_tup_read + idx_tup_fetch as rows,
          heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as pages
        from pg_stat_user_tables
        join pg_statio_user_tables using (relid)
        where pg_stat_user_tables.relname = any($1)
        order by pg_stat_user_tables.relname`,
      [tables],
    );
    return rows.map(({ rows, pages }) => ({ rows: Number(rows), pages: Number(pages) }));
  };
  const shown = async (chat: string) => (await phone(chat)).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
  const waiting = async () => (await owner.query('select from outbox union all select from inbox')).rowCount;
  await owner.query('select pg_stat_force_next_flush()');
  const before = await read();
  await write({ number, body: 'Pergunta' });
  await send('Resposta');
  const stranger = '5511777770001';
  await write({ number: stranger, body: 'Oi' });
  await expect.poll(() => shown(stranger), patient).toHaveLength(1);
  await write({ number: stranger, body: '1' });
  await expect.poll(() => shown(stranger), patient).toContain('Vendas aqui.');
  await expect.poll(() => shown(number), patient).toHaveLength(1);
  await expect.poll(waiting, patient).toBe(0);
  expect((await admin.call(messagesApi.search, { query: { searchParam: 'pergunta' } })).count).toBe(1);
  // What its connections have read is counted for certain when they are gone.
  await world.server.stop();
  const after = await read();
  await owner.end();
  for (const [place, table] of tables.entries()) {
    const [was, is] = [before[place], after[place]];
    // The server may look meanwhile whether a company has five hundred of them.
    expect((is?.rows ?? 0) - (was?.rows ?? 0), `rows of ${table}`).toBeLessThan(2_000);
    // An index that is gone through from one end of the company to the other shows in its pages alone.
    expect((is?.pages ?? 0) - (was?.pages ?? 0), `pages of ${table}`).toBeLessThan(800);
  }
});

test('its own row is found by an index, however many companies there are', async () => {
  const world = await openWorld();
  const { user } = await world.company();
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  await owner.query(
    `
      insert into companies (name, email, plan_id)
      select 'Empresa ' || n, n || '@empresa.example', (select min(id) from plans)
      from generate_series(1, 5000) n`,
  );
  await owner.query('analyze companies');
  await owner.end();
  const plan = await inScope(world.server.platform, { companyId: user.companyId, keepsPlans: true }, async ({ tx }) => {
    const own = sql`explain select c.name from companies c where c.company_id = current_company()`;
    return (await tx.execute<{ 'QUERY PLAN': string }>(own)).rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('Index Scan using companies_company');
});
