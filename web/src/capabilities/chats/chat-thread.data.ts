import { type ChatMessage, chatsApi, chatsLive } from '@prosa/contracts/chats';
import type { Message } from '@prosa/contracts/messages';
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ApiError, call, callMultipart } from '../../platform/api/api.ts';
import { newKey } from '../../platform/api/transport.ts';
import type { Loaded } from '../../platform/lists/loaded.ts';
import { useLoaded } from '../../platform/lists/useLoaded.ts';
import { useLive } from '../../platform/live/live.ts';
import { LiveLog } from '../../platform/live/live-log.ts';
import { registerUnsentMessages } from '../../platform/session/personal-data.ts';
import { useSession } from '../../platform/session/session.tsx';
import type { ThreadView } from '../chat/messages/messages.data.ts';
import { messageOrder, patchMessages } from '../chat/messages/messages.patch.ts';
import { type Attached, type Deliver, Outboxes } from '../chat/messages/outbox.ts';
import type { Page } from '../chat/messages/segment.ts';
import { type PagePosition, threadView, useSegment } from '../chat/messages/useSegment.ts';
import type { Matches } from '../chat/thread/SearchBar.tsx';

/** Threads, drafts, files and places of chats are kept beside those of tickets: by numbers below zero, which no ticket has. */
export const threadIdOf = (chatId: number) => -chatId;
const threadKey = (chatId: number) => ['chats', 'messages', chatId];
const heard = new LiveLog<ChatMessage>();

/** What is said in a chat, as the threads of tickets show messages: as in a group. */
export function asMessage(said: ChatMessage, userId: number, someone: string): Message {
  const { id, chatId, message, mediaType, mediaUrl, data, createdAt, sender, senderId } = said;
  const fromMe = senderId === userId;
  return {
    ...{ id, mediaType, mediaUrl, data, createdAt, fromMe },
    ticketId: threadIdOf(chatId),
    body: message,
    isDeleted: false,
    isEdited: false,
    ack: 1,
    read: true,
    channelId: '',
    origin: fromMe ? 'agent' : 'customer',
    why: null,
    ticket: null,
    contact: null,
    user: sender,
    quotedMsg: null,
    reactions: [],
    participant: fromMe ? null : { name: sender?.name ?? someone, number: String(senderId ?? '') },
    failure: null,
  };
}

const patchThread = (queryClient: QueryClient, chatId: number, message: Message) =>
  queryClient.setQueryData<Loaded<Message>>(threadKey(chatId), (now) => now && patchMessages(now, message));

/** The messages of a chat, kept current for as long as it is shown. */
export function useChatThread(chatId: number, someone: string): ThreadView {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const shown = (said: ChatMessage) => asMessage(said, user.id, someone);
  const fetchPage = async (where: PagePosition): Promise<Page> => {
    const { records, ...rest } = await call(chatsApi.messages, { params: { id: chatId }, query: where });
    return { items: records.map(shown), ...rest };
  };
  const key = threadKey(chatId);
  const main = useLoaded<Message>({
    key,
    order: messageOrder,
    fetchPage: (pageNumber) => fetchPage({ pageNumber }),
    place: () => heard.place(),
    replay: (loaded, since) =>
      heard
        .since(since)
        .filter((said) => said.chatId === chatId)
        .reduce((now, said) => patchMessages(now, shown(said)), loaded),
  });
  const segment = useSegment(key, main.data, fetchPage);
  useLive(chatsLive, ({ newMessage }) => {
    if (!newMessage) return;
    heard.add(newMessage);
    if (newMessage.chatId !== chatId) return;
    segment.hear(shown(newMessage));
    patchThread(queryClient, chatId, shown(newMessage));
  });
  // Nothing is heard of it from now on: it is loaded anew when it is shown again.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: threadKey(chatId), refetchType: 'none' }), [queryClient, chatId]);
  return threadView(main, segment);
}

const outboxes = new Outboxes();
registerUnsentMessages(outboxes);
export type ChatWriting = ReturnType<typeof useChatOutbox>;

/** What this person wrote in the chat and is still on its way. Nobody is told of failures but by the bubble, which keeps the text. */
export function useChatOutbox(chatId: number, mentionsOf: (text: string) => number[]) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const conversation = `${user.companyId}/${user.id}/chat-${chatId}`;
  const outbox = useSyncExternalStore(outboxes.subscribe, () => outboxes.read(conversation));
  const deliver: Deliver = {
    post: async ({ body, attached, sendKey: idempotencyKey }, way) => {
      const request = { params: { id: chatId }, body: { message: body, mentions: mentionsOf(body) } };
      const reply = attached
        ? await callMultipart(chatsApi.send, request, [attached.file], { ...way, idempotencyKey })
        : await call(chatsApi.send, request, { idempotencyKey, signal: way.signal });
      const stored = 'records' in reply ? reply.records[0] : reply;
      if (!stored) throw new Error('one message was sent and none was stored');
      return asMessage(stored, user.id, '');
    },
    onStored: (message) => patchThread(queryClient, chatId, message),
    onRefused: () => undefined,
    isRefusal,
  };
  const resume = useEffectEvent(() => outboxes.resume(conversation, deliver));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conversation is taken up once
  useEffect(() => resume(), [conversation]);
  return {
    outbox,
    send(body: string, attached?: Attached): void {
      const known = queryClient.getQueryData<Loaded<Message>>(threadKey(chatId))?.items ?? [];
      const after = known.reduce((highest, { id }) => Math.max(highest, id), 0);
      outboxes.send(conversation, { body, attached, key: newKey(), createdAt: new Date().toISOString(), after }, deliver);
    },
    retry: (key: string) => outboxes.retry(conversation, key, deliver),
    discard: (key: string) => outboxes.discard(conversation, key),
  };
}

/** Refusals are final; network errors, overload and restarts are retried. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 400 && ![408, 429, 502, 503, 504].includes(error.status);
}

const noMatches: ChatMessage[] = [];

/** The messages of a chat that hold the words, newest first, page by page. */
export function useChatSearch(chatId: number, words: string): Matches {
  const query = useInfiniteQuery({
    queryKey: ['chats', 'search', chatId, words],
    enabled: words !== '',
    queryFn: ({ pageParam }) => call(chatsApi.search, { params: { id: chatId }, query: { searchParam: words, pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
    gcTime: 0,
  });
  const pages = query.data?.pages;
  return {
    found: pages?.flatMap((page) => page.records) ?? noMatches,
    count: pages?.[0]?.count ?? 0,
    isFetching: query.isFetching,
    hasMore: query.hasNextPage,
    more: async () => (await query.fetchNextPage()).data?.pages.flatMap((page) => page.records) ?? noMatches,
  };
}
