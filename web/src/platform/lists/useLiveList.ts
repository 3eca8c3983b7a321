import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

export type Page<R> = { items: R[]; count: number; hasMore: boolean };

/** What a list is loaded from. `L` is how much of it is held: everything from the top (`Loaded`) or any part of it (`LongList`). */
export type LiveSource<R, L> = {
  key: QueryKey;
  fetchPage: (pageNumber: number) => Promise<Page<R>>;
  addPage: (list: L, pageNumber: number, page: Page<R>) => L;
  /** The list anew; `held` is what was loaded of it before. */
  load: (held: L | undefined) => Promise<L>;
  /** Where the log of live events stands now, and a list with all that was logged since then applied to it. */
  place: () => number;
  replay: (list: L, since: number) => L;
  enabled?: boolean | undefined;
  staleTime?: number | undefined;
  /** Show the list of the search before until the new one is answered. */
  keepsPrevious?: boolean | undefined;
  /** For lists that no live event tells of: how often to load anew. */
  refetchInterval?: ((list: L | undefined) => number) | undefined;
};

/**
 * The one engine behind every list: loads pages, lets live events patch what is loaded, and applies what was heard while a page
 * was on its way to that page, which may be older.
 */
export function useLiveList<R, L>(source: LiveSource<R, L>) {
  const { key, fetchPage, addPage, load, place, replay, enabled = true, staleTime, keepsPrevious, refetchInterval } = source;
  const queryClient = useQueryClient();
  const held = () => queryClient.getQueryData<L>(key);
  const patch = (change: (list: L) => L) => {
    queryClient.setQueryData<L>(key, (now: L | undefined) => (now === undefined ? now : change(now)));
  };
  const query = useQuery<L>({
    queryKey: key,
    enabled,
    queryFn: async () => {
      const since = place();
      return replay(await load(held()), since);
    },
    ...(staleTime !== undefined && { staleTime }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(refetchInterval && { refetchInterval: ({ state }) => refetchInterval(state.data) }),
  });
  return {
    query,
    held,
    patch,
    /** Fetches one page and joins it to whatever the list has become meanwhile. */
    async join(pageNumber: number): Promise<void> {
      const since = place();
      const page = await fetchPage(pageNumber);
      patch((now) => replay(addPage(now, pageNumber, page), since));
    },
  };
}

/** An event left in doubt what is not loaded: such doubts gather for a while and are settled by one look. */
export function useReloadWhenStale(inDoubt: boolean, look: () => void, after = 5000): void {
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    if (!inDoubt) return undefined;
    const timer = setTimeout(() => lookAgain(), after);
    return () => clearTimeout(timer);
  }, [inDoubt, after]);
}
