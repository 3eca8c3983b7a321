import { useMutation } from '@tanstack/react-query';
import type { Change, Compare, LongList } from './long-list.ts';
import type { Page } from './useLiveList.ts';
import { type LongListView, useLongList } from './useLongList.ts';

/** What a live event says of one record. */
export type News<R> = { row: R; isNew: boolean } | { gone: number } | { id: number; change: (row: R) => R };

/** Records of one kind (users, contacts, ...) as a list page and a form need them. A screen defines its own in `<name>.data.ts`. */
export type Records<R extends { id: number }> = {
  /** Begins the key of every query of these records. */
  key: readonly string[];
  /** As the server sorts. */
  compare: Compare<R>;
  /** Whether the server's search would find the record. Without it the page has no search. */
  isFound?: (row: R, search: string) => boolean;
  /** A hook: tells what live events say of these records. */
  useNews: (hear: (news: News<R>) => void) => void;
  remove?: (id: number, row: R) => Promise<unknown>;
  /** Brings back what was removed a moment ago: with it, removing can be undone. */
  restore?: (id: number) => Promise<R>;
  /** For records that no live event tells of: how often to load anew, in milliseconds. */
  refetchInterval?: (list: LongList<R> | undefined) => number;
} & RecordSource<R>;

/** Whether the endpoint answers pages of a search or the whole list. */
type RecordSource<R> =
  | { fetchPage: (query: { searchParam: string; pageNumber: number }) => Promise<Page<R>>; fetchAll?: never }
  | { fetchAll: () => Promise<R[]>; fetchPage?: never };

/** `tell`: what this person has just changed is shown without waiting for the live event, which then changes nothing. */
export type RecordList<R> = LongListView<R> & { tell: (news: News<R>) => void };

/** The records a search finds, current while they are seen. */
export function useRecordList<R extends { id: number }>(records: Records<R>, search: string): RecordList<R> {
  const rows = useLongList<R>({
    key: [...records.key, 'page', search],
    compare: records.compare,
    ...(records.fetchAll
      ? { fetchAll: records.fetchAll }
      : { fetchPage: (pageNumber: number) => records.fetchPage({ searchParam: search, pageNumber }) }),
    refetchInterval: records.refetchInterval,
  });
  const tell = (news: News<R>) => rows.hear(changeOf(news, (row) => records.isFound?.(row, search) ?? true));
  records.useNews(tell);
  return { ...rows, tell };
}

function changeOf<R>(news: News<R>, belongs: (row: R) => boolean): Change<R> {
  if ('gone' in news) return { kind: 'drop', id: news.gone };
  if ('change' in news) return { kind: 'change', ...news };
  return { kind: 'put', ...news, belongs: belongs(news.row) };
}

/** Hear what others make of one record, while it is being edited. */
export function useRecordChange<R extends { id: number }>(records: Records<R>, id: number | undefined, onChange: (row: R) => void): void {
  records.useNews((news) => {
    if ('row' in news && !news.isNew && news.row.id === id) onChange(news.row);
  });
}

export function useRemoveRecord<R extends { id: number }>({ remove }: Records<R>, row: R, onRemoved: (id: number) => void) {
  return useMutation({ mutationFn: async (id: number) => remove?.(id, row), onSuccess: (_reply, id) => onRemoved(id) });
}
