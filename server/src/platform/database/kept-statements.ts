import { createHash } from 'node:crypto';
import { is, Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Bound, Value } from './flight.ts';

const dialect = new PgDialect({ casing: 'snake_case' });
/** Every connection keeps a plan for each; what comes beyond is planned each time. The forms of a list make room for what is fixed. */
const maxKept = { variant: 100, fixed: 500 };
export const keptPrefix = 'kept-';
const names = new Map<string, { name: string; text: string }>();

/**
 * What a transaction is told before it runs statements whose plans are kept: made once for whatever values come, and left as little
 * choice as can be. Such statements are walks along indexes, joined row by row, whatever the planner takes a company to be. What they
 * change is named by `id = any(array(...))`: joined alone, PostgreSQL may read all rows of a company that it takes for small.
 */
export const planSettings: Record<string, string> = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  // Lists of tickets sort within the minute that their index holds.
  enable_incremental_sort: 'on',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Tables are joined in the order in which a statement names them. Where PostgreSQL takes companies for one row each, as it does before it
  // has counted some table, every order is as good to it, and one of them goes through all pairs of contacts and tickets.
  join_collapse_limit: '1',
  // An entry of an index costs a hundred times what it is said to: few of them are to be read, and however well a company's part of some
  // index can be gone through from one end to the other, looking for ten ids by themselves is to be cheaper.
  cpu_index_tuple_cost: '0.5',
};

/**
 * The same for work in the background, which locks and tells rows in the order of their ids and so sorts the few that it has found:
 * where sorting is forbidden, PostgreSQL walks through a whole table in that order instead.
 */
const workPlanSettings = { ...planSettings, enable_sort: 'on' };

const applying = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');
export const applyPlanSettings = applying(planSettings);
export const applyWorkPlanSettings = applying(workPlanSettings);

/** A part of statements that holds no values, put together once instead of every time that a statement is. */
export function fixedSql(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('this part of a statement is not always the same');
  return sql.raw(text);
}

/** A statement under a name that stands for its words: whoever says the same shares the plan. For statements whose plan is tested. */
export function keptStatement(statement: SQL, isVariant = false): Bound {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { ...namedText(text, isVariant), values: params.map(asValue) };
}

/** A statement whose words are always the same; values take the places of its placeholders. */
export function keptTemplate(statement: SQL): (values: Record<string, Value>) => Bound {
  let rendered: { name: string; text: string; params: unknown[] } | undefined;
  return (values) => {
    if (!rendered) {
      const { sql: text, params } = dialect.sqlToQuery(statement);
      rendered = { ...namedText(text), params };
    }
    const { name, text, params } = rendered;
    return { name, text, values: params.map((param) => asValue(is(param, Placeholder) ? values[param.name] : param)) };
  };
}

/** Putting a long statement together takes longer than anything else in a call: by a key that says all it depends on, it is done once. */
export function keptByKey(most = 2_000): (key: string, build: () => SQL) => Bound {
  const known = new Map<string, Bound>();
  return (key, build) => {
    const found = known.get(key) ?? keptStatement(build(), true);
    known.delete(key);
    known.set(key, found);
    if (known.size > most) forgetOldest(known);
    return found;
  };
}

export function forgetOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}

/** The same words are held once, however many reads are made out of them. */
function namedText(text: string, isVariant = false): { name: string; text: string } {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= (isVariant ? maxKept.variant : maxKept.fixed)) return { name: '', text };
  const named = { name: `${keptPrefix}${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`, text };
  names.set(text, named);
  return named;
}

function asValue(param: unknown): Value {
  if (param === null || typeof param === 'string' || typeof param === 'number' || typeof param === 'boolean') return param;
  if (Array.isArray(param)) return param.map(Number);
  throw new Error('a kept statement takes texts, numbers and lists of ids');
}
