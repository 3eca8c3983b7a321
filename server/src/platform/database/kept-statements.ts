import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Bound, Value } from './flight.ts';

const dialect = new PgDialect({ casing: 'snake_case' });
/** Every connection keeps a plan for each; what is asked for more rarely is planned each time. */
const mostKept = 100;
export const keptPrefix = 'kept-';
const names = new Map<string, { name: string; text: string }>();

/**
 * What a transaction is told before it runs statements whose plans are kept: made once for whatever values come, and left as little
 * choice as can be. Such statements are walks along indexes, joined row by row, whatever the planner takes a company to be.
 */
export const planSettings: Record<string, string> = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

export const applyPlanSettings = Object.entries(planSettings)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ');

/** A statement under a name that stands for its words: whoever says the same shares the plan. For statements whose plan is tested. */
export function keptStatement(statement: SQL): Bound {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { ...namedText(text), values: params.map(asValue) };
}

/** The same words are held once, however many reads are made out of them. */
function namedText(text: string): { name: string; text: string } {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= mostKept) return { name: '', text };
  const named = { name: `${keptPrefix}${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`, text };
  names.set(text, named);
  return named;
}

function asValue(param: unknown): Value {
  if (param === null || typeof param === 'string' || typeof param === 'number' || typeof param === 'boolean') return param;
  if (Array.isArray(param)) return param.map(Number);
  throw new Error('a kept statement takes texts, numbers and lists of ids');
}
