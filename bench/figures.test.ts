import { describe, expect, test } from 'vitest';
import { field } from './copy.ts';
import { readOptions } from './options.ts';
import { requirementsOf } from './requirements.ts';
import { figuresOf, median, quantile, ratioOf } from './statistics.ts';

const round = (done: number, latencies: number[] = []) => ({ done, seconds: 2, latencies });

describe('figures', () => {
  test('quantiles are values that were measured', () => {
    const values = [5, 1, 4, 2, 3];
    expect([median(values), quantile(values, 0.99), quantile(values, 0)]).toEqual([3, 5, 1]);
    expect(median([])).toBeNaN();
  });

  test('a load has the throughput of its middle round and the latencies of all', () => {
    expect(figuresOf([round(10, [1, 2]), round(40, [9]), round(20, [3])])).toEqual({ perSecond: 10, p50: 3, p99: 9 });
  });

  test('a ratio compares neighbouring rounds', () => {
    expect(ratioOf([round(50), round(5), round(60)], [round(100), round(10), round(100)])).toBe(0.5);
  });

  test('what could not be measured does not hold', () => {
    const page = { name: 'a list', path: '/', required: true, load: figuresOf([]), baseline: figuresOf([]), ratio: ratioOf([], []) };
    const unmeasured = { ...page, roundTrips: 0, statements: 0, planningMilliseconds: 0, cpuMicroseconds: 0, costliest: [] };
    expect(requirementsOf({ pages: { pages: [unmeasured], busyMegabytes: 0 } })).toMatchObject([{ holds: false }]);
  });
});

describe('options', () => {
  test('the command that made the figures is known', () => {
    expect(readOptions(['--full', '--rounds=3'])).toMatchObject({
      tickets: 200_000,
      messages: 5_000_000,
      rounds: 3,
      command: 'npm run bench -- --full --rounds=3',
    });
  });

  test.each([['--tickets=1'], ['--rounds=x'], ['--only=tea'], ['--unknown']])('%s is refused', (arg) => {
    expect(() => readOptions([arg])).toThrow(TypeError);
  });
});

test('a value in COPY keeps its tabs, line breaks and backslashes', () => {
  expect([field('a\tb\nc\\d'), field(null), field(true), field(7)]).toEqual(['a\\tb\\nc\\\\d', '\\N', 't', '7']);
});
