import { type EveryCompanyChannel, type LiveChannel, liveEventName } from '@prosa/contracts/kit';
import { TicketPresence } from '@prosa/contracts/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { createStore, useStore } from '../browser/store.ts';
import { useSession } from '../session/session.tsx';
import { type LiveConnection, type LiveEmit, type LiveStatus, openLiveConnection } from './live-connection.ts';

export type { LiveStatus };
export const LiveContext = createContext<LiveConnection | undefined>(undefined);
const noConnection = createStore<LiveStatus>('connecting');

/** Opens the live channel of the signed-in person for everything inside. Give it their id as key. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<LiveConnection>();
  useEffect(() => {
    const opened = openLiveConnection(once(() => loadAfresh(queryClient)));
    setConnection(opened);
    return () => opened.close();
  }, [queryClient]);
  return createElement(LiveContext, { value: connection }, children);
}

/** Hear one live channel of the signed-in company, or of every company, for as long as the component is shown. */
export function useLive<C extends LiveChannel | EveryCompanyChannel>(
  channel: C,
  onMessage: (message: z.output<C['message']>) => void,
): void {
  const { user } = useSession();
  useNamed<C['message']>(liveEventName(user.companyId, channel), channel.message, onMessage);
}

/** Hear who else looks at a ticket. It is said to this socket alone and has no company in its name. */
export function useTicketPresence(onMessage: (presence: TicketPresence) => void): void {
  useNamed('ticketPresence', TicketPresence, onMessage);
}

function useNamed<S extends z.ZodType>(name: string, schema: S, onMessage: (message: z.output<S>) => void): void {
  const connection = useContext(LiveContext);
  const hear = useEffectEvent(onMessage);
  useEffect(() => connection?.feed.listen(name, schema, (message) => hear(message)), [connection, name, schema]);
}

export function useLiveStatus(): LiveStatus {
  return useStore(useContext(LiveContext)?.status ?? noConnection);
}

/** Say something over the live channel: joins are repeated after every reconnection. */
export function useLiveEmit(): LiveEmit {
  const connection = useContext(LiveContext);
  return connection?.emit ?? noEmit;
}
const noEmit: LiveEmit = () => undefined;

/** Several reasons within a moment are one load. */
function once(work: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      work();
    }, 50);
  };
}

/** Everything shown, and everything whose first answer is still under way and may be older than the live channel. */
function loadAfresh(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    void query.promise?.then(() => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })).catch(() => undefined);
  }
  void queryClient.invalidateQueries();
}
