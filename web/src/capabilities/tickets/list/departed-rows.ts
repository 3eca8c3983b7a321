/** A row, or the placeholder of one that has just left. */
export type RowSlot<T> = { item: T; isGone: boolean };
/** A row that has left, and its index. */
export type DepartedRow<T> = { item: T; index: number };

/** Rows that have left since the list was shown, with their indexes. */
export function departedSince<T extends { id: number }>(shown: readonly RowSlot<T>[], rows: readonly T[]): DepartedRow<T>[] {
  const here = new Set(rows.map(({ id }) => id));
  return shown.flatMap(({ item }, index) => (here.has(item.id) ? [] : [{ item, index }]));
}

/** The rows with placeholders for those that have left, so that nothing moves under the pointer. */
export function withPlaceholders<T extends { id: number }>(rows: readonly T[], gone: readonly DepartedRow<T>[]): RowSlot<T>[] {
  const placed = rows.map((item): RowSlot<T> => ({ item, isGone: false }));
  for (const { item, index } of gone) placed.splice(Math.min(index, placed.length), 0, { item, isGone: true });
  return placed;
}
