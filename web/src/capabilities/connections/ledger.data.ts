import { type Connection, connectionSessionLive, connectionsApi, type SessionReason } from '@prosa/contracts/connections';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

const ledgerKey = (id: number) => ['connection-ledger', id];
const fetchPage = (id: number, pageNumber: number) => call(connectionsApi.ledger, { params: { id }, query: { pageNumber } });

/** What happened to a connection, newest first, page by page. */
export function useLedger(id: number) {
  const queryClient = useQueryClient();
  useLive(connectionSessionLive, ({ session }) => {
    if (session.id === id) void queryClient.invalidateQueries({ queryKey: ledgerKey(id) });
  });
  return useInfiniteQuery({
    queryKey: [...ledgerKey(id), 'pages'],
    queryFn: ({ pageParam }) => fetchPage(id, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
    staleTime: 0,
  });
}

/** Why a connection that is down is so, as its newest line says. */
export function useReason({ id, status, updatedAt }: Connection, isWanted: boolean): SessionReason | undefined {
  const isDown = status === 'DISCONNECTED' || status === 'TIMEOUT';
  const newest = useQuery({
    queryKey: [...ledgerKey(id), 'newest', status, updatedAt],
    queryFn: async () => (await fetchPage(id, 1)).records[0] ?? null,
    enabled: isDown && isWanted,
    retry: false,
  }).data;
  const isOver = newest?.what === 'lost' || newest?.what === 'ended';
  return isDown && isOver && newest.why ? newest.why : undefined;
}
