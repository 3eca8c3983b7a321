import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import type { z } from 'zod';
import type { Transaction } from './database.ts';
import { keptStatement } from './kept-statements.ts';
import { type PlanGroups, sizeStatement } from './plan-groups.ts';
import { type RowSchema, rowsAmong } from './rows.ts';

/** How to reach the connection of a scope's transaction, and whether it was told to keep plans. */
type Connected = { client: pg.PoolClient; planGroups: PlanGroups; companyId: number; keepsPlans: boolean };
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
 * A statement that work in the background sends over and over. In a scope that keeps plans it is planned once for a connection and a
 * group of companies; elsewhere it is a statement like others.
 */
export async function keptRowsOf<S extends RowSchema>({ tx }: { tx: Transaction }, schema: S, statement: SQL): Promise<Array<z.output<S>>> {
  const on = connected.get(tx) ?? noScope();
  const { name, text, values } = keptStatement(statement);
  const group = on.keepsPlans && name !== '' ? await groupOf(on) : undefined;
  const { rows } = await on.client.query({ ...(group !== undefined && { name: name + group }), text, values, types });
  return rowsAmong(rows, schema, text);
}

function noScope(): never {
  throw new Error('such a statement runs in a scope');
}

/** Nothing where its plans would be too many to be kept. */
async function groupOf({ client, planGroups, companyId }: Connected): Promise<string | undefined> {
  if (!planGroups.of(companyId).isFresh) {
    const { rows } = await client.query<string[]>({ text: sizeStatement.text, rowMode: 'array' });
    planGroups.note(companyId, rows);
  }
  const { group } = planGroups.of(companyId);
  return planGroups.mayKeep(group) ? group : undefined;
}
