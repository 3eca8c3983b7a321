export type Mark = 'bold' | 'italic' | 'strike';
export type MarkupNode =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: Mark; children: MarkupNode[] };

const marks: ReadonlyMap<string, Mark> = new Map([
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strike'],
]);
const wordCharacter = /[\p{L}\p{N}]/u;
/** Bare names count as links only under endings people really send, so that "ok.vou" stays text. */
const endings = 'com|br|net|org|io|app|dev|me|co|ai|gov|edu|info|shop|store|site|online|link|pt|es|ar|mx|cl|us|uk';
const address = new RegExp(
  String.raw`(?:https?:\/\/|www\.)[^\s<>"]+|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:${endings})(?![\p{L}\p{N}@.-]*[\p{L}\p{N}@])(?:[/?#][^\s<>"]*)?`,
  'giuy',
);
const notBefore = /[\p{L}\p{N}@./_-]/u;
const closers: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
]);

/** WhatsApp's markup as a tree of plain data: whoever shows it makes elements, so raw HTML is only ever text. */
export function parseMarkup(text: string): MarkupNode[] {
  return parse(text, 0, text.length, '');
}

/** `open` holds the marks around this stretch: they do not nest in themselves and end an address that touches them. */
function parse(text: string, from: number, to: number, open: string): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  const hopeless = new Map<string, number>();
  let plain = from;
  let at = from;
  const take = (node: MarkupNode, end: number) => {
    if (plain < at) nodes.push({ kind: 'text', text: text.slice(plain, at) });
    nodes.push(node);
    at = plain = end;
  };
  while (at < to) {
    const found = linkAt(text, at, to, open) ?? codeAt(text, at, to, hopeless) ?? markAt(text, at, to, open, hopeless);
    if (found) take(found.node, found.end);
    else at += 1;
  }
  if (plain < to) nodes.push({ kind: 'text', text: text.slice(plain, to) });
  return nodes;
}

type Found = { node: MarkupNode; end: number };

function linkAt(text: string, at: number, to: number, open: string): Found | undefined {
  const end = addressEnd(text, at, to, open);
  if (end === undefined) return undefined;
  const shown = text.slice(at, end);
  const href = hrefOf(shown);
  return href === undefined ? undefined : { node: { kind: 'link', text: shown, href }, end };
}

function addressEnd(text: string, at: number, to: number, open: string): number | undefined {
  const first = text[at];
  if (first === undefined || !wordCharacter.test(first) || (at > 0 && notBefore.test(text[at - 1] ?? '') && !isMark(text[at - 1], open)))
    return undefined;
  address.lastIndex = at;
  const match = address.exec(text)?.[0];
  if (match === undefined) return undefined;
  let end = Math.min(at + match.length, to);
  while (end > at && endsSentence(text.slice(at, end), open)) end -= 1;
  return end > at ? end : undefined;
}

const isMark = (character: string | undefined, open: string) => character !== undefined && open.includes(character);

/** Punctuation after an address belongs to the sentence, a bracket only when the address did not open it. */
function endsSentence(shown: string, open: string): boolean {
  const last = shown.at(-1) ?? '';
  if (/[.,;:!?'"`]/.test(last) || isMark(last, open)) return true;
  const opener = closers.get(last);
  return opener !== undefined && !shown.includes(opener);
}

function hrefOf(shown: string): string | undefined {
  const url = /^https?:/i.test(shown) ? shown : `https://${shown}`;
  return URL.canParse(url) && new URL(url).hostname.includes('.') ? url : /^https?:\/\/localhost\b/i.test(url) ? url : undefined;
}

function codeAt(text: string, at: number, to: number, hopeless: Map<string, number>): Found | undefined {
  if (text[at] !== '`' || (hopeless.get('`') ?? -1) > at) return undefined;
  const line = lineEnd(text, at, to);
  const end = text.indexOf('`', at + 1);
  if (end < 0 || end >= line) {
    hopeless.set('`', line);
    return undefined;
  }
  return end === at + 1 ? undefined : { node: { kind: 'code', text: text.slice(at + 1, end) }, end: end + 1 };
}

function markAt(text: string, at: number, to: number, open: string, hopeless: Map<string, number>): Found | undefined {
  const character = text[at] ?? '';
  const mark = marks.get(character);
  if (!mark || open.includes(character) || (hopeless.get(character) ?? -1) > at || !opens(text, at, to)) return undefined;
  const end = closing(text, at, lineEnd(text, at, to), open + character, character);
  if (end === undefined) {
    // No end for this one on this line means none for a later one either: never search the same stretch twice.
    hopeless.set(character, lineEnd(text, at, to));
    return undefined;
  }
  return { node: { kind: mark, children: parse(text, at + 1, end, open + character) }, end: end + 1 };
}

function opens(text: string, at: number, to: number): boolean {
  const next = at + 1 < to ? (text[at + 1] ?? '') : '';
  return !wordCharacter.test(at > 0 ? (text[at - 1] ?? '') : '') && next !== '' && !/\s/.test(next) && next !== text[at];
}

function closing(text: string, at: number, line: number, open: string, character: string): number | undefined {
  let look = at + 1;
  while (look < line) {
    const skip = addressEnd(text, look, line, open) ?? codeAt(text, look, line, new Map())?.end;
    if (skip !== undefined) look = skip;
    else if (text[look] === character && look > at + 1 && !/\s/.test(text[look - 1] ?? '') && !wordCharacter.test(text[look + 1] ?? ''))
      return look;
    else look += 1;
  }
  return undefined;
}

function lineEnd(text: string, at: number, to: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 || end > to ? to : end;
}

const emojiOnly = /^(?:\p{Extended_Pictographic}(?:\u{FE0F}|\u{200D}\p{Extended_Pictographic}|\p{Emoji_Modifier})*\s?){1,3}$/u;

const lineLength = 300;

/** The text alone, for one line of a list: as much as could ever be seen there. */
export function plainText(text: string): string {
  const words = (nodes: MarkupNode[]): string => nodes.map((node) => ('children' in node ? words(node.children) : node.text)).join('');
  return words(parseMarkup(text.slice(0, lineLength)));
}

/** Up to three emoji and nothing else: shown larger. */
export function isEmojiOnly(text: string): boolean {
  return emojiOnly.test(text.trim());
}
