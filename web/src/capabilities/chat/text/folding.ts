const foldedLines = 12;
export const foldedCharacters = 900;
/** What one touch of "read more" brings: as much as is shown without anybody noticing the work. */
const pieceLength = 2_000;
/** How far back a piece looks for the end of a line or a word to end at. */
const lookBack = 300;

/** Long texts are folded, so that one message never fills the screen. */
export function isLong(words: string): boolean {
  return words.length > foldedCharacters || words.split('\n', foldedLines + 1).length > foldedLines;
}

export const foldedText = (words: string): string => words.slice(0, endOfPiece(words, 0, foldedCharacters));

/** The first pieces of an unfolded text, and whether they are all of it. Each is shown by itself: another one leaves it as it is. */
export function piecesOf(words: string, count: number): { pieces: string[]; isAll: boolean } {
  const pieces: string[] = [];
  let from = 0;
  while (from < words.length && pieces.length < count) {
    const end = endOfPiece(words, from, pieceLength);
    pieces.push(words.slice(from, end));
    from = end;
  }
  return { pieces, isAll: from >= words.length };
}

/** At the end of a line or a word if one is near, and never in the middle of a sign. */
function endOfPiece(words: string, from: number, most: number): number {
  const end = from + most;
  if (words.length <= end) return words.length;
  const near = words.slice(end - lookBack, end);
  const line = near.lastIndexOf('\n');
  const gap = line >= 0 ? line : near.lastIndexOf(' ');
  if (gap >= 0) return end - lookBack + gap + 1;
  return /[\udc00-\udfff]/.test(words[end] ?? '') ? end - 1 : end;
}
