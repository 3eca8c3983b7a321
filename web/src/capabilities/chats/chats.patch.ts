import type { Chat } from '@prosa/contracts/chats';
import type { Loaded, Order } from '../../platform/lists/loaded.ts';
import { plain } from './mentions.ts';

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

/** To a list that is searched, a chat that the words do not find any more is gone. */
export const newsFor = (search: string, news: ChatNews): ChatNews =>
  'chat' in news && !plain(news.chat.title).includes(plain(search)) ? { gone: news.chat.id } : news;

/** The chats with something unread: those known, and how many the server counted beyond them. */
export type UnreadChats = {
  ids: readonly number[];
  beyond: number;
  /** Something was heard of a chat that may be one of those beyond: only the server can count then. */
  inDoubt: boolean;
};

export function patchUnread({ ids, beyond, inDoubt }: UnreadChats, news: ChatNews, userId: number): UnreadChats {
  const id = 'gone' in news ? news.gone : news.chat.id;
  const others = ids.filter((each) => each !== id);
  const isUnread = 'chat' in news && unreadsOf(news.chat, userId) > 0;
  return { ids: isUnread ? [...others, id] : others, beyond, inDoubt: inDoubt || (beyond > 0 && others.length === ids.length) };
}

export const unreadsOf = (chat: Chat, userId: number): number => chat.users.find((user) => user.userId === userId)?.unreads ?? 0;
