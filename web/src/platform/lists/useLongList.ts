import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LiveLog } from '../live/live-log.ts';
import {
  addPage,
  applyChange,
  type Change,
  type Compare,
  completeList,
  emptyList,
  type LongList,
  missingPages,
  pagesAmong,
} from './long-list.ts';
import { type Page, useLiveList, useReloadWhenStale } from './useLiveList.ts';

/** Pages of a list, or all of it where the endpoint answers every row at once. */
type PageSource<R> = { fetchPage: (pageNumber: number) => Promise<Page<R>>; fetchAll?: never };
type WholeSource<R> = { fetchAll: () => Promise<R[]>; fetchPage?: never };
type Source<R> = (PageSource<R> | WholeSource<R>) & {
  key: QueryKey;
  compare: Compare<R>;
  refetchInterval?: ((list: LongList<R> | undefined) => number) | undefined;
};
export type LongListView<R> = {
  list: LongList<R> | undefined;
  isPending: boolean;
  isError: boolean;
  /** Why, where the list itself could not be loaded. */
  error?: Error | null;
  /** What is shown is of the search before, until the new one is answered. */
  isPrevious: boolean;
  retry: () => void;
  /** These rows are in view: whatever of them is missing is fetched. */
  want: (first: number, last: number) => void;
  hear: (change: Change<R>) => void;
};

const settleTime = 80;
const maxAtOnce = 4;
/** A page whose rows are still missing after so many answers is not requested again until the list changes. */
const maxAttempts = 3;
/** A complete list has no row missing, so no page of it is ever requested. */
const noPage = () => Promise.reject(new Error('a complete list has no pages'));

/** A long list by pages of the rows in view, patched by what is heard. */
export function useLongList<R extends { id: number }>(source: Source<R>): LongListView<R> {
  const { key, fetchPage = noPage, fetchAll, compare, refetchInterval } = source;
  const view = useRef({ first: 0, last: 0 });
  const [attempts] = useState(() => new Map<number, number>());
  const [heard] = useState(() => new LiveLog<Change<R>>());
  const { query, held, patch, join } = useLiveList<R, LongList<R>>({
    ...{ key, fetchPage, addPage, refetchInterval },
    // While the page was away nobody listened.
    staleTime: 0,
    keepsPrevious: true,
    load: async (before) => {
      attempts.clear();
      if (fetchAll) return completeList(await fetchAll());
      const pages = before ? pagesAmong(view.current.first, view.current.last) : [1];
      const replies = await Promise.all(pages.map(fetchPage));
      return replies.reduce((list, reply, at) => addPage(list, pages[at] ?? 1, reply), emptyList<R>());
    },
    place: () => heard.place(),
    replay: (list, since) => heard.since(since).reduce((now, change) => applyChange(now, change, compare), list),
  });
  const parts = useMissingParts({
    missing: () => missingPages(held() ?? emptyList<R>(), view.current.first, view.current.last),
    fetch: join,
    attempts,
  });
  useReloadWhenStale(query.data?.inDoubt === true, () => void query.refetch());

  return {
    list: query.data,
    isPending: query.isPending,
    isError: query.isError || parts.failed,
    error: query.error,
    isPrevious: query.isPlaceholderData,
    retry() {
      parts.reset();
      attempts.clear();
      void query.refetch();
    },
    want(first, last) {
      view.current = { first, last };
      parts.look();
    },
    hear(change) {
      heard.add(change);
      attempts.clear();
      patch((list) => applyChange(list, change, compare));
    },
  };
}

type Parts = { missing: () => number[]; fetch: (page: number) => Promise<void>; attempts: Map<number, number> };

/** Fetches what is in view and not there, once the scrolling rests. Each page that comes makes the table look again. */
function useMissingParts({ missing, fetch, attempts }: Parts) {
  const running = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [failed, setFailed] = useState(false);
  const fetchMissing = () => {
    const pages = missing().filter((each) => !running.current.has(each) && (attempts.get(each) ?? 0) < maxAttempts);
    for (const page of pages.slice(0, maxAtOnce - running.current.size)) {
      running.current.add(page);
      attempts.set(page, (attempts.get(page) ?? 0) + 1);
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
