const mostWords = 12;

/** Each word of a search is looked up by itself: the text up to the end of its twelfth word is looked for. */
export function firstWords(text: string): string {
  let end = text.length;
  let words = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    words += 1;
    if (words === mostWords) end = index + word.length;
    if (words > mostWords) return text.slice(0, end);
  }
  return text;
}
