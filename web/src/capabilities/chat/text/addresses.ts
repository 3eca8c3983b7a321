import { isWord, type TextMap, touchesAddress } from './text-map.ts';

/** Bare names count as links only under endings people really send, so that "ok.vou" stays text. */
const endings: ReadonlySet<string> = new Set(
  'com br net org io app dev me co ai gov edu info shop store site online link pt es ar mx cl us uk'.split(' '),
);
const longestEnding = 6;
const longestLabel = 63;
/** A host has 253 characters at most, and some people write a name and a password before it. */
const longestHost = 300;
/** Brackets and marks after an address are looked at one by one; nobody ends a sentence with more of them. */
const maxTrimmed = 16;

/**
 * Where the address that begins here ends, if one does. `open` holds the marks around it: they end an address that touches them.
 */
export function addressEnd(map: TextMap, at: number, to: number, open: string): number | undefined {
  if (!isWord(map, at) || (at > 0 && touchesAddress(map, at - 1) && !open.includes(map.text[at - 1] ?? ''))) return undefined;
  const known = map.address[at] || findAddress(map, at);
  map.address[at] = known;
  if (known < 0) return undefined;
  const end = withoutSentence(map, at, Math.min(known, to), open);
  return end > at ? end : undefined;
}

function findAddress(map: TextMap, at: number): number {
  const begin = map.text.slice(at, at + 8).toLowerCase();
  const prefix = ['https://', 'http://', 'www.'].find((each) => begin.startsWith(each));
  const rest = prefix === undefined ? at : at + prefix.length;
  const stop = map.stop[rest] ?? rest;
  if (prefix !== undefined && stop > rest) return stop;
  const mail = mailEnd(map, at);
  if (mail > 0) return mail;
  const end = hostEnd(map, at);
  return end > 0 && '/?#'.includes(map.text[end] ?? ' ') ? (map.stop[end] ?? end) : end;
}

/** The longest name before the @ of an e-mail address. */
const longestMailbox = 64;
const mailboxSign = /[a-z0-9._%+-]/i;

/** Where an e-mail address that begins here ends; -1 when none does. */
function mailEnd(map: TextMap, at: number): number {
  const { text } = map;
  let look = at;
  while (look - at <= longestMailbox && mailboxSign.test(text[look] ?? '')) look += 1;
  map.steps += look - at;
  return text[look] === '@' && text[look - 1] !== '.' ? hostEnd(map, look + 1) : -1;
}

/** Labels and dots up to where the name must end, the last label a known ending; -1 when it is anything else. */
function hostEnd(map: TextMap, at: number): number {
  const { text } = map;
  const end = map.host[at] ?? at;
  let label = at;
  for (let look = at; look < end; look += 1) {
    map.steps += 1;
    const sign = text[look] ?? '';
    if (sign === '.') {
      if (look === label || look - label > longestLabel || text[label] === '-' || text[look - 1] === '-') return -1;
      label = look + 1;
    } else if (!/[a-z0-9-]/i.test(sign)) return -1;
  }
  return label > at && end - label <= longestEnding && endings.has(text.slice(label, end).toLowerCase()) ? end : -1;
}

/** Punctuation after an address belongs to the sentence, a bracket only when the address did not open it. */
function withoutSentence(map: TextMap, at: number, to: number, open: string): number {
  let end = to;
  for (let trimmed = 0; trimmed < maxTrimmed && end > at; trimmed += 1) {
    map.steps += 1;
    end = Math.max(at, map.unpunctuated[end] ?? end);
    const last = map.text[end - 1] ?? '';
    const opened = last === ')' ? map.round[at] : last === ']' ? map.square[at] : undefined;
    if (end === at || !(open.includes(last) || (opened !== undefined && opened >= end))) return end;
    end -= 1;
  }
  return end;
}

/** What the address leads to, when it can lead anywhere. Only its host decides that, whatever comes behind it. */
export function hrefOf(map: TextMap, at: number, end: number): string | undefined {
  if (mailEnd(map, at) === end) return `mailto:${map.text.slice(at, end)}`;
  const head = map.text.slice(at, Math.min(end, at + longestHost + 10));
  map.steps += head.length;
  const scheme = /^https?:/i.exec(head)?.[0] ?? '';
  const host = /^[/\\]*([^/\\?#]*)/.exec(head.slice(scheme.length))?.[1] ?? '';
  if (host.length > longestHost) return undefined;
  const root = `${scheme || 'https:'}//${host}`;
  const isGood = URL.canParse(root) && new URL(root).hostname.includes('.');
  if (!isGood && !/^https?:\/\/localhost\b/i.test(head)) return undefined;
  return scheme === '' ? `https://${map.text.slice(at, end)}` : map.text.slice(at, end);
}
