import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import type { z } from 'zod';
import type { Transaction } from './database.ts';
import { keptStatement } from './kept-statements.ts';
import { noteSize, planGroupOf, sizeStatement } from './plan-groups.ts';
import { type RowSchema, rowsAmong } from './rows.ts';

/** How to reach the connection of a scope's transaction, and whether it was told to keep plans. */
type Connected = { client: pg.PoolClient; companyId: number; keepsPlans: boolean };
const connected = new WeakMap<Transaction, Connected>();
/** Every connection keeps these for as long as it lives. */
const mostLarge = 20;
const large = new Set<string>();

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
  const { client, companyId, keepsPlans } = connected.get(tx) ?? noScope();
  const { name, text, values } = keptStatement(statement);
  const group = keepsPlans && name !== '' ? await groupOf(client, companyId) : undefined;
  const { rows } = await client.query({ ...(group !== undefined && { name: name + group }), text, values, types });
  return rowsAmong(rows, schema, text);
}

function noScope(): never {
  throw new Error('such a statement runs in a scope');
}

/** Nothing where its plans would be too many to be kept. */
async function groupOf(client: pg.PoolClient, companyId: number): Promise<string | undefined> {
  if (!planGroupOf(companyId).isFresh) {
    const { rows } = await client.query<string[]>({ text: sizeStatement.text, rowMode: 'array' });
    noteSize(companyId, rows);
  }
  const { group } = planGroupOf(companyId);
  if (group === '' || large.has(group)) return group;
  if (large.size >= mostLarge) return undefined;
  large.add(group);
  return group;
}
