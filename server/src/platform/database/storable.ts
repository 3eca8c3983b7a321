/** Removes NUL characters and lone surrogates from untrusted texts, since the database rejects them. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toStorable(each)]));
}
