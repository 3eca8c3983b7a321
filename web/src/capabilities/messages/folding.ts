const foldedLines = 12;
const foldedCharacters = 900;
/** More than fits into the lines of a folded message, however narrow its letters are. */
const folded = 3_000;
/** What one touch of "read more" brings: as much as is shown without anybody noticing the work. */
const step = 12_000;

/** Long texts are folded, so that one message never fills the screen. */
export function isLong(words: string): boolean {
  return words.length > foldedCharacters || words.split('\n', foldedLines + 1).length > foldedLines;
}

/** How much of it is shown after so many touches of "read more". Never the half of a sign; at the end of a line or a word if one is near. */
export function shownLength(words: string, touches: number): number {
  const most = touches === 0 ? folded : touches * step;
  if (words.length <= most) return words.length;
  const near = words.slice(most - 200, most);
  const line = near.lastIndexOf('\n');
  const gap = line >= 0 ? line : near.lastIndexOf(' ');
  const cut = gap >= 0 ? most - 200 + gap + 1 : most;
  return /[\udc00-\udfff]/.test(words[cut] ?? '') ? cut - 1 : cut;
}
