import { expect, test } from 'vitest';
import { addPeriod, toneOf } from './due-date.ts';

test.each([
  ['2026-11-30', 'MENSAL', '2026-12-30'],
  ['2026-01-31', 'MENSAL', '2026-02-28'],
  ['2028-01-31', 'MENSAL', '2028-02-29'],
  ['2026-12-31', 'BIMESTRAL', '2027-02-28'],
  ['2026-11-15', 'TRIMESTRAL', '2027-02-15'],
  ['2026-08-31', 'SEMESTRAL', '2027-02-28'],
  ['2028-02-29', 'ANUAL', '2029-02-28'],
] as const)('«+ Vencimento» on %s by %s gives %s', (day, recurrence, expected) => {
  expect(addPeriod(day, recurrence)).toBe(expected);
});

test.each([
  [undefined, undefined],
  [30, undefined],
  [6, undefined],
  [5, 'yellow'],
  [4, 'orange'],
  [0, 'orange'],
  [-3, 'orange'],
  [-4, 'red'],
  [-40, 'red'],
])('due in %s days is %s', (days, tone) => {
  expect(toneOf(days)).toBe(tone);
});
