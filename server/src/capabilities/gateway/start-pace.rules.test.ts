import { expect, test } from 'vitest';
import { openStartPace } from './start-pace.rules.ts';

test('the first start at once, the others one after the other; after a rest there is room again', () => {
  let time = 0;
  const pace = openStartPace({ atOnce: 20, perSecond: 10 }, () => time);
  expect(pace.available()).toBe(20);
  pace.take(20);
  expect(pace.available()).toBe(0);
  time += 500;
  expect(pace.available()).toBe(5);
  pace.take(3);
  expect(pace.available()).toBe(2);
  time += 60_000;
  expect(pace.available()).toBe(20);
});
