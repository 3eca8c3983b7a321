import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  addPage,
  applyChange,
  type Change,
  type Compare,
  type LongList,
  missingPages,
  nothingYet,
  type Page,
  pagesAmong,
} from './long-list.ts';

type Source<R> = { key: QueryKey; fetchPage: (pageNumber: number) => Promise<Page<R>>; compare: Compare<R> };
export type LongListView<R> = {
  list: LongList<R> | undefined;
  isPending: boolean;
  isError: boolean;
  /** What is shown is of the search before, until the new one is answered. */
  isPrevious: boolean;
  retry: () => void;
  /** These rows are in view: whatever of them is missing is fetched. */
  want: (first: number, last: number) => void;
  hear: (change: Change<R>) => void;
};

const settleTime = 60;
const lookAgainAfter = 5000;

/** A long list by pages of the rows in view, patched by what is heard. */
export function useLongList<R extends { id: number }>({ key, fetchPage, compare }: Source<R>): LongListView<R> {
  const queryClient = useQueryClient();
  const view = useRef({ first: 0, last: 0 });
  const { during, note } = useHeard<R>(compare);
  const held = () => queryClient.getQueryData<LongList<R>>(key);
  const query = useQuery({
    queryKey: key,
    // While the page was away nobody listened.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const pages = held() ? pagesAmong(view.current.first, view.current.last) : [1];
      const { answer, replay } = await during(() => Promise.all(pages.map(fetchPage)));
      return replay(answer.reduce((list, reply, at) => addPage(list, pages[at] ?? 1, reply), nothingYet<R>()));
    },
  });
  const { refetch } = query;
  const parts = useMissingParts({
    missing: () => missingPages(held() ?? nothingYet<R>(), view.current.first, view.current.last),
    async fetch(page) {
      const { answer, replay } = await during(() => fetchPage(page));
      queryClient.setQueryData<LongList<R>>(key, (now) => now && replay(addPage(now, page, answer)));
    },
  });
  useLookAgain(query.data?.inDoubt === true, () => void refetch());

  return {
    list: query.data,
    isPending: query.isPending,
    isError: query.isError || parts.failed,
    isPrevious: query.isPlaceholderData,
    retry() {
      parts.reset();
      void refetch();
    },
    want(first, last) {
      view.current = { first, last };
      parts.look();
    },
    hear(change) {
      note(change);
      queryClient.setQueryData<LongList<R>>(key, (now) => now && applyChange(now, change, compare));
    },
  };
}

/** A reply takes a moment, and what is heard meanwhile may be newer than it: that is applied to the reply once more. */
function useHeard<R extends { id: number }>(compare: Compare<R>) {
  const log = useRef<{ running: number; changes: Change<R>[] }>({ running: 0, changes: [] });
  return {
    note(change: Change<R>) {
      if (log.current.running > 0) log.current.changes.push(change);
    },
    async during<T>(work: () => Promise<T>) {
      const state = log.current;
      const since = state.changes.length;
      state.running += 1;
      try {
        const answer = await work();
        const missed = state.changes.slice(since);
        return { answer, replay: (list: LongList<R>) => missed.reduce((now, change) => applyChange(now, change, compare), list) };
      } finally {
        state.running -= 1;
        if (state.running === 0) state.changes = [];
      }
    },
  };
}

type Parts = { missing: () => number[]; fetch: (page: number) => Promise<void> };

/** Fetches what is in view and not there, once the scrolling rests; each page once at a time. */
function useMissingParts({ missing, fetch }: Parts) {
  const running = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [failed, setFailed] = useState(false);
  const fetchMissing = () => {
    for (const page of missing().filter((each) => !running.current.has(each))) {
      running.current.add(page);
      void fetch(page)
        .then(() => setFailed(false))
        .catch(() => setFailed(true))
        .finally(() => running.current.delete(page));
    }
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    failed,
    reset: () => setFailed(false),
    look() {
      clearTimeout(timer.current);
      timer.current = setTimeout(fetchMissing, settleTime);
    },
  };
}

/** Doubts gather for a while and are settled by one look. */
function useLookAgain(inDoubt: boolean, look: () => void): void {
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    if (!inDoubt) return undefined;
    const timer = setTimeout(() => lookAgain(), lookAgainAfter);
    return () => clearTimeout(timer);
  }, [inDoubt]);
}
