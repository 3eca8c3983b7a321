/** No script puts so many marks on one letter. Browsers take time by the square of their number to place them. */
const mostMarks = 16;
const manyMarks = /\p{M}{17}/u;
const isMark = /^\p{M}$/u;

/** The text as it is shown: of marks piled up on one letter only the first few. */
export function withoutPiles(text: string): string {
  if (!manyMarks.test(text)) return text;
  let shown = '';
  let piled = 0;
  for (const sign of text) {
    piled = isMark.test(sign) ? piled + 1 : 0;
    if (piled <= mostMarks) shown += sign;
  }
  return shown;
}
