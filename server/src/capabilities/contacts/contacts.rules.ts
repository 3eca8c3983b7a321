/** A sender as the channel identifies it: by number, by group, or by privacy id while the number is unknown. */
export type ChannelPerson = { chat: string; name: string; isGroup: boolean; connectionId: number };

/** Longest display name that is stored. */
const maxNameLength = 200;
/** Truncates without splitting a surrogate pair, which the database would reject. */
export const truncateName = (name: string) =>
  name
    .trim()
    .slice(0, maxNameLength)
    .replace(/\p{Surrogate}/gu, '');
