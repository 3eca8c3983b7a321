import { expect, test } from 'vitest';
import { KeptPlans } from './kept-plans.ts';

test('without statistics of the tables plans are kept for small companies alone', () => {
  const plans = new KeptPlans();
  expect(plans.of(7)).toEqual({ areKept: false, isFresh: false });
  plans.note(7, [['499', 'false']]);
  expect(plans.of(7)).toEqual({ areKept: true, isFresh: true });
  plans.note(7, [['500', 'false']]);
  expect(plans.of(7)).toEqual({ areKept: false, isFresh: true });
  plans.note(7, undefined);
  expect(plans.of(7).areKept).toBe(false);
});

test('once there are statistics every company shares the plans, however many and however large they are', () => {
  const plans = new KeptPlans();
  plans.note(7, [['500', 'true']]);
  for (const company of [7, 8, 9_999]) expect(plans.of(company)).toEqual({ areKept: true, isFresh: true });
});
