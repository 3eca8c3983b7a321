import type { z } from 'zod';

/** Null counts as absent for optional fields that are not nullable. */
export function readBody(schema: z.ZodType, body: unknown): unknown {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const valueAt = (path: PropertyKey[]) => path.reduce<unknown>((value, key) => Object(value)[key], body);
  const nulls = error.issues.filter(({ path, message }) => message !== 'required' && valueAt(path) === null);
  if (nulls.length === 0) throw error;
  return schema.parse(withoutNulls(body, new Set(nulls.map(({ path }) => path.join('.')))));
}

function withoutNulls(value: unknown, wrong: Set<string>, under = ''): unknown {
  if (Array.isArray(value)) return value.map((each: unknown, place) => withoutNulls(each, wrong, `${under}${place}.`));
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([key, each]) => each !== null || !wrong.has(under + key));
  return Object.fromEntries(said.map(([key, each]) => [key, withoutNulls(each, wrong, `${under}${key}.`)]));
}
