/** No script puts so many marks on one letter. Browsers take time by the square of their number to place them. */
const maxMarks = 16;
const isMark = /^\p{M}$/u;
/** Signs that no font has: for each different one a browser looks through all of them. */
const isUnassigned = /^[\p{Cn}\p{Co}\p{Cs}]$/u;
const needsCare = /\p{M}{17}|[\p{Cn}\p{Co}\p{Cs}]/u;

/** The text as it is shown: of marks piled up on one letter only the first few, and one sign for all that are none. */
export function toDisplayText(text: string): string {
  if (!needsCare.test(text)) return text;
  let shown = '';
  let piled = 0;
  for (const sign of text) {
    piled = isMark.test(sign) ? piled + 1 : 0;
    if (piled <= maxMarks) shown += isUnassigned.test(sign) ? '\ufffd' : sign;
  }
  return shown;
}
