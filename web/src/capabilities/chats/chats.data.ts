import { type Chat, type ChatMessage, chatOfUserLive, chatsApi, chatsLive } from '@prosa/contracts/chats';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, call } from '../../platform/api/api.ts';
import type { Loaded } from '../../platform/lists/loaded.ts';
import { useReloadWhenStale } from '../../platform/lists/useLiveList.ts';
import { useLoaded } from '../../platform/lists/useLoaded.ts';
import { useLive } from '../../platform/live/live.ts';
import { LiveLog } from '../../platform/live/live-log.ts';
import { useSession } from '../../platform/session/session.tsx';
import { type ChatNews, chatOrder, newsFor, patchChats, patchUnread, type UnreadChats } from './chats.patch.ts';

const news = new LiveLog<ChatNews>();
const listKey = ['chats', 'list'];
const unreadKey = ['chats', 'unread'];
const oneKey = (uuid: string | undefined) => ['chats', 'one', uuid];

/** What is told of the chats of the signed-in person, under either of the two names. */
function useChatNews(hear: (heard: ChatNews, newMessage?: ChatMessage) => void): void {
  const { user } = useSession();
  useLive(chatsLive, ({ action, chat, newMessage }) => hear({ chat }, action === 'new-message' ? newMessage : undefined));
  useLive(chatOfUserLive.at({ userId: user.id }), (event) => hear(event.action === 'delete' ? { gone: event.id } : { chat: event.record }));
}

/** The chats of the signed-in person, current for as long as they are shown. */
export function useChats(search = '') {
  const queryClient = useQueryClient();
  const key = [...listKey, search];
  const list = useLoaded<Chat>({
    key,
    order: chatOrder,
    fetchPage: async (pageNumber) => {
      const { records, ...rest } = await call(chatsApi.list, { query: { searchParam: search, pageNumber } });
      return { items: records, ...rest };
    },
    place: () => news.place(),
    replay: (loaded, since) => news.since(since).reduce((now, heard) => patchChats(now, newsFor(search, heard)), loaded),
  });
  useChatNews((heard) => {
    news.add(heard);
    queryClient.setQueryData<Loaded<Chat>>(key, (now) => now && patchChats(now, newsFor(search, heard)));
  });
  useStaleWhenLeft(listKey);
  return list;
}

/** Nothing is heard from now on: what is held is shown at once and loaded anew when it is looked at again. */
function useStaleWhenLeft(key: QueryKey): void {
  const queryClient = useQueryClient();
  const leave = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' }));
  useEffect(() => () => leave(), []);
}

/** How many chats hold something unread. `onArrival` hears what others say. */
export function useUnreadChats(onArrival?: (message: ChatMessage, chat: Chat) => void): number {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const query = useQuery({
    queryKey: unreadKey,
    queryFn: async (): Promise<UnreadChats> => {
      const { records, count } = await call(chatsApi.list, { query: { unread: 'true' } });
      return { ids: records.map(({ id }) => id), beyond: count - records.length, inDoubt: false };
    },
  });
  useChatNews((heard, message) => {
    queryClient.setQueryData<UnreadChats>(unreadKey, (now) => now && patchUnread(now, heard, user.id));
    // An answer under way may be older than what was just heard.
    if (query.isFetching) void query.refetch();
    if (message && 'chat' in heard && message.senderId !== user.id) onArrival?.(message, heard.chat);
  });
  useReloadWhenStale(query.data?.inDoubt === true, () => void query.refetch(), 2000);
  return query.data ? query.data.ids.length + query.data.beyond : 0;
}

/** The chat at this address; `onGone` when it was deleted or the person taken out of it. */
export function useChat(uuid: string, onGone: () => void) {
  const queryClient = useQueryClient();
  const key = oneKey(uuid);
  const query = useQuery({
    queryKey: key,
    queryFn: () => call(chatsApi.show, { params: { uuid } }),
    placeholderData: () => queryClient.getQueryData<Loaded<Chat>>([...listKey, ''])?.items.find((chat) => chat.uuid === uuid),
    retry: false,
  });
  useChatNews((heard) => {
    const held = query.data;
    if ('gone' in heard) {
      if (held?.id === heard.gone) onGone();
      return;
    }
    if (heard.chat.uuid !== uuid) return;
    queryClient.setQueryData(key, heard.chat);
    // An answer under way may be older than what was just heard.
    if (query.isFetching) void query.refetch();
  });
  useStaleWhenLeft(key);
  // Whatever is still held of it is theirs no more.
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return { chat: isGone ? undefined : query.data, isPending: query.isPending };
}

/** What is open before somebody's eyes is read; failures are quiet, and the next message tries again. */
export function useMarkRead(chat: Chat, unreads: number, isSeen: boolean): void {
  const { user } = useSession();
  const read = useEffectEvent(() => {
    if (!isSeen || unreads === 0 || document.visibilityState !== 'visible') return;
    void call(chatsApi.read, { params: { id: chat.id }, body: { userId: user.id } }).catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further message is read as it comes
  useEffect(() => {
    const look = () => read();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [chat.id, chat.updatedAt, unreads, isSeen]);
}

export type ChatFields = { title: string; users: number[] };
export function saveChat(id: number | undefined, { title, users }: ChatFields): Promise<Chat> {
  const body = { title, users: users.map((user) => ({ id: user })) };
  return id === undefined ? call(chatsApi.create, { body }) : call(chatsApi.update, { params: { id }, body });
}

export function useRemoveChat() {
  // Quiet, as the specification has it: the chat is still there.
  return useMutation({ meta: { quiet: true }, mutationFn: (id: number) => call(chatsApi.remove, { params: { id } }) });
}

/** Everybody of the company but oneself, by name. */
export function useColleagues() {
  const { user } = useSession();
  return useQuery({
    queryKey: ['chats', 'colleagues'],
    queryFn: () => call(usersApi.everyone, { query: {} }),
    // Nobody keeps it current.
    staleTime: 0,
    select: (all) => all.filter(({ id }) => id !== user.id).toSorted((a, b) => a.name.localeCompare(b.name)),
  });
}

/** The address of the ticket with this protocol number, if the person may see it. */
export async function findTicketByCode(code: string): Promise<string | undefined> {
  const { tickets } = await call(ticketsApi.list, { query: { searchParam: code, showAll: 'true' } });
  const found = tickets.find((ticket) => ticket.code === code);
  return found && `/tickets/${found.uuid}`;
}
