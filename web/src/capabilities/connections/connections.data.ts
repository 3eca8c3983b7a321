import {
  type Connection,
  type ConnectionDetail,
  connectionLive,
  connectionSessionLive,
  connectionsApi,
} from '@prosa/contracts/connections';
import type { RequestOf } from '@prosa/contracts/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

const allKey = ['connections'];
const listKey = [...allKey, 'list'];
const oneKey = (id: number) => [...allKey, 'one', id];

/** The connections of the page; `useConnectionsLive` makes it load anew what an event only hints at. */
export const connections: Records<Connection> = {
  key: allKey,
  fetchAll: () => call(connectionsApi.list, { query: {} }),
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  useNews(hear) {
    useLive(connectionLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.whatsappId } : { row: event.whatsapp, isNew: false }),
    );
    useLive(connectionSessionLive, ({ session: { id, status, updatedAt, retries } }) =>
      hear({ id, change: (held) => ({ ...held, status, updatedAt, retries }) }),
    );
  },
  remove: (id) => call(connectionsApi.remove, { params: { id } }),
};

/** All connections of the company, as everyone may see them. */
export function useConnections() {
  return useQuery({ queryKey: listKey, queryFn: () => call(connectionsApi.list, { query: {} }) });
}

/** Keeps what is loaded current. A session tells its progress step by step, so that is patched and not fetched. */
export function useConnectionsLive(): void {
  const queryClient = useQueryClient();
  useLive(connectionLive, () => void queryClient.invalidateQueries({ queryKey: allKey }));
  useLive(connectionSessionLive, ({ session: { id, status, updatedAt, retries, qrcode } }) => {
    const news = { status, updatedAt, retries };
    queryClient.setQueryData<Connection[]>(listKey, (list) => list?.map((held) => (held.id === id ? { ...held, ...news } : held)));
    queryClient.setQueryData<ConnectionDetail>(oneKey(id), (held) => held && { ...held, ...news, qrcode: qrcode ?? held.qrcode });
  });
}

/** One connection with its token and QR code, for whoever may act on it. */
export function useConnection(id: number) {
  // A token or code that is no longer true must never be shown again.
  return useQuery({
    queryKey: oneKey(id),
    queryFn: () => call(connectionsApi.show, { params: { id }, query: {} }),
    staleTime: 0,
    gcTime: 0,
  });
}

type Input = RequestOf<typeof connectionsApi.create>['body'];
/** What kind of connection it is was settled when it was added. */
export const saveConnection = (id: number | undefined, { provider, ...rest }: Input) =>
  id === undefined
    ? call(connectionsApi.create, { body: { provider, ...rest } })
    : call(connectionsApi.update, { params: { id }, body: rest });

export function useNewToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(connectionsApi.newToken, { params: { id } }),
    onSuccess: (connection) => queryClient.setQueryData(oneKey(connection.id), connection),
  });
}

export type SessionAction = 'start' | 'newQr' | 'disconnect';

/** Returns at once; the result arrives over the live channel. */
export function useSessionAction() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, action }: { id: number; action: SessionAction }) => call(connectionsApi[action], { params: { id } }),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: allKey });
}
