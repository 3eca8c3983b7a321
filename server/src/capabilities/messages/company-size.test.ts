import { connectionsApi } from '@prosa/contracts/connections';
import { queuesApi } from '@prosa/contracts/queues';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openConversation } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const tables = ['contacts', 'messages', 'tickets'];

/** Rows of each table that were looked at, once all connections have told what they did. */
async function rowsRead(): Promise<number[]> {
  const { app } = world.server.platform.databases;
  const clients = await Promise.all(Array.from({ length: app.idleCount }, () => app.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  const { rows } = await owner.query<{ read: number }>(
    `
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_user_tables
      where relname = any($1)
      order by relname`,
    [tables],
  );
  return rows.map(({ read }) => Number(read));
}

// The planner takes every company for a small one.
test('a message in and an answer out read a few rows, however large the company', async () => {
  const { admin, ticket, number, write, send, phone } = await openConversation(world);
  const sales = await admin.call(queuesApi.create, { body: { name: 'Vendas', color: '#0A7A48', greetingMessage: 'Vendas aqui.' } });
  const queueIds = [sales.id, await world.queue(admin, 'Suporte', '#123456')];
  await admin.call(connectionsApi.update, {
    params: { id: ticket.whatsappId },
    body: { name: 'Principal', queueIds, greetingMessage: 'Olá!' },
  });
  await owner.query(
    `
      with c as (
        insert into contacts (company_id, name, number)
        select $1, 'Outro', (5511800000000 + n)::text
        from generate_series(1, 1500) n
        returning id, number),
      t as (
        insert into tickets (company_id, code, status, connection_id, contact_id)
        select $1, 'gerado' || number, 'closed', $2, id
        from c
        returning id, contact_id)
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read,
        created_at)
      select $1, t.id, $2, c.id, c.number, false, 'UMA' || c.number, 'oi', true, now()
      from t
      join c on c.id = t.contact_id`,
    [admin.user.companyId, ticket.whatsappId],
  );
  await owner.query('analyze');
  const shown = async (chat: string) => (await phone(chat)).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
  const waiting = async () => (await owner.query('select from outbox union all select from inbox')).rowCount;
  /** The agent's customer asks and is answered; another one finds the way through the menu. */
  const talk = async (turn: number) => {
    const stranger = `551177777${turn}000`;
    await write({ number, body: `Pergunta ${turn}` });
    await send(`Resposta ${turn}`);
    await write({ number: stranger, body: 'Oi' });
    await expect.poll(() => shown(stranger), patient).toHaveLength(1);
    await write({ number: stranger, body: '1' });
    await expect.poll(() => shown(stranger), patient).toContain('Vendas aqui.');
    await expect.poll(() => shown(number), patient).toHaveLength(turn);
    await expect.poll(waiting, patient).toBe(0);
  };
  await talk(1);
  const before = await rowsRead();
  await talk(2);
  const after = await rowsRead();
  for (const [place, table] of tables.entries()) expect((after[place] ?? 0) - (before[place] ?? 0), `rows of ${table}`).toBeLessThan(300);
});
