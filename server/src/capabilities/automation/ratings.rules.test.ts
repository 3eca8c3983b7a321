import { expect, test } from 'vitest';
import { findRating, ratingIn } from './ratings.rules.ts';

test('a rating is 1, 2 or 3 and nothing else', () => {
  expect(['1', ' 2\n', '3', '0', '4', '12', '2.5', 'um', '', '３'].map(ratingIn)).toEqual([
    1,
    2,
    3,
    ...Array.from({ length: 7 }, () => undefined),
  ]);
});

test('only the first word after the question counts, while the question stands', () => {
  const at = new Date('2026-03-10T12:00:00Z');
  const asked = { status: 'closed' as const, ratingUntil: new Date('2026-03-10T12:00:01Z') };
  const words = (...texts: string[]) => texts.map((text, n) => ({ id: String(n), text }));
  expect(findRating(asked, at, words('3', 'oi'))).toBe(3);
  expect(findRating(asked, at, words('oi', '3'))).toBeUndefined();
  expect(findRating(asked, at, [])).toBeUndefined();
  expect(findRating({ ...asked, ratingUntil: at }, at, words('3'))).toBeUndefined();
  expect(findRating({ ...asked, ratingUntil: null }, at, words('3'))).toBeUndefined();
  expect(findRating({ ...asked, status: 'open' }, at, words('3'))).toBeUndefined();
});
