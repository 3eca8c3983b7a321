/**
 * Rows must not move under the mouse. While a list is held, rows keep the order they were last shown in, what is gone
 * goes, and what is new or has risen to the top waits above, counted.
 */
export function frozenRows<T extends { id: number }>(
  current: readonly T[],
  shown: readonly number[] | undefined,
): { rows: readonly T[]; waiting: number } {
  if (!shown) return { rows: current, waiting: 0 };
  const byId = new Map(current.map((item) => [item.id, item]));
  const rows = shown.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(shown);
  const lastShown = current.findLastIndex((item) => known.has(item.id));
  // What comes after the rows shown was loaded by scrolling down: it disturbs nobody.
  const below = current.slice(lastShown + 1).filter((item) => !known.has(item.id));
  const fresh = current.slice(0, lastShown + 1).filter((item) => !known.has(item.id)).length;
  return { rows: [...rows, ...below], waiting: fresh + countRisen(current, shown) };
}

/** How many of the rows shown now stand above one that used to be above them, counted from the top. */
function countRisen<T extends { id: number }>(current: readonly T[], shown: readonly number[]): number {
  const place = new Map(shown.map((id, index) => [id, index]));
  const order = current.flatMap((item) => place.get(item.id) ?? []);
  let lowestAfter = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const at of order.toReversed()) {
    if (at > lowestAfter) count += 1;
    lowestAfter = Math.min(lowestAfter, at);
  }
  return count;
}
