// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { aMessage } from './messages.fixture.ts';
import { firstUnread, isSameRow, type Thread, type ThreadItem, threadItems } from './thread.ts';

const at = (day: number, minute: number) => new Date(2026, 10, day, 10, minute).toISOString();
const thread = (over: Partial<Thread>): Thread => ({
  messages: [],
  outbox: { entries: [], stored: new Map() },
  userId: 1,
  ticketId: 1,
  hasMore: false,
  ...over,
});
const kinds = (items: ThreadItem[]) => items.map((item) => item.kind);
const ends = (items: ThreadItem[]) => items.flatMap((item) => (item.kind === 'bubble' ? item.ends : []));

describe('the rows of a conversation', () => {
  const messages = [
    aMessage({ id: 1, createdAt: at(13, 0) }),
    aMessage({ id: 2, createdAt: at(14, 0) }),
    aMessage({ id: 3, createdAt: at(14, 1) }),
    aMessage({ id: 4, fromMe: true, createdAt: at(14, 2) }),
    aMessage({ id: 5, fromMe: true, createdAt: at(14, 9) }),
  ];

  test('begin with the start and mark each day', () => {
    expect(kinds(threadItems(thread({ messages })))).toEqual(['start', 'day', 'bubble', 'day', 'bubble', 'bubble', 'bubble', 'bubble']);
  });

  test('are grouped by side within three minutes', () => {
    expect(ends(threadItems(thread({ messages })))).toEqual([true, false, true, true, true]);
  });

  test('keep their keys when an older page comes in above', () => {
    const before = threadItems(thread({ messages: messages.slice(2), hasMore: true })).map(({ key }) => key);
    const after = threadItems(thread({ messages })).map(({ key }) => key);
    expect(after.slice(-before.length)).toEqual(before);
  });

  test('mark where an earlier ticket ends, and what is unread', () => {
    const both = [aMessage({ id: 1, ticketId: 8, createdAt: at(14, 0) }), aMessage({ id: 2, createdAt: at(14, 1) })];
    const items = threadItems(thread({ messages: both, unread: firstUnread(both, 1) }));
    expect(kinds(items)).toEqual(['start', 'earlier', 'day', 'bubble', 'earlier', 'unread', 'bubble']);
  });

  test('end with what is on its way, in the element it will stay', () => {
    const entry = { key: 'k', sendKey: 'k', body: 'Oi', createdAt: at(14, 30), state: 'waiting' as const, after: 5 };
    const sending = threadItems(thread({ messages, outbox: { entries: [entry], stored: new Map() } }));
    const sent = threadItems(
      thread({
        messages: [...messages, aMessage({ id: 6, fromMe: true, createdAt: at(14, 30) })],
        outbox: { entries: [], stored: new Map([[6, 'k']]) },
      }),
    );
    expect(sending.at(-1)?.key).toBe('k');
    expect(sent.at(-1)?.key).toBe('k');
  });

  test('look the same when only the ticket inside their messages has moved on', () => {
    const { ticket } = aMessage();
    const closed = messages.map((message) => ({ ...message, ticket: ticket && { ...ticket, status: 'closed' as const } }));
    const [before, after] = [threadItems(thread({ messages })), threadItems(thread({ messages: closed }))];
    expect(before.map((row, place) => isSameRow(row, after[place]!))).toEqual(before.map(() => true));
    const edited = threadItems(thread({ messages: closed.map((message) => ({ ...message, isEdited: true })) }));
    const changed = before.filter((row, place) => !isSameRow(row, edited[place]!));
    expect(kinds(changed)).toEqual(messages.map(() => 'bubble'));
  });
});
