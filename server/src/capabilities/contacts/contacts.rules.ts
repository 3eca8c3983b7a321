/** Somebody who wrote, as the channel names them: by number, by group, or by privacy id while the number is not known. */
export type Person = { chat: string; name: string; isGroup: boolean; connectionId: number };

/** The longest name kept of what people call themselves. */
export const longestName = 200;
