const plain = (text: string) => text.slice(0, 300).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * How well typed letters fit a text, whatever its accents: the higher the better, nothing when they do not fit. Every word
 * typed must be found, as the beginning of a word if possible, inside one otherwise, at worst as scattered letters in order.
 */
export function fit(typed: string, text: string): number | undefined {
  const flat = plain(text);
  let sum = 0;
  for (const word of plain(typed).split(/\s+/).filter(Boolean)) {
    const points = fitWord(word, flat);
    if (points === undefined) return undefined;
    sum += points;
  }
  // Of equals, the shorter says more exactly what was meant.
  return sum - flat.length / 1000;
}

function fitWord(word: string, text: string): number | undefined {
  const at = text.indexOf(word);
  if (at === 0) return 100;
  if (text.includes(` ${word}`)) return 80;
  if (at > 0) return 60;
  return scattered(word, text) ? 20 : undefined;
}

function scattered(word: string, text: string): boolean {
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return word.length > 1;
}

/** Whether every word typed stands in the text as typed, not only its letters here and there. */
export const holds = (typed: string, text: string): boolean =>
  plain(typed)
    .split(/\s+/)
    .every((word) => plain(text).includes(word));

/** The ones that fit, best first; of equals, those used lately first, then in their own order. */
export function best<T extends { id: string; label: string }>(items: readonly T[], typed: string, recent: readonly string[] = []): T[] {
  const lately = (id: string) => (recent.includes(id) ? recent.length - recent.indexOf(id) : 0);
  return items
    .flatMap((item) => {
      const points = fit(typed, item.label);
      return points === undefined ? [] : [{ item, points: points + lately(item.id) / 2 }];
    })
    .sort((a, b) => b.points - a.points)
    .map(({ item }) => item);
}
