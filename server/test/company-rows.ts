import { newMediaKey } from '../src/platform/storage/storage.ts';
import { type Querier, readTenantTables } from './isolation/catalogue.ts';
import type { RowOverrides, Rows } from './isolation/row-seeder.ts';

/** Rows that a running server leaves alone. */
export const quietRows: RowOverrides = {
  connections: { provider: 'simulator', wanted: false },
  inbox: { quarantined_at: new Date() },
  bill_lookups: { state: 'done', leased_until: 'infinity' },
  queues: { schedules: '[]' },
  simulator_networks: { faults: '{}' },
  media: { thumbnail_key: null, playable_key: null },
  user_presence: { seen_at: 'infinity' },
  ticket_viewers: { seen_at: 'infinity' },
};

/** The audit outlives the company, on purpose. */
const outliving = ['audit_entries'];

/** How many rows are left of a company, by the catalogue: in which tables, and among the jobs that wait. */
export async function rowsLeft(client: Querier, companyId: number): Promise<Record<string, number>> {
  const tables = (await readTenantTables(client)).map(({ name }) => name).filter((name) => !outliving.includes(name));
  const parts = [
    ...tables.map((name) => `select '${name}' as name, count(*)::int as rows from ${name} where company_id = $1`),
    `select 'jobs', count(*)::int from graphile_worker._private_jobs where (payload ->> 'companyId')::int = $1`,
  ];
  const { rows } = await client.query<{ name: string; rows: number }>(parts.join(' union all '), [companyId]);
  return Object.fromEntries(rows.filter((table) => table.rows > 0).map(({ name, rows: count }) => [name, count]));
}

/** Many messages in one conversation, each quoting the one before or holding a file. */
export async function fillConversation(client: Querier, companyId: number, rows: Rows, count: number, keys: string[]): Promise<void> {
  const idOf = (table: string) => rows.get(table)?.id;
  await client.query(
    `
      with files as (
        insert into media (company_id, key, mimetype, kind, size, sha256)
        select $1, key, 'text/plain', 'application', 5, 'x' from unnest($6::text[]) as key
        returning id),
      numbered as (select id, row_number() over () as place from files)
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, created_at, media_id)
      select $1, $2, $3, $4, 'bulk', false, 'bulk-' || n, 'Mensagem ' || n, now(), numbered.id
      from generate_series(1, $5::int) as n
      left join numbered on numbered.place = n`,
    [companyId, idOf('tickets'), idOf('connections'), idOf('contacts'), count, keys],
  );
  await client.query(
    `
      update messages m
      set quoted_id = q.id
      from messages q
      where m.company_id = $1 and q.company_id = $1 and q.id = m.id - 1 and m.chat = 'bulk' and m.id % 10 = 0`,
    [companyId],
  );
  await client.query(
    `
      insert into events (company_id, seq, name, data, rooms)
      select $1, -100000 - n, 'company-x', '{}', '{company}' from generate_series(1, $2::int) as n`,
    [companyId, count],
  );
}

export const newKeys = (companyId: number, count: number) => Array.from({ length: count }, () => newMediaKey(companyId));
