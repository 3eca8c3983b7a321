/**
 * Removes NUL characters and lone surrogates from untrusted texts, since the database rejects them, and keys that would set the
 * prototype of whatever object they are copied to. Copies only what changes: most values are clean, and some are very large.
 */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return cleanList(value);
  return typeof value === 'object' && value !== null ? cleanObject(value) : value;
}

const loneSurrogates = /\p{Surrogate}/gu;
const cleanText = (text: string) => text.replaceAll('\u0000', '').replace(loneSurrogates, '\ufffd');

function cleanList(list: unknown[]): unknown[] {
  let copy: unknown[] | undefined;
  for (let place = 0; place < list.length; place += 1) {
    const clean = toStorable(list[place]);
    if (clean === list[place]) continue;
    copy ??= [...list];
    copy[place] = clean;
  }
  return copy ?? list;
}

function cleanObject(value: object): object {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const each: unknown = Reflect.get(value, key);
    const clean = key === '__proto__' ? undefined : toStorable(each);
    if (clean === each && key !== '__proto__') continue;
    copy ??= Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'));
    if (key !== '__proto__') copy[key] = clean;
  }
  return copy ?? value;
}

/** The same as JSON. JSON escapes just these characters, and most texts have none. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /\\u(?:0000|d[89a-f])/.test(json) ? JSON.stringify(toStorable(value)) : json;
}
