import type { Querier } from './isolation/catalogue.ts';

export type TextColumn = { table: string; column: string; isBinary: boolean; hasCompany: boolean };

/** Every column of the database that can hold text; tables outside the schema `public` are named with theirs. */
export async function readTextColumns(client: Querier): Promise<TextColumn[]> {
  const { rows } = await client.query<TextColumn>(`
    select case when c.table_schema = 'public' then '' else c.table_schema || '.' end || c.table_name as table, c.column_name as column,
      c.udt_name = 'bytea' as "isBinary",
      exists (
        select from information_schema.columns o
        where o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'company_id') as "hasCompany"
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where t.table_type = 'BASE TABLE'
      and c.table_schema not in ('pg_catalog', 'information_schema')
      and (
        ltrim(c.udt_name, '_') in ('text', 'varchar', 'bpchar', 'citext', 'name', 'json', 'jsonb', 'bytea', 'inet', 'cidr', 'xml',
          'hstore', 'tsvector', 'uuid'))
    order by 1, 2`);
  return rows;
}

/** Columns in which one of the words stands, in rows of this company and of no company. */
export async function columnsHolding(client: Querier, companyId: number, words: string[]): Promise<string[]> {
  const columns = await readTextColumns(client);
  const patterns = words.map((word) => `%${word}%`);
  const parts = columns.map(({ table, column, isBinary, hasCompany }) => {
    const text = isBinary ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const own = hasCompany ? 'company_id = $1 and ' : '$1::int is not null and ';
    return `select '${table}.${column}' as place where exists (select from ${table} where ${own}${text} ilike any($2::text[]))`;
  });
  const { rows } = await client.query<{ place: string }>(parts.join(' union all '), [companyId, patterns]);
  return rows.map(({ place }) => place);
}
