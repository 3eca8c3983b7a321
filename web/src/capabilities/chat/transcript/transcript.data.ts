import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import type { Ticket } from '@prosa/contracts/tickets';
import { transcriptsApi } from '@prosa/contracts/transcripts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../platform/api/api.ts';

/** The whole of it, page after page. What is printed stays as it was when it was asked for. */
export function useTranscript(ticketId: number | undefined) {
  const read = useInfiniteQuery({
    queryKey: ['transcript', ticketId],
    queryFn: ({ pageParam }) =>
      call(transcriptsApi.read, { params: { ticketId: ticketId ?? 0 }, query: pageParam === undefined ? {} : { after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: ticketId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = read;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    data: read.data,
    error: read.error,
    refetch: () => (read.data ? fetchNextPage() : read.refetch()),
    isWhole: read.data !== undefined && !hasNextPage && !isFetching,
  };
}

/** What was noted in this ticket, oldest first, once it is wanted. */
export function useNotesOf(ticket: Ticket | undefined, isWanted: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: ['transcript-notes', ticket?.id],
    queryFn: () => call(ticketNotesApi.list, { query: { ticketId: ticket?.id ?? 0 } }),
    enabled: isWanted && ticket !== undefined,
    staleTime: 0,
  });
  const ticketId = ticket?.id;
  const notes = useMemo(
    () => (isWanted ? (data ?? []).filter((note) => note.ticketId === ticketId).toReversed() : []),
    [data, isWanted, ticketId],
  );
  return { notes, isMissing: isWanted && data === undefined, error: isWanted ? error : null, refetch };
}
