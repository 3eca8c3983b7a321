import { expect, test } from 'vitest';
import { centsOf, dayOf, textOf } from './values.rules.ts';

test.each([
  ['123.45', 12_345],
  ['123,45', 12_345],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['12.345.678,90', 1_234_567_890],
  ['R$ 50,00', 5_000],
  ['100', 10_000],
  ['0.5', 50],
  ['1.234', 123_400],
  [99.9, 9_990],
  [0.1 + 0.2, 30],
  [1234, 123_400],
  ['1234.5', 123_450],
])('%j are %i cents', (given, cents) => expect(centsOf(given)).toBe(cents));

test.each(['', 'abc', '1234.567', '-5.00', -5, 0, '0,00', null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1e21, '12 reais'])(
  '%j is no amount to pay',
  (given) => expect(centsOf(given)).toBeUndefined(),
);

test.each([
  ['2026-11-10', '2026-11-10'],
  ['2026-11-10 00:00:00', '2026-11-10'],
  ['2026-11-10T03:00:00Z', '2026-11-10'],
  ['10/11/2026', '2026-11-10'],
  ['1/2/1990', '1990-02-01'],
  ['0000-00-00', undefined],
  ['31/02/2026', undefined],
  ['10/11/26', undefined],
  [null, undefined],
])('%j is the day %j', (given, day) => expect(dayOf(given)).toBe(day));

test.each([null, undefined, '', ' ', 'NULL', 'null', '0', '-', {}])('%j says nothing', (given) => expect(textOf(given)).toBeUndefined());
test('a text is without what stands around it', () => expect([textOf(' a '), textOf(17)]).toEqual(['a', '17']));
