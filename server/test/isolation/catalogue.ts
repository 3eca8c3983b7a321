import type pg from 'pg';

/** Something a wall let through, or a wall that is not there. */
export type Finding = { where: string; what: string };

export type Column = {
  name: string;
  type: string;
  nullable: boolean;
  /** Filled by the database when left out. */
  hasDefault: boolean;
  /** Can not be written at all. */
  generated: boolean;
  /** The values a check allows, where it names them. */
  allowed: string[];
};
export type ForeignKey = { name: string; columns: string[]; target: string; targetColumns: string[] };
export type Table = { name: string; columns: Column[]; foreignKeys: ForeignKey[] };

/** A connection, or a pool of them where no transaction is needed. */
export type Querier = Pick<pg.ClientBase, 'query'>;

/** Every table of the product, or one, as the database itself tells it. */
export async function readTables(client: Querier, only?: string): Promise<Table[]> {
  const { rows: columns } = await client.query<Column & { table: string; check: string | null }>(
    `
    select c.relname as table, a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as "hasDefault",
      a.attgenerated <> '' or a.attidentity = 'a' as generated,
      (
        select pg_get_constraintdef(k.oid)
        from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        limit 1) as check
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ($1::text is null or c.relname = $1)
    order by c.relname, a.attnum`,
    [only],
  );
  const { rows: keys } = await client.query<ForeignKey & { table: string }>(
    `
    select c.relname as table, k.conname as name, t.relname as target,
      names(k.conrelid, k.conkey) as columns,
      names(k.confrelid, k.confkey) as "targetColumns"
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    cross join lateral (select 1) as one
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and ($1::text is null or c.relname = $1)
    order by c.relname, k.conname`.replaceAll(/names\(([\w.]+), ([\w.]+)\)/g, namesOf),
    [only],
  );
  const tables = new Map<string, Table>();
  for (const { table, check, ...column } of columns) {
    const known = tables.get(table) ?? { name: table, columns: [], foreignKeys: [] };
    tables.set(table, known);
    known.columns.push({ ...column, allowed: literalsIn(check) });
  }
  for (const { table, ...key } of keys) tables.get(table)?.foreignKeys.push(key);
  return [...tables.values()];
}

const namesOf = `(select array_agg(a.attname::text order by u.place)
    from unnest($2) with ordinality as u(number, place)
    join pg_attribute a on a.attrelid = $1 and a.attnum = u.number)`;

const literalsIn = (check: string | null) => [...(check ?? '').matchAll(/'([^']+)'::text/g)].map(([, literal]) => literal ?? '');

export const isTenant = (table: Table) => table.columns.some(({ name }) => name === 'company_id');

export const readTenantTables = async (client: Querier, only?: string) => (await readTables(client, only)).filter(isTenant);
