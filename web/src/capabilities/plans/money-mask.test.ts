import { expect, test } from 'vitest';
import { maskMoney, unmaskMoney } from './money-mask.ts';

test.each([
  ['', '', ''],
  ['0', '', ''],
  ['5', 'R$ 0,05', '0.05'],
  ['R$ 0,055', 'R$ 0,55', '0.55'],
  ['9990', 'R$ 99,90', '99.90'],
  ['123456', 'R$ 1.234,56', '1234.56'],
  ['999999999', 'R$ 9.999.999,99', '9999999.99'],
  ['9999999991', 'R$ 9.999.999,99', '9999999.99'],
  ['abc', '', ''],
])('%s is shown as "%s" and sent as "%s": at most 7 integer digits and 2 decimals', (typed, shown, sent) => {
  expect(maskMoney(typed)).toBe(shown);
  expect(unmaskMoney(shown)).toBe(sent);
  expect(maskMoney(shown)).toBe(shown);
});
