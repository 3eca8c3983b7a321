import { useState } from 'react';

/** Rows chosen for an action on many. What has left the list is no longer chosen. */
export function useSelection<T extends { id: number }>(items: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number>();
  const chosen = ids.size === 0 ? [] : items.filter(({ id }) => ids.has(id));
  return {
    ids,
    chosen,
    clear: () => setIds(new Set()),
    toggle(id: number) {
      setLast(id);
      setIds(toggled(ids, id));
    },
    /** Everything from the row chosen last to this one. */
    extend(id: number) {
      setIds(new Set([...ids, ...between(items, last, id)]));
      setLast(id);
    },
  };
}
export type Selection<T extends { id: number } = { id: number }> = ReturnType<typeof useSelection<T>>;

function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function between(items: readonly { id: number }[], from: number | undefined, to: number): number[] {
  const place = (id: number | undefined) => items.findIndex((item) => item.id === id);
  const [a, b] = [place(from), place(to)];
  if (a < 0 || b < 0) return [to];
  return items.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
}
