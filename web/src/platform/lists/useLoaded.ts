import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addPage, joinPage, type Loaded, nextPageNumber, nothingLoaded, type Order, type Reply } from './loaded.ts';
import { useLiveList } from './useLiveList.ts';

type Source<T> = {
  key: QueryKey;
  fetchPage: (pageNumber: number) => Promise<Reply<T>>;
  order: Order<T>;
  /** Where the live log stands, and a loaded list with all that was heard since then. */
  place: () => number;
  replay: (loaded: Loaded<T>, since: number) => Loaded<T>;
  enabled?: boolean;
  /** Loading afresh brings back at most so many. */
  maxReloaded?: number;
  staleTime?: number;
};

/** A list loaded page by page from its top, in one flat piece, so that live events can patch it without knowing pages. */
export function useLoaded<T extends { id: number }>(source: Source<T>) {
  const { key, fetchPage, order, place, replay, enabled, maxReloaded = Number.POSITIVE_INFINITY, staleTime } = source;
  const running = useRef(false);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { query, join } = useLiveList<T, Loaded<T>>({
    ...{ key, fetchPage, place, replay, enabled, staleTime },
    addPage: (loaded, pageNumber, reply) => joinPage(loaded, pageNumber, reply, order),
    // At least the first page: a list that was empty may be so no more.
    load: (held) => reload(Math.max(1, Math.min(held?.items.length ?? 1, maxReloaded))),
  });

  async function reload(wanted: number): Promise<Loaded<T>> {
    let loaded = nothingLoaded<T>();
    for (let page = nextPageNumber(loaded); page !== undefined && loaded.items.length < wanted; page = nextPageNumber(loaded)) {
      const before = loaded.items.length;
      loaded = addPage(loaded, await fetchPage(page), order);
      // A page without a new row would be requested again for ever.
      if (loaded.items.length === before) break;
    }
    return loaded;
  }

  /** Whether there was more to ask for, and nobody who asks already. */
  async function loadMore(): Promise<boolean> {
    const page = query.data && nextPageNumber(query.data);
    if (page === undefined || running.current) return false;
    running.current = true;
    setLoadingMore(true);
    try {
      await join(page);
      return true;
    } finally {
      running.current = false;
      setLoadingMore(false);
    }
  }

  return { ...query, isLoadingMore, loadMore, join };
}
