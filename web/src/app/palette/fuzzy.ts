import { plainText } from '@prosa/contracts/plain-text';

const normalize = (text: string) => plainText(text.slice(0, 300));

/**
 * How well typed letters fit a text, whatever its accents: the higher the better, nothing when they do not fit. Every word
 * typed must be found, as the beginning of a word if possible, inside one otherwise, at worst as scattered letters in order.
 */
export function matchScore(typed: string, text: string): number | undefined {
  const flat = normalize(text);
  let sum = 0;
  for (const word of normalize(typed).split(/\s+/).filter(Boolean)) {
    const points = wordScore(word, flat);
    if (points === undefined) return undefined;
    sum += points;
  }
  // Shorter texts win ties.
  return sum - flat.length / 1000;
}

function wordScore(word: string, text: string): number | undefined {
  const at = text.indexOf(word);
  if (at === 0) return 100;
  if (text.includes(` ${word}`)) return 80;
  if (at > 0) return 60;
  return scatteredScore(word, text) ? 20 : undefined;
}

function scatteredScore(word: string, text: string): boolean {
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return word.length > 1;
}

/** Whether the text contains every typed word as a substring. */
export const containsAllWords = (typed: string, text: string): boolean =>
  normalize(typed)
    .split(/\s+/)
    .every((word) => normalize(text).includes(word));

/** Matching items, best first; ties by recent use, then by original order. */
export function bestMatches<T extends { id: string; label: string }>(
  items: readonly T[],
  typed: string,
  recent: readonly string[] = [],
): T[] {
  const lately = (id: string) => (recent.includes(id) ? recent.length - recent.indexOf(id) : 0);
  return items
    .flatMap((item) => {
      const points = matchScore(typed, item.label);
      return points === undefined ? [] : [{ item, points: points + lately(item.id) / 2 }];
    })
    .sort((a, b) => b.points - a.points)
    .map(({ item }) => item);
}
