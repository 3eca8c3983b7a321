import type { Client } from 'pg';
import { StartupError } from '../platform/boot/startup-error.ts';

/** Tables with rows that only matter to running processes, and the migrations table. */
const excludedTables = ['public.schema_migrations', 'public.user_presence', 'public.nodes', 'graphile_worker.migrations'];

/** Locks of the old processes are cleared in the restored rows. */
const columnOverrides: Record<string, Record<string, string>> = {
  'public.connection_leases': { expires_at: "'epoch'::timestamptz" },
  'graphile_worker._private_jobs': { locked_at: 'null', locked_by: 'null' },
  'graphile_worker._private_job_queues': { locked_at: 'null', locked_by: 'null' },
};

export type Table = { schema: string; name: string; columns: string[]; pages: number; hidden: boolean };
export type Part = { table: Table; path: string; query: string; pages: number };

export const nameOf = ({ schema, name }: { schema: string; name: string }) => `"${schema}"."${name}"`;

/** All tables to back up, except unlogged ones. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { bytes: string }>(
    `
      select n.nspname as schema, c.relname as name,
        pg_relation_size(c.oid)::text as bytes,
        array(
          select attname::text
          from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
          order by attnum) as columns,
        c.relrowsecurity
          and c.relforcerowsecurity
          and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
          and not exists (
            select from pg_policy p
            where p.polrelid = c.oid
              and p.polname = 'backup_reads'
              and p.polroles @> array[(select oid from pg_roles where rolname = current_user)]) as hidden
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker')
        and c.relkind = 'r'
        and c.relpersistence = 'p'
        and n.nspname || '.' || c.relname <> all($1)
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by 1, 2`,
    [excludedTables],
  );
  return rows.map(({ bytes, ...table }) => ({ ...table, pages: Math.ceil(Number(bytes) / pageBytes) }));
}

/** Refuses tables whose row policies would hide rows from the backup. */
export function refuseHidden(tables: Table[]): void {
  const hidden = tables.filter((table) => table.hidden).map(({ name }) => name);
  if (hidden.length > 0)
    throw new StartupError(
      `Row policies hide ${hidden.join(', ')} from the database user of the backup: ` +
        'start this version of the server once, and use its DATABASE_URL',
    );
}

const pageBytes = 8192;
const pagesOfPart = 8192;

/** Large tables in parts, by where their rows lie, so that several connections can read and load them. */
export function partsOf(table: Table): Part[] {
  const other = columnOverrides[`${table.schema}.${table.name}`] ?? {};
  const columns = table.columns
    .map((column) => (other[column] === undefined ? `"${column}"` : `${other[column]} as "${column}"`))
    .join(', ');
  const count = Math.max(1, Math.ceil(table.pages / pagesOfPart));
  return Array.from({ length: count }, (_, place) => {
    const from = place * pagesOfPart;
    // The last part is open-ended, since new rows are appended meanwhile.
    const range = [place > 0 && `ctid >= '(${from},0)'::tid`, place < count - 1 && `ctid < '(${from + pagesOfPart},0)'::tid`].filter(
      (each) => each !== false,
    );
    const where = range.length > 0 ? ` where ${range.join(' and ')}` : '';
    return {
      table,
      path: `tables/${table.schema}.${table.name}.${String(place + 1).padStart(4, '0')}.copy.gz`,
      query: `copy (select ${columns} from ${nameOf(table)}${where}) to stdout`,
      pages: Math.min(pagesOfPart, table.pages - from),
    };
  });
}

export type Sequence = { schema: string; name: string; value: string; called: boolean };

export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows: found } = await client.query<{ schema: string; name: string }>(
    `
      select schemaname as schema, sequencename as name
      from pg_sequences
      where schemaname in ('public', 'graphile_worker')
      order by 1, 2`,
  );
  const sequences: Sequence[] = [];
  for (const each of found) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${nameOf(each)}`,
    );
    sequences.push(...rows.map((row) => ({ ...each, ...row })));
  }
  return sequences;
}

export async function readMigrations(client: Client): Promise<Array<{ name: string; checksum: string }>> {
  const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('public.schema_migrations') is not null as there`);
  if (!found[0]?.there) throw new StartupError('There is nothing to back up: the database holds no tables of Prosa');
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  return rows;
}
