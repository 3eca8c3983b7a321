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

test('the tables of typed queries are those of the migrated database, each column with its type and whether it may be null', async () => {
  const tables = await readTables();
  expect(tables.length).toBeGreaterThan(8);
  const written = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map(
      (column) => `${name}.${snake(column.name)} ${column.getSQLType().replace(', ', ',')}${column.notNull ? ' not null' : ''}`,
    );
  });
  const client = new pg.Client({ connectionString: inject('templateUrl') });
  await client.connect();
  try {
    const { rows } = await client.query<{ column: string }>(`
      select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attnotnull then ' not null' else '' end as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`);
    const there = new Set(rows.map(({ column }) => column));
    expect(written.filter((column) => !there.has(column))).toEqual([]);
  } finally {
    await client.end();
  }
});
