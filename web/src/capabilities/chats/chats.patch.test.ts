import type { Chat } from '@prosa/contracts/chats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aChat, people } from './chats.fixture.ts';
import { type ChatNews, chatOrder, newsFor, patchChats, patchUnread, unreadsOf } from './chats.patch.ts';

const me = people.marina.id;
const titles = ['Vendas', 'Suporte', 'Véndas Sul'];
const pageSize = 20;

const action = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  kind: fc.constantFrom('said', 'read', 'renamed', 'gone'),
  title: fc.constantFrom(...titles),
});
type Action = { id: number; kind: string; title: string };

/** What the server holds, and what it tells of each change. */
class Server {
  private readonly chats = new Map<number, Chat>();
  private clock = 0;

  constructor(count: number) {
    for (let id = 1; id <= count; id += 1) this.keep({ id, title: titles[id % 3] ?? '', updatedAt: this.now(), unreads: id % 2 });
  }

  private now = () => new Date(Date.UTC(2026, 0, 1) + 60_000 * ++this.clock).toISOString();

  private keep(change: Parameters<typeof aChat>[0]): Chat {
    const chat = aChat(change);
    this.chats.set(chat.id, chat);
    return chat;
  }

  do({ id, kind, title }: Action): ChatNews | undefined {
    const held = this.chats.get(id);
    if (kind === 'gone') return this.chats.delete(id) ? { gone: id } : undefined;
    if (!held) return { chat: this.keep({ id, title, updatedAt: this.now(), unreads: 0 }) };
    const unreads = unreadsOf(held, me);
    const { updatedAt } = held;
    if (kind === 'said') return { chat: this.keep({ id, title: held.title, updatedAt: this.now(), unreads: unreads + 1 }) };
    if (kind === 'read') return { chat: this.keep({ id, title: held.title, updatedAt, unreads: 0 }) };
    return { chat: this.keep({ id, title, updatedAt, unreads }) };
  }

  list = (search: string) => [...this.chats.values()].filter((chat) => 'chat' in newsFor(search, { chat })).sort(chatOrder.compare);
  unread = () => [...this.chats.values()].filter((chat) => unreadsOf(chat, me) > 0);
}

test('a list of chats that heard everything, once or twice, equals a fresh load, also while it is searched', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom('', 'vendas', 'SÚL'),
      fc.array(fc.tuple(action, fc.boolean()), { maxLength: 40 }),
      (count, search, actions) => {
        const server = new Server(count);
        const start = server.list(search);
        let list = {
          items: start.slice(0, pageSize),
          count: start.length,
          hasMore: start.length > pageSize,
          size: pageSize,
          countKnown: true,
        };
        for (const [each, twice] of actions) {
          const news = server.do(each);
          if (!news) continue;
          for (let time = 0; time < (twice ? 2 : 1); time += 1) list = patchChats(list, newsFor(search, news));
        }
        const fresh = server.list(search);
        expect(list.items).toEqual(fresh.slice(0, list.items.length));
        if (!list.hasMore) expect(list.items).toHaveLength(fresh.length);
      },
    ),
  );
});

test('the count of unread chats equals a fresh one, or knows that only the server can count', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.array(action, { maxLength: 30 }), (count, actions) => {
      const server = new Server(count);
      const start = server.unread().map(({ id }) => id);
      let unread = { ids: start.slice(0, pageSize), beyond: Math.max(0, start.length - pageSize), inDoubt: false };
      for (const each of actions) {
        const news = server.do(each);
        if (news) unread = { ...unread, ...patchUnread(unread, news, me), ids: [...patchUnread(unread, news, me).ids] };
      }
      if (!unread.inDoubt) expect(unread.ids.length + unread.beyond).toBe(server.unread().length);
    }),
  );
});
