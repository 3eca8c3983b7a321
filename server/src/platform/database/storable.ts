/**
 * Removes NUL characters and lone surrogates from untrusted texts, since the database rejects them, and keys that would set the
 * prototype of whatever object they are copied to.
 */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, each]) => [key, toStorable(each)]));
}

/** The same as JSON. JSON escapes just these characters, and most texts have none. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /\\u(?:0000|d[89a-f])/.test(json) ? JSON.stringify(toStorable(value)) : json;
}
