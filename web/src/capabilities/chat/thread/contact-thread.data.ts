import { messageLive, messagesApi } from '@prosa/contracts/messages';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/api.ts';
import { useLive } from '../../../platform/live/live.ts';

/** What was sent to a contact without a ticket, oldest first, page by page upwards; what is sent meanwhile comes in. */
export function useContactThread(contactId: number, whatsappId: number) {
  const queryClient = useQueryClient();
  const queryKey = ['contact-thread', contactId, whatsappId];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => call(messagesApi.thread, { query: { contactId, whatsappId, pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
  });
  useLive(messageLive, ({ message }) => {
    if (message.ticketId === null) void queryClient.invalidateQueries({ queryKey });
  });
  const pages = query.data?.pages;
  return {
    contact: pages?.[0]?.contact,
    messages: pages?.toReversed().flatMap((page) => page.messages),
    isError: query.isError,
    hasMore: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}
