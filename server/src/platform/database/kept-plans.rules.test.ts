import { expect, test } from 'vitest';
import { KeptPlans } from './kept-plans.ts';

test('without statistics of the tables plans are kept for small companies alone', () => {
  const plans = new KeptPlans();
  expect(plans.of(7)).toEqual({ areKept: false, isFresh: false });
  plans.note(7, [['499', 'missing']]);
  expect(plans.of(7)).toEqual({ areKept: true, isFresh: true });
  plans.note(7, [['500', 'missing']]);
  expect(plans.of(7)).toEqual({ areKept: false, isFresh: true });
  plans.note(7, undefined);
  expect(plans.of(7).areKept).toBe(false);
});

test('while there are statistics of few rows plans are kept as long as the tables have not outgrown them', () => {
  const plans = new KeptPlans();
  plans.note(7, [['500', 'current']]);
  expect(plans.of(7)).toEqual({ areKept: true, isFresh: true });
  expect(plans.of(8)).toEqual({ areKept: false, isFresh: false });
  plans.note(7, [['500', 'missing']]);
  expect(plans.of(7)).toEqual({ areKept: false, isFresh: true });
});

test('once there are statistics of many rows every company shares the plans, however many and however large they are', () => {
  const plans = new KeptPlans();
  plans.note(7, [['500', 'settled']]);
  for (const company of [7, 8, 9_999]) expect(plans.of(company)).toEqual({ areKept: true, isFresh: true });
});
