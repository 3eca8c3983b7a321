import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addPage, type Loaded, nextPageNumber, nothingLoaded, type Order, type Reply } from './loaded.ts';

type Source<T> = {
  key: QueryKey;
  fetchPage: (pageNumber: number) => Promise<Reply<T>>;
  order: Order<T>;
  /** Where the live log stands, and a loaded list with all that was heard since then. */
  place: () => number;
  replay: (loaded: Loaded<T>, since: number) => Loaded<T>;
  enabled?: boolean;
  /** Loading afresh brings back at most so many. */
  mostReloaded?: number;
  staleTime?: number;
};

/** A list loaded page by page in one flat piece, so that live events can patch it without knowing pages. */
export function useLoaded<T extends { id: number }>(source: Source<T>) {
  const { key, fetchPage, order, place, replay, enabled = true, mostReloaded = Number.POSITIVE_INFINITY, staleTime } = source;
  const queryClient = useQueryClient();
  const running = useRef(false);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const held = () => queryClient.getQueryData<Loaded<T>>(key);

  const query = useQuery({
    queryKey: key,
    enabled,
    queryFn: () => reload(Math.min(held()?.items.length ?? 1, mostReloaded)),
    ...(staleTime !== undefined && { staleTime }),
  });

  async function reload(wanted: number): Promise<Loaded<T>> {
    const since = place();
    let loaded = nothingLoaded<T>();
    for (let page = nextPageNumber(loaded); page !== undefined && loaded.items.length < wanted; page = nextPageNumber(loaded)) {
      loaded = addPage(loaded, await fetchPage(page), order);
      if (loaded.items.length === 0) break;
    }
    return replay(loaded, since);
  }

  /** Fetches one page and joins it to whatever the list has become meanwhile. */
  async function join(page: number): Promise<void> {
    const since = place();
    const reply = await fetchPage(page);
    queryClient.setQueryData<Loaded<T>>(key, (now) => (now ? replay(addPage(now, reply, order), since) : now));
  }

  async function loadMore(): Promise<void> {
    const page = query.data && nextPageNumber(query.data);
    if (page === undefined || running.current) return;
    running.current = true;
    setLoadingMore(true);
    try {
      await join(page);
    } finally {
      running.current = false;
      setLoadingMore(false);
    }
  }

  return { ...query, isLoadingMore, loadMore, join };
}
