import { expect, test } from 'vitest';
import { minutesSince, spanOf } from './waiting.ts';

test.each([
  [0, 0, 'minutes'],
  [59, 59, 'minutes'],
  [60, 1, 'hours'],
  [47 * 60 + 59, 47, 'hours'],
  [48 * 60, 2, 'days'],
] as const)('%i minutes are told as %i %s', (minutes, value, unit) => expect(spanOf(minutes)).toEqual({ value, unit }));

test('a clock that is behind the server tells of no negative time', () => {
  expect(minutesSince('2026-11-15T10:00:30.000Z', Date.parse('2026-11-15T10:00:00.000Z'))).toBe(0);
  expect(minutesSince('2026-11-15T10:00:00.000Z', Date.parse('2026-11-15T10:05:59.000Z'))).toBe(5);
});
