import type { Chat } from '@prosa/contracts/chats';
import type { Loaded, Order } from '../../platform/lists/loaded.ts';

export type ChatNews = { chat: Chat } | { gone: number };

/** Those with the newest messages first. What is fetched is newer than what is held: events heard since are applied after it. */
export const chatOrder: Order<Chat> = {
  compare: (a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1),
  newer: (_held, fetched) => fetched,
};

/** Applies what was heard of a chat to the list. Idempotent. */
export function patchChats(list: Loaded<Chat>, news: ChatNews): Loaded<Chat> {
  const id = 'gone' in news ? news.gone : news.chat.id;
  const others = list.items.filter((chat) => chat.id !== id);
  const wasHeld = others.length < list.items.length;
  if ('gone' in news) return wasHeld ? { ...list, items: others, count: list.count - 1 } : list;
  const last = list.items.at(-1);
  // Older than the loaded part: loaded with its page.
  if (!wasHeld && list.hasMore && last && chatOrder.compare(last, news.chat) < 0) return list;
  return { ...list, items: [...others, news.chat].sort(chatOrder.compare), count: list.count + (wasHeld ? 0 : 1) };
}

/** The chats with something unread: those known, and how many the server counted beyond them. */
export type UnreadChats = { ids: readonly number[]; beyond: number };

export function patchUnread({ ids, beyond }: UnreadChats, news: ChatNews, userId: number): UnreadChats {
  const id = 'gone' in news ? news.gone : news.chat.id;
  const others = ids.filter((each) => each !== id);
  return { ids: 'chat' in news && unreadsOf(news.chat, userId) > 0 ? [...others, id] : others, beyond };
}

export const unreadsOf = (chat: Chat, userId: number): number => chat.users.find((user) => user.userId === userId)?.unreads ?? 0;
