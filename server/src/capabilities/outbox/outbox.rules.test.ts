import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryAfterSeconds } from './outbox.rules.ts';

test('what could not leave is tried again after 1, 2, 4, 8 ... seconds', () => {
  expect([1, 2, 3, 4, 5, 6].map(retryAfterSeconds)).toEqual([1, 2, 4, 8, 16, 32]);
});

test('however often it failed, the wait is between a second and a minute and never shrinks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (attempts) => {
      expect(retryAfterSeconds(attempts)).toBeGreaterThanOrEqual(1);
      expect(retryAfterSeconds(attempts)).toBeLessThanOrEqual(60);
      expect(retryAfterSeconds(attempts + 1)).toBeGreaterThanOrEqual(retryAfterSeconds(attempts));
    }),
  );
});
