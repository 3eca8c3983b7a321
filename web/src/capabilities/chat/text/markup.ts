import { addressEnd, hrefOf } from './addresses.ts';
import { toDisplayText } from './display-text.ts';
import { isSpace, isSpecial, isWord, mapText, type TextMap } from './text-map.ts';

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
/** Nobody writes so many by hand, and a page of more is slow to show: what comes after them is plain text. */
export const maxNodes = 2_000;
const canHoldMarkup = /[*_~`.]|:\/\//;

/** WhatsApp's markup as a tree of plain data: whoever shows it makes elements, so raw HTML is only ever text. */
export function parseMarkup(text: string): MarkupNode[] {
  return parseCounted(text).nodes;
}

/**
 * The tree, and how many steps it took. Marks nest three deep at most, and on each level a stretch is read once for itself, once for
 * the end of what it stands in, and once in vain for each mark: so many steps for a character, whatever the others are.
 */
export function parseCounted(text: string): { nodes: MarkupNode[]; steps: number } {
  if (!canHoldMarkup.test(text)) return { nodes: text === '' ? [] : [{ kind: 'text', text }], steps: text.length };
  const map = mapText(text);
  const nodes = parse({ map, made: 0 }, 0, text.length, '');
  return { nodes, steps: map.steps };
}

type Work = { map: TextMap; made: number };
/** Up to where no end for a mark, or for code, was found. */
type SearchedUpTo = Record<string, number>;

/** `open` holds the marks around this stretch: they do not nest in themselves and end an address that touches them. */
function parse(work: Work, from: number, to: number, open: string): MarkupNode[] {
  const { map } = work;
  const nodes: MarkupNode[] = [];
  const searchedUpTo: SearchedUpTo = { '*': -1, _: -1, '~': -1, '`': -1 };
  let plain = from;
  let at = from;
  const take = (node: MarkupNode, end: number) => {
    if (plain < at) nodes.push({ kind: 'text', text: map.text.slice(plain, at) });
    nodes.push(node);
    work.made += plain < at ? 2 : 1;
    at = plain = end;
  };
  while (at < to && work.made < maxNodes) {
    map.steps += 1;
    const found = isSpecial(map, at)
      ? (codeAt(map, at, to, searchedUpTo) ?? markAt(work, at, to, open, searchedUpTo))
      : isWord(map, at)
        ? linkAt(map, at, to, open)
        : undefined;
    if (found) take(found.node, found.end);
    else at += 1;
  }
  if (plain < to) nodes.push({ kind: 'text', text: map.text.slice(plain, to) });
  return nodes;
}

type Found = { node: MarkupNode; end: number };

function linkAt(map: TextMap, at: number, to: number, open: string): Found | undefined {
  const end = addressEnd(map, at, to, open);
  const href = end === undefined ? undefined : hrefOf(map, at, end);
  return end === undefined || href === undefined ? undefined : { node: { kind: 'link', text: map.text.slice(at, end), href }, end };
}

function codeAt(map: TextMap, at: number, to: number, searchedUpTo: SearchedUpTo): Found | undefined {
  if (map.text[at] !== '`' || (searchedUpTo['`'] ?? -1) > at) return undefined;
  const end = codeEnd(map, at, lineEnd(map, at, to));
  if (end === undefined) {
    searchedUpTo['`'] = lineEnd(map, at, to);
    return undefined;
  }
  return end === at + 1 ? undefined : { node: { kind: 'code', text: map.text.slice(at + 1, end) }, end: end + 1 };
}

function codeEnd({ tick }: TextMap, at: number, line: number): number | undefined {
  const end = tick[at + 1] ?? line;
  return end < line ? end : undefined;
}

function markAt(work: Work, at: number, to: number, open: string, searchedUpTo: SearchedUpTo): Found | undefined {
  const { map } = work;
  const character = map.text[at] ?? '';
  if (!opens(map, at, to) || open.includes(character) || (searchedUpTo[character] ?? -1) > at) return undefined;
  const mark = marks.get(character);
  if (!mark) return undefined;
  const line = lineEnd(map, at, to);
  const end = closing(map, at, line, open + character, character);
  if (end === undefined) {
    // No end for this one on this line means none for a later one either: never search the same stretch twice.
    searchedUpTo[character] = line;
    return undefined;
  }
  work.made += 1;
  return { node: { kind: mark, children: parse(work, at + 1, end, open + character) }, end: end + 1 };
}

function opens(map: TextMap, at: number, to: number): boolean {
  const isLast = at + 1 >= to;
  return !(at > 0 && isWord(map, at - 1)) && !isLast && !isSpace(map, at + 1) && map.text[at + 1] !== map.text[at];
}

function closing(map: TextMap, at: number, line: number, open: string, character: string): number | undefined {
  let look = at + 1;
  while (look < line) {
    map.steps += 1;
    const skip = isSpecial(map, look) ? skipCode(map, look, line) : isWord(map, look) ? addressEnd(map, look, line, open) : undefined;
    if (skip !== undefined) look = skip;
    else if (map.text[look] === character && look > at + 1 && !isSpace(map, look - 1) && !isWord(map, look + 1)) return look;
    else look += 1;
  }
  return undefined;
}

function skipCode(map: TextMap, at: number, line: number): number | undefined {
  const end = map.text[at] === '`' ? codeEnd(map, at, line) : undefined;
  return end === undefined || end === at + 1 ? undefined : end + 1;
}

function lineEnd({ line }: TextMap, at: number, to: number): number {
  return Math.min(line[at] ?? to, to);
}

const emojiOnly = /^(?:\p{Extended_Pictographic}(?:\u{FE0F}|\u{200D}\p{Extended_Pictographic}|\p{Emoji_Modifier})*\s?){1,3}$/u;
const longestEmoji = 200;

const lineLength = 300;

/** The text alone, for one line of a list: as much as could ever be seen there. */
export function plainText(text: string): string {
  const words = (nodes: MarkupNode[]): string => nodes.map((node) => ('children' in node ? words(node.children) : node.text)).join('');
  return words(parseMarkup(toDisplayText(text.slice(0, lineLength))));
}

/** Up to three emoji and nothing else: shown larger. */
export function isEmojiOnly(text: string): boolean {
  return text.length <= longestEmoji && emojiOnly.test(text.trim());
}
