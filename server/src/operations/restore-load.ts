import type { Client } from 'pg';
import { StartupError } from '../platform/boot/startup-error.ts';
import type { Archive } from './archive.ts';
import { nameOf } from './catalog.ts';
import { copyIn } from './copy.ts';
import type { BackupTable } from './manifest.ts';
import { inParallel } from './site.ts';

/** Below so many rows, keeping the indexes up to date costs less than making them again. */
const fewRows = 20_000;

/**
 * Puts the rows into tables that the migrations have made. Triggers, foreign keys and the policies step aside meanwhile, and of large
 * tables the indexes: all of it as the owner of the tables may, who need not be a superuser.
 */
export async function loadTables(lead: Client, clients: Client[], archive: Archive, few = fewRows): Promise<void> {
  const { tables } = archive.manifest;
  await refuseUnknown(lead, tables);
  await lead.query(`truncate ${tables.map(nameOf).join(', ')} cascade`);
  const back = await dropForLoading(lead, tables, few);
  const parts = tables.flatMap((table) => table.parts.map((part) => ({ table, part }))).toSorted((a, b) => b.part.bytes - a.part.bytes);
  await inParallel(clients, parts, async (client, { table, part }) => {
    const columns = table.columns.map((column) => `"${column}"`).join(', ');
    const rows = await copyIn(client, `copy ${nameOf(table)} (${columns}) from stdin`, archive.read(part, { packed: true }));
    if (rows !== part.rows) throw new StartupError(`${part.path} held ${rows} rows instead of ${part.rows}: the backup is damaged`);
  });
  // Begun in the order in which the migrations made them: between two that look equally good, planners take the order into account.
  await inParallel(clients, back.indexes, async (client, statement) => void (await client.query(statement)));
  for (const statement of back.rest) await lead.query(statement);
  for (const { schema, name, value, called } of archive.manifest.sequences)
    await lead.query('select setval($1::regclass, $2, $3)', [nameOf({ schema, name }), value, called]);
}

/**
 * The job tables are made by the library that is installed now: should they differ from those of the backup, say so before anything
 * else.
 */
async function refuseUnknown(lead: Client, tables: BackupTable[]): Promise<void> {
  const { rows } = await lead.query<{ place: string }>(
    `
      select w.place
      from unnest($1::text[]) as w(place)
      where not exists (
        select from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
        where not a.attisdropped and n.nspname || '.' || c.relname || '.' || a.attname = w.place)`,
    [tables.flatMap(({ schema, name, columns }) => columns.map((column) => `${schema}.${name}.${column}`))],
  );
  if (rows.length > 0)
    throw new StartupError(
      `The backup has ${rows.map(({ place }) => place).join(', ')}, which this version does not: restore with the version that made it`,
    );
}

type RecreateStatements = { indexes: string[]; rest: string[] };

/** Drops indexes and constraints that slow down loading; returns the statements that recreate them. */
async function dropForLoading(lead: Client, tables: BackupTable[], few: number): Promise<RecreateStatements> {
  const own = tables.filter(({ schema }) => schema === 'public');
  const large = own.filter(({ rows }) => rows >= few).map(nameOf);
  // Includes tables that are not loaded, since their foreign keys may reference loaded ones.
  const foreign = await constraints(lead, ['f'], await allTables(lead));
  const keys = await constraints(lead, ['p', 'u'], large);
  const { rows: indexes } = await lead.query<{ name: string; statement: string }>(
    `
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement
      from pg_index
      where indrelid = any($1::regclass[])
      order by indexrelid`,
    [large],
  );
  const { rows: forced } = await lead.query<{ name: string }>(
    `
      select oid::regclass::text as name
      from pg_class
      where relforcerowsecurity and oid = any($1::regclass[])`,
    [own.map(nameOf)],
  );
  const { rows: triggered } = await lead.query<{ name: string }>(
    `
      select distinct tgrelid::regclass::text as name
      from pg_trigger
      where not tgisinternal and tgrelid = any($1::regclass[])`,
    [own.map(nameOf)],
  );
  const away = [
    ...forced.map(({ name }) => `alter table ${name} no force row level security`),
    ...triggered.map(({ name }) => `alter table ${name} disable trigger user`),
    ...[...foreign, ...keys].map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...indexes.map(({ name }) => `drop index if exists ${name}`),
  ];
  for (const statement of away) await lead.query(statement);
  return {
    indexes: indexes.map(({ statement }) => statement),
    rest: [
      ...keys.map(
        ({ table, name, kind }) =>
          `alter table ${table} add constraint ${name} ${kind === 'p' ? 'primary key' : 'unique'} using index ${name}`,
      ),
      ...foreign.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
      ...triggered.map(({ name }) => `alter table ${name} enable trigger user`),
      ...forced.map(({ name }) => `alter table ${name} force row level security`),
    ],
  };
}

async function allTables(lead: Client): Promise<string[]> {
  const { rows } = await lead.query<{ name: string }>(
    `
      select oid::regclass::text as name
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

type Constraint = { table: string; name: string; kind: string; definition: string };

async function constraints(lead: Client, kinds: string[], tables: string[]): Promise<Constraint[]> {
  const { rows } = await lead.query<Constraint>(
    `
      select conrelid::regclass::text as table, quote_ident(conname) as name, contype as kind,
        pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = any($1) and conrelid = any($2::regclass[])
      order by oid`,
    [kinds, tables],
  );
  return rows;
}
