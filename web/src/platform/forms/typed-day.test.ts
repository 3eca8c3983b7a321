import { expect, test } from 'vitest';
import { dayTyped, maskDay, typedDay } from './typed-day.ts';

test('dates are typed as DD/MM/YYYY, with or without the slashes', () => {
  expect([maskDay('1'), maskDay('1511'), maskDay('15112026'), maskDay('15/11/2026')]).toEqual(['1', '15/11', '15/11/2026', '15/11/2026']);
  expect([dayTyped('15/11/2026'), dayTyped('2026-11-15'), dayTyped('29/02/2025')]).toEqual(['2026-11-15', '2026-11-15', undefined]);
  expect(typedDay('2026-11-15')).toBe('15/11/2026');
});
