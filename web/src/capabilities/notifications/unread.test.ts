import { describe, expect, test } from 'vitest';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { countOf, isNotified, patchUnread, type Reader, shouldPlaySound, type Unread } from './unread.ts';

const me = 1;
const agent: Reader = { id: me, allTicket: 'disable' };
const eager: Reader = { ...agent, allTicket: 'enable' };
const mine = aTicket({ id: 1, userId: me, unreadMessages: 2 });
const waiting = aTicket({ id: 2, status: 'pending', userId: null, unreadMessages: 1 });
const others = aTicket({ id: 3, userId: 5, unreadMessages: 1 });
const closed = aTicket({ id: 4, status: 'closed', userId: me, unreadMessages: 1 });

// "Notifications include pending tickets only when allTicket is 'enable'."
describe('whose notification a ticket is', () => {
  test.each([
    ['one of mine', mine, { agent: true, eager: true }],
    ['one that waits', waiting, { agent: false, eager: true }],
    ["a colleague's", others, { agent: false, eager: false }],
    ['a closed one', closed, { agent: false, eager: false }],
  ])('%s', (_, ticket, expected) => {
    expect({ agent: isNotified(ticket, agent), eager: isNotified(ticket, eager) }).toEqual(expected);
  });
});

describe('what is worth a sound', () => {
  const away = { uuid: undefined, isVisible: true };
  test.each([
    ['a message of my customer', { fromMe: false, ticket: mine }, away, true],
    ['my own message', { fromMe: true, ticket: mine }, away, false],
    ['the conversation that is open and visible', { fromMe: false, ticket: mine }, { uuid: mine.uuid, isVisible: true }, false],
    ['the open conversation in a hidden tab', { fromMe: false, ticket: mine }, { uuid: mine.uuid, isVisible: false }, true],
    ['another conversation', { fromMe: false, ticket: mine }, { uuid: others.uuid, isVisible: true }, true],
    ["a colleague's customer", { fromMe: false, ticket: others }, away, false],
  ])('%s', (_, arrival, looking, expected) => {
    expect(shouldPlaySound(arrival, agent, looking)).toBe(expected);
  });
});

describe('what is unread, event by event', () => {
  const unread: Unread = { tickets: [mine], beyond: 0, inDoubt: false };
  const update = (ticket: typeof mine) => ({ action: 'update' as const, ticketId: ticket.id, ticket });

  test('a new one comes on top, saying it twice changes nothing', () => {
    const newer = { ...waiting, updatedAt: '2026-11-15T11:00:00.000Z' };
    const once = patchUnread(unread, update(newer), eager);
    expect(once.tickets.map(({ id }) => id)).toEqual([2, 1]);
    expect(patchUnread(once, update(newer), eager)).toEqual(once);
    expect(countOf(once)).toBe(2);
  });

  test.each([
    ['read', { action: 'updateUnread' as const, ticketId: 1 }],
    ['deleted', { action: 'delete' as const, ticketId: 1 }],
    ['transferred', update({ ...mine, userId: 5 })],
    ['resolved', update({ ...mine, status: 'closed' })],
    ['read, as told by its ticket', update({ ...mine, unreadMessages: 0 })],
  ])('one that is %s goes', (_, event) => {
    expect(patchUnread(unread, event, agent).tickets).toEqual([]);
  });

  test('older news of a ticket are no news', () => {
    const old = { ...mine, unreadMessages: 0, updatedAt: '2026-11-15T09:00:00.000Z' };
    expect(patchUnread(unread, update(old), agent)).toBe(unread);
  });

  test('with more than are loaded, what is not among them is asked of the server', () => {
    const many = { ...unread, beyond: 3 };
    expect(patchUnread(many, { action: 'updateUnread', ticketId: 99 }, agent).inDoubt).toBe(true);
    expect(patchUnread(many, { action: 'updateUnread', ticketId: 1 }, agent)).toMatchObject({ inDoubt: false, beyond: 3, tickets: [] });
  });
});
