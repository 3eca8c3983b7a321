import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { z } from 'zod';
import type { Transaction } from './database.ts';

/** What a row of a hand-written statement holds. Only checked, never applied: rows are used as the database gave them. */
export type RowSchema = z.ZodType<Record<string, unknown>>;
type Given = { rows: unknown[] };

let isChecked = false;

/** From now on every row is compared with its schema. For tests: in production a schema is only where the type of its rows comes from. */
export function watchRows(): void {
  isChecked = true;
}

/** The rows that a statement gives, of the type that its schema says. */
export async function rowsOf<S extends RowSchema>(
  tx: Pick<Transaction, 'execute'>,
  schema: S,
  statement: SQL,
): Promise<Array<z.output<S>>> {
  const { rows }: Given = await tx.execute(statement);
  assertRows(rows, schema, () => new PgDialect({ casing: 'snake_case' }).sqlToQuery(statement).sql);
  return rows;
}

/** The same for a statement as plain text with its values: of the platform's own work, which no builder of statements is open for. */
export async function rowsFrom<S extends RowSchema>(
  source: pg.PoolClient['query'] | Pick<pg.Pool, 'query'>,
  schema: S,
  statement: string | pg.QueryConfig,
  values?: unknown[],
): Promise<Array<z.output<S>>> {
  const { rows }: Given = await (typeof source === 'function' ? source(statement, values) : source.query(statement, values));
  assertRows(rows, schema, () => (typeof statement === 'string' ? statement : statement.text));
  return rows;
}

/** The same for rows that came along with others, of several statements in one message. */
export function rowsAmong<S extends RowSchema>(rows: unknown, schema: S, statement: string): Array<z.output<S>> {
  if (!Array.isArray(rows)) throw new Error(`no rows came of the statement: ${statement}`);
  const given: unknown[] = rows;
  assertRows(given, schema, () => statement);
  return given;
}

/** Says where, never what: rows hold what people said. */
function assertRows<S extends RowSchema>(rows: unknown[], schema: S, textOf: () => string): asserts rows is Array<z.output<S>> {
  if (!isChecked) return;
  for (const row of rows) {
    const { error } = schema.safeParse(row);
    if (!error) continue;
    const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`).join('; ');
    throw new Error(
      `a row is not what its schema says (${faults}), of the statement: ${textOf().replace(/\s+/g, ' ').trim().slice(0, 200)}`,
    );
  }
}

/** Of which only their number counts. */
export const AnyRow = z.object({});
export const IdRow = z.object({ id: z.int() });
export const CountRow = z.object({ count: z.int() });
export const CompanyRow = z.object({ company_id: z.int() });
