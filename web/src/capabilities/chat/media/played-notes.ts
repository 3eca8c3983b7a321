/** Which voice notes a person has played: so many of the newest by number, and all up to one. */
export type Played = { upTo: number; ids: ReadonlySet<number> };

export const maxPlayed = 2000;
export const nonePlayed: Played = { upTo: 0, ids: new Set() };

export const isPlayed = ({ upTo, ids }: Played, id: number): boolean => id <= upTo || ids.has(id);

/** Beyond the bound the oldest count as played: an old note is better taken for heard than all of them for new. */
export function withPlayed(played: Played, id: number, most = maxPlayed): Played {
  if (isPlayed(played, id)) return played;
  const ids = [...played.ids, id].sort((a, b) => a - b);
  const dropped = ids.splice(0, Math.max(0, ids.length - most));
  return { upTo: Math.max(played.upTo, ...dropped), ids: new Set(ids) };
}

export const playedText = ({ upTo, ids }: Played): string => [upTo, ...ids].join(',');

/** What was stored, as far as it can be read. */
export function readPlayed(text: string | undefined): Played {
  const [upTo = 0, ...ids] = (text ?? '').split(',').map(Number);
  if (![upTo, ...ids].every(Number.isSafeInteger)) return nonePlayed;
  return { upTo, ids: new Set(ids.slice(-maxPlayed)) };
}
