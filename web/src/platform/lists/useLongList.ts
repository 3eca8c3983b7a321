import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHeard, useLookAgain } from '../live/heard.ts';
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

const settleTime = 80;
const mostAtOnce = 4;

/** A long list by pages of the rows in view, patched by what is heard. */
export function useLongList<R extends { id: number }>({ key, fetchPage, compare }: Source<R>): LongListView<R> {
  const queryClient = useQueryClient();
  const view = useRef({ first: 0, last: 0 });
  const { during, note } = useHeard<Change<R>>();
  const replay = (list: LongList<R>, missed: Change<R>[]) => missed.reduce((now, change) => applyChange(now, change, compare), list);
  const held = () => queryClient.getQueryData<LongList<R>>(key);
  const query = useQuery({
    queryKey: key,
    // While the page was away nobody listened.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const pages = held() ? pagesAmong(view.current.first, view.current.last) : [1];
      const { answer, missed } = await during(() => Promise.all(pages.map(fetchPage)));
      const loaded = answer.reduce((list, reply, at) => addPage(list, pages[at] ?? 1, reply), nothingYet<R>());
      return replay(loaded, missed);
    },
  });
  const { refetch } = query;
  const parts = useMissingParts({
    missing: () => missingPages(held() ?? nothingYet<R>(), view.current.first, view.current.last),
    async fetch(page) {
      const { answer, missed } = await during(() => fetchPage(page));
      queryClient.setQueryData<LongList<R>>(key, (now) => now && replay(addPage(now, page, answer), missed));
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

type Parts = { missing: () => number[]; fetch: (page: number) => Promise<void> };

/** Fetches what is in view and not there, once the scrolling rests. Each page that comes makes the table look again. */
function useMissingParts({ missing, fetch }: Parts) {
  const running = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [failed, setFailed] = useState(false);
  const fetchMissing = () => {
    const pages = missing().filter((each) => !running.current.has(each));
    for (const page of pages.slice(0, mostAtOnce - running.current.size)) {
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
