import { plainText } from '@prosa/contracts/plain-text';
import type { RankedQuickMessage } from '@prosa/contracts/quick-messages';

export const plain = (text: string) => plainText(text, 'NFKD');

const maxLabel = 35;
const characters = new Intl.Segmenter();
/** As a suggestion names it: shortcode and text on one line, cut by whole characters. */
export function labelOf({ shortcode, message }: { shortcode: string; message: string }): string {
  const whole = `/${bare(shortcode)} — ${message.replace(/\s+/g, ' ')}`;
  const letters = Array.from(characters.segment(whole), ({ segment }) => segment);
  return letters.length > maxLabel ? `${letters.slice(0, maxLabel).join('').trimEnd()}…` : whole;
}

/** Some write the slash into the shortcode. */
export const bare = (shortcode: string) => shortcode.replace(/^\/+/, '');

/** What is searched for, where a text asks for quick messages: it begins with a slash and goes on. */
export function askedFor(words: string): string | undefined {
  return words.startsWith('/') && words.length > 1 && !words.includes('\n') ? words.slice(1).trim() : undefined;
}

/** How well it fits, the best first: the whole shortcode, its beginning, a part of it, a part of the text. */
function fit({ shortcode, message }: RankedQuickMessage, wanted: string): number {
  const code = plain(bare(shortcode));
  if (code === wanted) return 0;
  if (code.startsWith(wanted)) return 1;
  if (code.includes(wanted)) return 2;
  return plain(message).includes(wanted) ? 3 : Number.POSITIVE_INFINITY;
}

/** Those that fit what is typed, of equal ones the most used first. */
export function suggest(list: readonly RankedQuickMessage[], typed: string, max: number): RankedQuickMessage[] {
  const wanted = plain(typed);
  return list
    .map((each) => ({ each, fits: fit(each, wanted) }))
    .filter(({ fits }) => fits < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.fits - b.fits || b.each.uses - a.each.uses || byShortcode(a.each, b.each))
    .slice(0, max)
    .map(({ each }) => each);
}

type Sorted = { id: number; shortcode: string };
/** As the server sorts. */
export function byShortcode(a: Sorted, b: Sorted): number {
  const [left, right] = [plain(a.shortcode), plain(b.shortcode)];
  if (left === right) return a.id - b.id;
  return left < right ? -1 : 1;
}
