import { connectionLive, connectionsApi, connectionSessionLive, type Connection, type ConnectionDetail } from '@prosa/contracts/connections';
import { queuesApi } from '@prosa/contracts/queues';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useLive } from '../../platform/live.ts';

const listKey = ['connections', 'list'];
const oneKey = (id: number) => ['connections', 'one', id];

/** All connections of the company, as everyone may see them. */
export function useConnections() {
  return useQuery({ queryKey: listKey, queryFn: () => call(connectionsApi.list, { query: {} }) });
}

/** Keeps the list and what is loaded of single connections current. Sessions change often, so they are patched. */
export function useConnectionsLive(): void {
  const queryClient = useQueryClient();
  useLive(connectionLive, () => void queryClient.invalidateQueries({ queryKey: ['connections'] }));
  useLive(connectionSessionLive, ({ session: { id, status, updatedAt, retries, qrcode } }) => {
    const news = { status, updatedAt, retries };
    queryClient.setQueryData<Connection[]>(listKey, (list) => list?.map((held) => (held.id === id ? { ...held, ...news } : held)));
    queryClient.setQueryData<ConnectionDetail>(oneKey(id), (held) => held && { ...held, ...news, qrcode: qrcode ?? held.qrcode });
  });
}

/** One connection with its token and QR code: for whoever may act on it. */
export function useConnection(id: number | undefined) {
  return useQuery({
    queryKey: oneKey(id ?? 0),
    queryFn: () => call(connectionsApi.show, { params: { id: id ?? 0 }, query: {} }),
    enabled: id !== undefined,
    // A token or code that is no longer true must never be shown.
    staleTime: 0,
    gcTime: 0,
  });
}

type Saved = Parameters<typeof call<typeof connectionsApi.update>>[1]['body'];

export function useSaveConnection(id: number | undefined) {
  return useChange((body: Saved & { name: string }) => (id === undefined ? call(connectionsApi.create, { body }) : call(connectionsApi.update, { params: { id }, body })));
}

export function useNewToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(connectionsApi.newToken, { params: { id } }),
    onSuccess: (connection) => queryClient.setQueryData(oneKey(connection.id), connection),
  });
}

export const useRemoveConnection = () => useChange((id: number) => call(connectionsApi.remove, { params: { id } }));

export type SessionDeed = 'start' | 'newQr' | 'disconnect';
export function useSessionDeed() {
  return useChange(({ id, deed }: { id: number; deed: SessionDeed }) => call(connectionsApi[deed], { params: { id } }));
}

/** The queues a connection can serve. */
export function useQueues() {
  return useQuery({ queryKey: ['queues'], queryFn: () => call(queuesApi.list, { query: {} }) });
}

/** A change that leaves the error to its caller, who has a better place for it than a toast or shows it itself. */
function useChange<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => refresh(queryClient) });
}

function refresh(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['connections'] });
}
