import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { call } from '../../../platform/api/api.ts';
import { addPage, type Loaded, nothingLoaded } from '../../../platform/lists/loaded.ts';
import { useLoaded } from '../../../platform/lists/useLoaded.ts';
import { useLive } from '../../../platform/live/live.ts';
import { LiveLog } from '../../../platform/live/live-log.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { messageOrder, patchMessages } from './messages.patch.ts';
import { rowsToKeep } from './scroll-positions.ts';
import type { Page } from './segment.ts';
import { type PagePosition, threadView, useSegment } from './useSegment.ts';

const liveEvents = new LiveLog<Message>();
const readAfter = 400;
const allKey = ['messages'];
const threadKey = (ticketId: number) => [...allKey, ticketId];
/** How many conversations stay loaded, and how much of each once it is left, unless one was reading further up. */
const maxThreads = 20;
const maxKeptMessages = 60;

export type ThreadView = ReturnType<typeof useThread>;
type ThreadOptions = { spy?: boolean; onArrival?: (message: Message) => void };

async function fetchPage(ticketId: number, where: PagePosition, spy: boolean): Promise<Page> {
  const query = { ...where, spy: spy ? ('true' as const) : ('false' as const) };
  const { messages, count, hasMore, pageNumber } = await call(messagesApi.list, { params: { ticketId }, query });
  return { items: messages, count, hasMore, pageNumber };
}

/** A conversation, kept current for as long as it is shown. `onArrival` hears what comes in meanwhile. A spy marks nothing as read. */
export function useThread(ticket: Ticket, { spy = false, onArrival }: ThreadOptions = {}) {
  const queryClient = useQueryClient();
  const key = threadKey(ticket.id);
  const main = useLoaded<Message>({
    key,
    order: messageOrder,
    fetchPage: (pageNumber) => fetchPage(ticket.id, { pageNumber }, spy),
    place: () => liveEvents.place(),
    replay: (loaded, since) =>
      liveEvents.since(since).reduce((now, message) => (isOf(now, ticket.id, message) ? patchMessages(now, message) : now), loaded),
  });
  const segment = useSegment(key, main.data, (where) => fetchPage(ticket.id, where, spy));

  useMarkRead(ticket, spy, () => main.join(1));
  useLive(messageLive, ({ action, message }) => {
    liveEvents.add(message);
    segment.hear(message);
    if (!isOf(main.data, ticket.id, message)) return;
    patchCachedMessage(queryClient, ticket.id, message);
    if (action === 'create') onArrival?.(message);
  });
  useEffect(() => () => evictOldThreads(queryClient, ticket.id), [queryClient, ticket.id]);

  return threadView(main, segment);
}

/**
 * A thread runs on into the contact's earlier tickets, so a change may be of a message that is not of this ticket. One without a
 * ticket opens at the latest.
 */
function isOf(loaded: Loaded<Message> | undefined, ticketId: number, message: Message): boolean {
  return (message.ticketId ?? message.ticket?.id) === ticketId || loaded?.items.some((held) => held.id === message.id) === true;
}

export function patchCachedMessage(queryClient: QueryClient, ticketId: number, message: Message): void {
  queryClient.setQueryData<Loaded<Message>>(threadKey(ticketId), (now) => now && patchMessages(now, message));
}

/** A message that was just stored. Events may have told it already, and what came of it since. */
export function addStoredMessage(queryClient: QueryClient, ticketId: number, message: Message): void {
  const held = queryClient.getQueryData<Loaded<Message>>(threadKey(ticketId))?.items ?? [];
  if (!held.some(({ id }) => id === message.id)) patchCachedMessage(queryClient, ticketId, message);
}

/** Changes a message. What events told of it while the call was under way may be newer than its answer, and is shown on top of it. */
export async function changeMessage(queryClient: QueryClient, ticketId: number, change: () => Promise<Message>): Promise<void> {
  const since = liveEvents.place();
  const answer = await change();
  const heard = liveEvents.since(since).filter(({ id }) => id === answer.id);
  for (const message of [answer, ...heard]) patchCachedMessage(queryClient, ticketId, message);
}

/** The highest id known in a conversation, and so what any message written now comes after. */
export function newestKnown(queryClient: QueryClient, ticketId: number): number {
  const known = queryClient.getQueryData<Loaded<Message>>(threadKey(ticketId))?.items ?? [];
  return known.reduce((highest, { id }) => Math.max(highest, id), 0);
}

/** Keeps every loaded conversation current while the tickets' page is shown, so that a switch shows the truth at once. */
export function useThreadsLive(): void {
  const queryClient = useQueryClient();
  useLive(messageLive, ({ message }) => {
    liveEvents.add(message);
    for (const query of queryClient.getQueryCache().findAll({ queryKey: allKey })) {
      const ticketId = Number(query.queryKey[1]);
      const thread = queryClient.getQueryData<Loaded<Message>>(query.queryKey);
      if (!thread || !isOf(thread, ticketId, message)) continue;
      patchCachedMessage(queryClient, ticketId, message);
      if (!query.isActive()) trimThread(queryClient, ticketId);
    }
  });
  // No live events from now on: the cache is refetched when shown again.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: allKey, refetchType: 'none' }), [queryClient]);
}

/** Loads the newest page of a conversation that is likely to be opened next. Only looking: nothing is marked as read. */
export async function prefetchThread(queryClient: QueryClient, ticketId: number): Promise<void> {
  const queryFn = async () => addPage(nothingLoaded<Message>(), await fetchPage(ticketId, { pageNumber: 1 }, true), messageOrder);
  await queryClient.query({ queryKey: threadKey(ticketId), queryFn }).catch(() => undefined);
}

/** A hidden conversation keeps its newest messages, up to where the user was reading. */
function trimThread(queryClient: QueryClient, ticketId: number): void {
  const most = Math.max(maxKeptMessages, rowsToKeep(ticketId));
  queryClient.setQueryData<Loaded<Message>>(threadKey(ticketId), (now) =>
    now && now.items.length > most ? { ...now, items: now.items.slice(-most), hasMore: true } : now,
  );
}

/** Beyond so many, the conversations left longest ago are dropped. */
function evictOldThreads(queryClient: QueryClient, ticketId: number): void {
  trimThread(queryClient, ticketId);
  const left = queryClient.getQueryCache().findAll({ queryKey: allKey, type: 'inactive' });
  const oldest = left.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(maxThreads);
  for (const query of oldest) queryClient.getQueryCache().remove(query);
}

/** The server marks messages as read when the agent fetches them, so new messages are fetched again while visible. */
function useMarkRead(ticket: Ticket, spy: boolean, fetchNewest: () => Promise<void>): void {
  const { user } = useSession();
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  const isOwn = ticket.status === 'open' && ticket.userId === user.id && !spy;
  const due = isVisible && isOwn ? ticket.unreadMessages : 0;
  const read = useEffectEvent(() => void fetchNewest().catch(() => undefined));
  useEffect(() => {
    if (due === 0) return undefined;
    const timer = setTimeout(read, readAfter);
    return () => clearTimeout(timer);
  }, [due]);
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Sends a stored message again that the network refused. */
export function useResend(ticketId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => changeMessage(queryClient, ticketId, () => call(messagesApi.resend, { params: { messageId } })),
  });
}

/** Deletes an own message for everyone. */
export function useRemoveMessage(ticketId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => changeMessage(queryClient, ticketId, () => call(messagesApi.remove, { params: { messageId } })),
  });
}
