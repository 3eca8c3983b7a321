import { Refusal } from '../errors.ts';

/** No call has more levels than a dozen. Code that walks through a body recursively relies on the bound. */
const maxDepth = 100;
const [quote, backslash, openList, closeList, openObject, closeObject] = ['"', '\\', '[', ']', '{', '}'].map((sign) => sign.charCodeAt(0));

/**
 * Parses a body that was received whole. An empty body is none. `JSON.parse` gets no reviver: it takes ten times as long with one, and
 * nothing else runs meanwhile. `toStorable` cleans what is parsed where it is validated.
 */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    if (!isDeeperThan(text, maxDepth)) return JSON.parse(text);
  } catch {
    // Answered below.
  }
  throw new Refusal('ERR_VALIDATION', { details: [{ path: '', message: 'invalidJson' }] });
}

function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) isInText = !isInText;
    else if (isInText) at += sign === backslash ? 1 : 0;
    else if (sign === openList || sign === openObject) {
      depth += 1;
      if (depth > levels) return true;
    } else if (sign === closeList || sign === closeObject) depth -= 1;
  }
  return false;
}
