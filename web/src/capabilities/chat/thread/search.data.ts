import { type Message, messagesApi } from '@prosa/contracts/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api.ts';

const noMatches: Message[] = [];

/** The messages of one conversation that hold the words, newest first, page by page. */
export function useSearch(ticketId: number, words: string) {
  const query = useInfiniteQuery({
    queryKey: ['message-search', ticketId, words],
    enabled: words !== '',
    queryFn: ({ pageParam }) => call(messagesApi.search, { query: { searchParam: words, ticketId, pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
    gcTime: 0,
  });
  const pages = query.data?.pages;
  return {
    found: pages?.flatMap((page) => page.messages) ?? noMatches,
    count: pages?.[0]?.count ?? 0,
    isFetching: query.isFetching,
    isError: query.isError,
    hasMore: query.hasNextPage,
    more: async () => (await query.fetchNextPage()).data?.pages.flatMap((page) => page.messages) ?? noMatches,
  };
}
