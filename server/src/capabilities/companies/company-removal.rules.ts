type Table = { name: string; pointsAt: string[] };

/** Tables in an order in which nothing that is deleted is still pointed at. Those that point at one another in a circle come last. */
export function childrenFirst(tables: readonly Table[]): string[] {
  const ordered: string[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const pointedAt = new Set(waiting.flatMap(({ pointsAt }) => pointsAt));
    const free = waiting.filter(({ name }) => !pointedAt.has(name));
    const next = free.length > 0 ? free : waiting;
    ordered.push(...next.map(({ name }) => name));
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered;
}
