import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

function clock() {
  let time = Date.parse('2026-03-01T12:00:00Z');
  return {
    now: () => new Date(time),
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

test('takes bytes until the budget is spent, says how long to wait, and starts again after a minute', () => {
  const { now, pass } = clock();
  const budget = createByteBudget({ bytes: 100, now });
  expect(budget.take('a', 60).ok).toBe(true);
  expect(budget.take('a', 60).ok).toBe(true);
  pass(15.5);
  expect(budget.take('a', 1)).toEqual({ ok: false, retryAfterSeconds: 45 });
  expect(budget.take('b', 100).ok).toBe(true);
  pass(44.5);
  expect(budget.take('a', 60).ok).toBe(true);
});

test('refunds no more than was counted', () => {
  const budget = createByteBudget({ bytes: 100, now: clock().now });
  budget.charge('a', 150);
  expect(budget.take('a', 1).ok).toBe(false);
  budget.refund('a', 100);
  expect(budget.take('a', 50).ok).toBe(true);
  budget.refund('a', 1_000);
  expect([budget.take('a', 100).ok, budget.take('a', 1).ok]).toEqual([true, false]);
});

test('holds a bounded number of sources and drops the oldest first', () => {
  const budget = createByteBudget({ bytes: 1, now: clock().now, maxSources: 100 });
  for (let source = 0; source < 1_000; source += 1) budget.take(String(source), 1);
  expect(budget.take('950', 1).ok).toBe(false);
  expect(budget.take('10', 1).ok).toBe(true);
});
