import type pg from 'pg';
import { z } from 'zod';
import type { Secrets } from '../platform/boot/secrets.ts';
import { IdRow, rowsFrom } from '../platform/database/rows.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';

const batchRows = 200;

const PlaceRow = z.object({ place: z.string() });
const ValueRow = z.object({ place: z.string(), value: z.string(), contexts: z.array(z.string()) });
const DoneRow = z.object({ changed: z.int() });

type Reseal = { client: pg.Client; secrets: Secrets; oldKeyId: string; say: (line: string) => void };
type Pass = { changed: number; left: string[] };

/**
 * Seals everything with the current key that was sealed with the old one. Each batch is a transaction of its own, so a run that was
 * interrupted is continued by the next. Returns the columns with values that can not be opened.
 */
export async function resealAll(work: Reseal): Promise<string[]> {
  for (;;) {
    const { changed, left } = await resealOnce(work);
    // A pass that finds nothing ends it: what a node changed during the pass before is found by the next.
    if (changed === 0) return left;
  }
}

async function resealOnce(work: Reseal): Promise<Pass> {
  const { client } = work;
  const companies = await inRole(client, undefined, () => rowsFrom(client, IdRow, 'select id from companies order by id'));
  const all: Pass = { changed: 0, left: [] };
  for (const column of sealedColumns) {
    const owners = column.owner === 'company' ? companies.map(({ id }) => id) : [undefined];
    let [found, changed] = [0, 0];
    for (const companyId of owners) {
      const places = await findPlaces(work, column, companyId);
      found += places.length;
      for (let from = 0; from < places.length; from += batchRows)
        changed += await resealBatch(work, column, companyId, places.slice(from, from + batchRows));
    }
    const name = `${column.table}.${column.column}`;
    if (changed > 0) work.say(`${name}: ${changed} rows are sealed with the new key`);
    if (found > changed) all.left.push(name);
    all.changed += changed;
  }
  return all;
}

/** Row-level security may bind the owner of the tables, so this works as the roles that policies name. */
async function inRole<T>(client: pg.Client, companyId: number | undefined, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local role ${companyId === undefined ? 'prosa_platform' : 'prosa_app'}`);
  try {
    if (companyId !== undefined) await client.query(`select set_config('app.company_id', $1, true)`, [String(companyId)]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const patternOf = (keyId: string) => `%v1.${keyId}.%`;

async function findPlaces({ client, oldKeyId }: Reseal, { table, column }: SealedColumn, companyId: number | undefined) {
  const rows = await inRole(client, companyId, () =>
    rowsFrom(client, PlaceRow, `select ctid::text as place from ${table} where ${column}::text like $1`, [patternOf(oldKeyId)]),
  );
  return rows.map(({ place }) => place);
}

/** Returns how many rows were changed. A row that a node has changed meanwhile is left for the next pass. */
function resealBatch(work: Reseal, { table, column, type, contexts }: SealedColumn, companyId: number | undefined, places: string[]) {
  const { client, oldKeyId } = work;
  return inRole(client, companyId, async () => {
    const rows = await rowsFrom(
      client,
      ValueRow,
      `
        select ctid::text as place, ${column}::text as value, array[${contexts.join(', ')}]::text[] as contexts
        from ${table}
        where ctid = any($1::tid[]) and ${column}::text like $2`,
      [places, patternOf(oldKeyId)],
    );
    const news = rows.map((row) => resealed(work, row));
    const [done] = await rowsFrom(
      client,
      DoneRow,
      `
        with changed as (
          update ${table} t
          set ${column} = c.new::${type}
          from unnest($1::tid[], $2::text[], $3::text[]) as c(place, old, new)
          where t.ctid = c.place and t.${column}::text = c.old and c.new <> c.old
          returning 1)
        select count(*)::int as changed from changed`,
      [rows.map(({ place }) => place), rows.map(({ value }) => value), news],
    );
    return done?.changed ?? 0;
  });
}

/** The same text with every value of the old key sealed with the current one; what can not be opened stays. */
function resealed({ secrets, oldKeyId }: Reseal, { value, contexts }: z.output<typeof ValueRow>): string {
  return value.replace(new RegExp(`v1\\.${oldKeyId}\\.[\\w-]+`, 'g'), (sealed) => {
    for (const context of contexts) {
      try {
        return secrets.seal(secrets.openBytes(sealed, context), context);
      } catch {
        // It was sealed in another context, or is damaged.
      }
    }
    return sealed;
  });
}
