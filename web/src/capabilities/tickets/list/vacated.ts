/** A row of a list, or the place of one that has just left it. */
export type Placed<T> = { item: T; isGone: boolean };
/** One that has left, and where it stood. */
export type Gone<T> = { item: T; index: number };

/** Which have left since the list was shown, at the places they had. */
export function leftSince<T extends { id: number }>(shown: readonly Placed<T>[], rows: readonly T[]): Gone<T>[] {
  const here = new Set(rows.map(({ id }) => id));
  return shown.flatMap(({ item }, index) => (here.has(item.id) ? [] : [{ item, index }]));
}

/** The rows, with the places of those that have left kept free: so nothing moves under the hand that made them leave. */
export function withPlaces<T extends { id: number }>(rows: readonly T[], gone: readonly Gone<T>[]): Placed<T>[] {
  const placed = rows.map((item): Placed<T> => ({ item, isGone: false }));
  for (const { item, index } of gone) placed.splice(Math.min(index, placed.length), 0, { item, isGone: true });
  return placed;
}
