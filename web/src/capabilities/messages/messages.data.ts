import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ApiError, call } from '../../platform/api.ts';
import { showError } from '../../platform/errors.ts';
import { useLive, useLiveEmit } from '../../platform/live.ts';
import { useSession } from '../../platform/session.tsx';
import { newKey } from '../../platform/transport.ts';
import { LiveLog } from '../tickets/live-log.ts';
import type { Loaded } from '../tickets/loaded.ts';
import { useLoaded } from '../tickets/useLoaded.ts';
import { messageOrder, patchMessages } from './messages.patch.ts';
import { Outboxes, type Outgoing } from './outbox.ts';

const heard = new LiveLog<Message>();
const outboxes = new Outboxes();
const readAfter = 400;
const threadKey = (ticketId: number) => ['messages', ticketId];

/** A conversation, kept current for as long as it is shown. `onArrival` hears what the contact writes meanwhile. */
export function useThread(ticket: Ticket, onArrival: (message: Message) => void) {
  const queryClient = useQueryClient();
  const emit = useLiveEmit();
  useEffect(() => emit('joinChatBox', ticket.id), [emit, ticket.id]);

  const thread = useLoaded<Message>({
    key: threadKey(ticket.id),
    order: messageOrder,
    fetchPage: async (pageNumber) => {
      const { messages, count, hasMore } = await call(messagesApi.list, { params: { ticketId: ticket.id }, query: { pageNumber } });
      return { items: messages, count, hasMore };
    },
    place: () => heard.place(),
    replay: (loaded, since) =>
      heard.since(since).reduce((now, message) => (isOf(now, ticket.id, message) ? patchMessages(now, message) : now), loaded),
  });

  useMarkRead(ticket, () => thread.join(1));
  useLive(messageLive, ({ action, message }) => {
    heard.add(message);
    if (!isOf(thread.data, ticket.id, message)) return;
    keep(queryClient, ticket.id, message);
    if (action === 'create' && !message.fromMe) onArrival(message);
  });
  return thread;
}

/** A thread runs on into the contact's earlier tickets, so a change may be of a message that is not of this ticket. */
function isOf(loaded: Loaded<Message> | undefined, ticketId: number, message: Message): boolean {
  return message.ticketId === ticketId || loaded?.items.some((held) => held.id === message.id) === true;
}

function keep(queryClient: QueryClient, ticketId: number, message: Message): void {
  queryClient.setQueryData<Loaded<Message>>(threadKey(ticketId), (now) => now && patchMessages(now, message));
}

/** The server counts as read what its own agent fetches; so what arrives before their eyes is fetched once more. */
function useMarkRead(ticket: Ticket, fetchNewest: () => Promise<void>): void {
  const { user } = useSession();
  const isVisible = useSyncExternalStore(hearVisibility, () => document.visibilityState === 'visible');
  const due = isVisible && ticket.status === 'open' && ticket.userId === user.id ? ticket.unreadMessages : 0;
  const read = useEffectEvent(() => void fetchNewest().catch(() => undefined));
  useEffect(() => {
    if (due === 0) return undefined;
    const timer = setTimeout(read, readAfter);
    return () => clearTimeout(timer);
  }, [due]);
}

function hearVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** What this person wrote here and is still on its way, and the deeds on it. */
export function useOutbox(ticketId: number) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const conversation = `${user.companyId}/${user.id}/${ticketId}`;
  const outbox = useSyncExternalStore(outboxes.subscribe, () => outboxes.read(conversation));
  const deliver = {
    post: ({ key, body }: Outgoing) => call(messagesApi.send, { params: { ticketId }, body: { body } }, { idempotencyKey: key }),
    onStored: (message: Message) => keep(queryClient, ticketId, message),
    onRefused: showError,
    isRefusal,
  };
  return {
    outbox,
    send(body: string) {
      const known = queryClient.getQueryData<Loaded<Message>>(threadKey(ticketId))?.items ?? [];
      const after = known.reduce((highest, { id }) => Math.max(highest, id), 0);
      outboxes.send(conversation, { key: newKey(), body, createdAt: new Date().toISOString(), after }, deliver);
    },
    retry: (key: string) => outboxes.retry(conversation, key, deliver),
    discard: (key: string) => outboxes.discard(conversation, key),
  };
}

/** A no of the server is final; being out of reach, overloaded or restarting passes. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 400 && ![408, 429, 502, 503, 504].includes(error.status);
}

/** Sends a stored message again that the network refused. */
export function useResend(ticketId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => call(messagesApi.resend, { params: { messageId } }),
    onSuccess: (message) => keep(queryClient, ticketId, message),
  });
}
