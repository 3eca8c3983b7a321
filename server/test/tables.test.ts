import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

const capabilities = fileURLToPath(new URL('../src/capabilities', import.meta.url));
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function readTables(): Promise<PgTable[]> {
  const names = readdirSync(capabilities, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.table.ts'));
  const modules: object[] = await Promise.all(names.map((name) => import(join(capabilities, name))));
  return modules.flatMap((module) => Object.values(module).filter((each): each is PgTable => is(each, PgTable)));
}

async function namesIn(statement: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: inject('templateUrl') });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(statement);
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

test('the tables of typed queries are those of the migrated database, each column with its type and whether it may be null', async () => {
  const tables = await readTables();
  expect(tables.length).toBeGreaterThan(8);
  const written = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map(
      (column) => `${name}.${snake(column.name)} ${column.getSQLType().replace(', ', ',')}${column.notNull ? ' not null' : ''}`,
    );
  });
  const there = new Set(
    await namesIn(`
      select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attnotnull then ' not null' else '' end as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`),
  );
  expect(written.filter((column) => !there.has(column))).toEqual([]);
});

// Each time it does, every connection plans anew whatever reads them.
test('PostgreSQL does not look at small tables every minute of an ordinary day', async () => {
  const seldom = await namesIn(`
    select relname as name from pg_class where reloptions @> '{autovacuum_vacuum_threshold=5000}'`);
  for (const table of ['users', 'sessions', 'company_counters', 'ticket_totals', 'connection_leases', 'inbox', 'outbox'])
    expect(seldom).toContain(table);
});
