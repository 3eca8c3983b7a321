import type { Page } from './useLiveList.ts';

/** Everything loaded so far of a long list that live events keep changing. */
export type Loaded<T> = {
  items: T[];
  count: number;
  hasMore: boolean;
  /** How many the server puts on a full page. */
  size: number;
  /** False when an event spoke of something beyond what is loaded: only the server can count then. */
  countKnown: boolean;
};
export type Reply<T> = Page<T>;

export type Order<T> = {
  /** Sorts as the screen shows it. */
  compare: (a: T, b: T) => number;
  /** Of two copies of one item, the state to keep. */
  newer: (held: T, fetched: T) => T;
};

export function nothingLoaded<T>(): Loaded<T> {
  return { items: [], count: 0, hasMore: true, size: 0, countKnown: true };
}

export function addPage<T extends { id: number }>(loaded: Loaded<T>, reply: Reply<T>, order: Order<T>): Loaded<T> {
  const byId = new Map(loaded.items.map((item) => [item.id, item]));
  for (const item of reply.items) {
    const held = byId.get(item.id);
    byId.set(item.id, held ? order.newer(held, item) : item);
  }
  return {
    items: [...byId.values()].sort(order.compare),
    count: reply.count,
    hasMore: reply.hasMore,
    size: Math.max(loaded.size, reply.items.length),
    countKnown: true,
  };
}

/** A page that was asked for when at least one more was held than is now would leave a gap, so it is left out. */
export function joinPage<T extends { id: number }>(loaded: Loaded<T>, page: number, reply: Reply<T>, order: Order<T>): Loaded<T> {
  const isShorter = page > 1 && loaded.items.length <= (page - 2) * loaded.size;
  return isShorter ? loaded : addPage(loaded, reply, order);
}

/**
 * The server counts pages from the current top, and the list may have grown or shrunk since its pages were loaded.
 * Asking for the page that holds the first item not loaded leaves no gap; what comes twice is dropped by id.
 */
export function nextPageNumber<T>({ items, hasMore, size }: Loaded<T>): number | undefined {
  if (!hasMore) return undefined;
  return size === 0 ? 1 : Math.floor(items.length / size) + 1;
}
