/** Somebody who wrote, as the channel names them: by number, by group, or by privacy id while the number is not known. */
export type Person = { chat: string; name: string; isGroup: boolean; connectionId: number };

/** The longest name kept of what people call themselves. */
const longestName = 200;
/** Cut, but not in the middle of a letter: half of one is nothing the database keeps. */
export const keptName = (name: string) =>
  name
    .trim()
    .slice(0, longestName)
    .replace(/\p{Surrogate}/gu, '');
