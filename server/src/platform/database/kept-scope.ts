import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import type { z } from 'zod';
import type { Transaction } from './database.ts';
import { type Bound, fly, type Row } from './flight.ts';
import { type KeptPlans, sizeStatement } from './kept-plans.ts';
import { keptStatement } from './kept-statements.ts';
import { type RowSchema, rowsAmong } from './rows.ts';

/** How to reach the connection of a scope's transaction, and whether it was told to keep plans. */
type Connected = { client: pg.PoolClient; keptPlans: KeptPlans; companyId: number; keepsPlans: boolean };
const connected = new WeakMap<Transaction, Connected>();

export const noteConnection = (tx: Transaction, on: Connected) => void connected.set(tx, on);

/** Times stay text, as everywhere else in a scope. */
const { TIMESTAMP, TIMESTAMPTZ, DATE, INTERVAL } = pg.types.builtins;
const asText = new Set<number>([TIMESTAMP, TIMESTAMPTZ, DATE, INTERVAL]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    asText.has(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
};

/**
 * A statement that work in the background sends over and over. In a scope that keeps plans it is planned once for a connection; elsewhere
 * it is a statement like others.
 */
export async function keptRowsOf<S extends RowSchema>({ tx }: { tx: Transaction }, schema: S, statement: SQL): Promise<Array<z.output<S>>> {
  const on = connected.get(tx) ?? noScope();
  const { name, text, values } = keptStatement(statement);
  const isKept = on.keepsPlans && name !== '' && (await areKept(on));
  const { rows } = await on.client.query({ ...(isKept && { name }), text, values, types });
  return rowsAmong(rows, schema, text);
}

/** Several such statements in one round trip. Rows come as the text that PostgreSQL sends. */
export async function flyIn({ tx }: { tx: Transaction }, statements: Bound[]): Promise<Row[][]> {
  const on = connected.get(tx) ?? noScope();
  const isKept = on.keepsPlans && (await areKept(on));
  return fly(on.client, isKept ? statements : statements.map((each) => ({ ...each, name: '' })));
}

/** Travels with the beginning of a scope. Whether its plan may be kept is looked up by the statements that follow such a one. */
export const goingAhead = (keptPlans: KeptPlans, companyId: number, statement: Bound): Bound =>
  keptPlans.of(companyId).areKept ? statement : { ...statement, name: '' };

function noScope(): never {
  throw new Error('such a statement runs in a scope');
}

async function areKept({ client, keptPlans, companyId }: Connected): Promise<boolean> {
  if (!keptPlans.of(companyId).isFresh) {
    const { rows } = await client.query<string[]>({ text: sizeStatement.text, rowMode: 'array' });
    keptPlans.note(companyId, rows);
  }
  return keptPlans.of(companyId).areKept;
}
