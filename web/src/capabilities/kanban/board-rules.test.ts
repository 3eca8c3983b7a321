import { expect, test } from 'vitest';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { besideTheBoard } from './beside.ts';
import { stepFrom } from './board-keys.ts';
import { spanSince, waitsSince } from './waiting.ts';

const at = '2026-11-15T12:00:00.000Z';
const later = (minutes: number) => Date.parse(at) + minutes * 60_000;

test.each([
  [0, 'now', 0],
  [59, 'minutes', 59],
  [60, 'hours', 1],
  [47 * 60, 'hours', 47],
  [48 * 60, 'days', 2],
  [-5, 'now', 0],
] as const)('%i minutes are said as %s', (minutes, unit, n) => {
  expect(spanSince(at, later(minutes))).toEqual({ unit, n });
});

test('a customer waits for somebody to serve them, or for an answer to what nobody has read', () => {
  const times = { createdAt: at, updatedAt: '2026-11-15T13:00:00.000Z' };
  expect(waitsSince(aTicket({ ...times, status: 'pending' }))).toBe(times.createdAt);
  expect(waitsSince(aTicket({ ...times, unreadMessages: 1 }))).toBe(times.updatedAt);
  expect(waitsSince(aTicket(times))).toBeUndefined();
});

const lane = (...ids: number[]) => ({
  items: ids.map((id) => aTicket({ id })),
  count: ids.length,
  hasMore: false,
  size: 40,
  countKnown: true,
});
const board = { 0: lane(1, 2, 3), 7: lane(), 8: lane(4) };
const press = (id: number, key: string, withControl = false) => stepFrom(board, [0, 7, 8], aTicket({ id }), key, withControl);

test.each([
  [1, 'ArrowDown', { focus: 2 }],
  [3, 'ArrowDown', undefined],
  [2, 'ArrowUp', { focus: 1 }],
  [2, 'End', { focus: 3 }],
  [3, 'Home', { focus: 1 }],
  [3, 'ArrowRight', { focus: 4 }],
  [4, 'ArrowLeft', { focus: 1 }],
  [4, 'ArrowRight', undefined],
  [1, 'x', undefined],
] as const)('from card %i %s leads on, past lanes that are empty', (id, key, step) => {
  expect(press(id, key)).toEqual(step);
});

test('with Ctrl the card itself goes to the lane beside, empty or not', () => {
  expect(press(1, 'ArrowRight', true)).toEqual({ lane: 7 });
  expect(press(4, 'ArrowLeft', true)).toEqual({ lane: 7 });
  expect(press(1, 'ArrowLeft', true)).toBeUndefined();
});

test('what would lead from the conversation to the tickets stays beside the board', () => {
  expect(besideTheBoard('/tickets/abc')).toBe('/kanban?ticket=abc');
  expect(besideTheBoard('/tickets/abc?message=5')).toBe('/kanban?ticket=abc&message=5');
  expect(besideTheBoard('/tickets')).toBe('/kanban');
  expect(besideTheBoard('/contacts')).toBe('/contacts');
});
