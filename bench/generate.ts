import type { Client } from 'pg';
import { defaultSettings } from '../server/src/capabilities/settings/settings.rules.ts';
import { hashPassword } from '../server/src/platform/crypto-tokens.ts';
import {
  contactColumns,
  contactRows,
  historyColumns,
  historyRows,
  type Ids,
  makeTickets,
  messageColumns,
  messageRows,
  type Size,
  ticketColumns,
  ticketRows,
} from './company.ts';
import { copyInto } from './copy.ts';
import { seeded } from './random.ts';
import { connectionNames, personName, queueNames } from './words.ts';

export const password = 'segredo-da-medicao';
export const adminEmail = 'admin@medicao.exemplo';
export const agentEmail = 'agente2@medicao.exemplo';
export const smallCompanies = 50;

export type Generated = { companyId: number; seconds: number; databaseBytes: number; tickets: number; messages: number };

/** Fills a freshly migrated database with one big company and some small ones. To be run as the owner: row policies do not bind it. */
export async function generate(
  client: Client,
  wanted: { tickets: number; messages: number },
  say: (line: string) => void,
): Promise<Generated> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const now = Date.now();
  const size: Size = { contacts: wanted.tickets, ...wanted, users: 50, queues: queueNames.length };
  const passwordHash = await hashPassword(password);
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query('create extension if not exists pg_stat_statements');
  const ids = await makeCompany(client, size, passwordHash);
  await makeSmallCompanies(client);
  // Foreign keys hold by construction, and indexes are quicker made at once than row by row.
  await client.query('set session_replication_role = replica');
  const restore = await dropIndexes(client, ['messages', 'tickets', 'contacts', 'ticket_history']);
  await copyInto(client, 'contacts', contactColumns, contactRows(ids, size, now));
  const tickets = makeTickets(ids, size, now);
  await copyInto(client, 'tickets', ticketColumns, ticketRows(ids, tickets));
  await copyInto(client, 'ticket_history', historyColumns, historyRows(ids, tickets));
  say(`  contacts, tickets and history after ${seconds().toFixed(0)} s`);
  const messages = await copyInto(client, 'messages', messageColumns, messageRows(ids, tickets));
  say(`  ${messages} messages after ${seconds().toFixed(0)} s`);
  await restore();
  await sumUpFigures(client, ids.companyId);
  await client.query('set session_replication_role = origin');
  await finish(client, ids.companyId);
  say(`  indexes and statistics after ${seconds().toFixed(0)} s`);
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
  return { companyId: ids.companyId, seconds: seconds(), databaseBytes: rows[0]?.bytes ?? 0, tickets: tickets.length, messages };
}

async function idsOf(client: Client, text: string, values: unknown[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(text, values);
  return rows.map(({ id }) => id);
}

async function makeCompany(client: Client, size: Size, passwordHash: string): Promise<Ids> {
  const random = seeded(4);
  const [planId] = await idsOf(
    client,
    `insert into plans (name, users, connections, queues, value) values ('Medição', 1000, 100, 100, 0) returning id`,
    [],
  );
  const [companyId = 0] = await idsOf(
    client,
    `insert into companies (name, email, plan_id) values ('Empresa grande', $1, $2) returning id`,
    [adminEmail, planId],
  );
  await client.query('insert into company_counters (company_id) values ($1)', [companyId]);
  await client.query('insert into settings (company_id, key, value) select $1, key, value from json_each_text($2)', [
    companyId,
    JSON.stringify(defaultSettings('America/Sao_Paulo')),
  ]);
  const people = Array.from({ length: size.users }, (_, place) => ({
    name: personName(random),
    email: place === 0 ? adminEmail : `agente${place + 1}@medicao.exemplo`,
    profile: place === 0 ? 'admin' : place % 10 === 0 ? 'supervisor' : 'user',
  }));
  const users = await idsOf(
    client,
    `
      insert into users (company_id, name, email, password_hash, profile)
      select $1, name, email, $2, profile
      from json_to_recordset($3) as p(name text, email text, profile text)
      returning id`,
    [companyId, passwordHash, JSON.stringify(people)],
  );
  const queues = await idsOf(
    client,
    `
      insert into queues (company_id, name, color)
      select $1, q, '#' || lpad(to_hex((place * 1291357) % 16777215), 6, '0')
      from unnest($2::text[]) with ordinality as u(q, place)
      returning id`,
    [companyId, queueNames],
  );
  await client.query(
    `
      insert into user_queues (company_id, user_id, queue_id)
      select $1, u, q
      from unnest($2::int[]) u, unnest($3::int[]) q
      where (u + q) % 4 = 0`,
    [companyId, users, queues],
  );
  const connections = await makeConnections(client, companyId, connectionNames);
  return { companyId, users, queues, connections };
}

/** Simulated ones, paired already. The measured server holds them as it would any others. */
async function makeConnections(client: Client, companyId: number, names: string[]): Promise<number[]> {
  const made = await idsOf(
    client,
    `
      insert into connections (company_id, name, provider, status, token_sealed, token_hash, is_default)
      select $1, name, 'simulator', 'CONNECTED', '', md5(random()::text), place = 1
      from unnest($2::text[]) with ordinality as u(name, place)
      returning id`,
    [companyId, names],
  );
  await client.query(
    `
    insert into simulator_networks (company_id, connection_id, paired)
    select $1, id, true
    from unnest($2::int[]) id`,
    [companyId, made],
  );
  return made;
}

async function makeSmallCompanies(client: Client): Promise<void> {
  for (let place = 1; place <= smallCompanies; place += 1) {
    const [companyId = 0] = await idsOf(
      client,
      `insert into companies (name, email, plan_id) select $1, '', min(id) from plans returning id`,
      [`Empresa pequena ${place}`],
    );
    await client.query('insert into company_counters (company_id) values ($1)', [companyId]);
    const [connectionId] = await makeConnections(client, companyId, ['Principal']);
    // Nobody holds it until a load asks for it.
    await client.query('update connections set wanted = false where id = $1', [connectionId]);
  }
}

/** Takes the plain indexes away, those that carry a constraint stay; the answer makes them again. */
async function dropIndexes(client: Client, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      where i.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}

/** As the triggers would have, had the rows come one by one. */
async function sumUpFigures(client: Client, companyId: number): Promise<void> {
  await client.query('select rebuild_figures($1)', [companyId]);
  await client.query(
    `
      insert into figure_days (company_id, figure, day, place, attendant, tickets, measured, amount)
      select company_id, figure, (at at time zone 'UTC')::date, place, attendant, count(*), count(amount), coalesce(sum(amount), 0)
      from ticket_figures
      where company_id = $1
      group by 1, 2, 3, 4, 5`,
    [companyId],
  );
}

async function finish(client: Client, companyId: number): Promise<void> {
  for (const table of ['contacts', 'tickets'])
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [table]);
  await client.query(
    `
      insert into ticket_totals (company_id, status, queue_id, user_id, tickets)
      select company_id, status, queue_id, user_id, count(*)
      from tickets
      where company_id = $1
      group by 1, 2, 3, 4`,
    [companyId],
  );
  await client.query(
    `
      insert into ticket_days (company_id, day, last_number)
      select company_id, created_at::date, max(right(code, 6)::int)
      from tickets
      where company_id = $1
      group by 1, 2`,
    [companyId],
  );
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
}
