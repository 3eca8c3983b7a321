/** What a parser gave us, with texts that a database keeps: no NUL, and no half letters. Strangers send both. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storable(each)]));
}
