// @vitest-environment jsdom
import '../../../test/browser.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTimeZone } from '../../platform/language/format.ts';
import { addDays, inOneHour, isPast, mondayMorning, onDay, stepSpan, tomorrowMorning, weeksAround } from './schedule-time.ts';

beforeEach(() => setTimeZone('America/Sao_Paulo'));
afterEach(() => setTimeZone(undefined));
const at = (text: string) => Date.parse(text);

test('"default send time is one hour from now", on the company’s clock, also over midnight', () => {
  expect(inOneHour(at('2026-11-16T14:20:00Z'))).toEqual({ day: '2026-11-16', time: '12:20' });
  expect(inOneHour(at('2026-12-31T02:30:00Z'))).toEqual({ day: '2026-12-31', time: '00:30' });
});

test('tomorrow and the next Monday, which on a Monday is in a week', () => {
  const monday = at('2026-11-16T14:00:00Z');
  expect(tomorrowMorning(monday)).toEqual({ day: '2026-11-17', time: '09:00' });
  expect(mondayMorning(monday)).toEqual({ day: '2026-11-23', time: '09:00' });
  expect(mondayMorning(at('2026-11-15T14:00:00Z'))).toEqual({ day: '2026-11-16', time: '09:00' });
  expect(mondayMorning(at('2026-11-21T14:00:00Z'))).toEqual({ day: '2026-11-23', time: '09:00' });
});

test('a past time is told by the company’s clock', () => {
  const now = at('2026-11-16T14:00:00Z');
  expect(isPast({ day: '2026-11-16', time: '11:00' }, now)).toBe(true);
  expect(isPast({ day: '2026-11-16', time: '11:01' }, now)).toBe(false);
  expect(isPast({ day: '2026-11-15', time: '23:59' }, now)).toBe(true);
  expect(onDay('2026-11-16', now)).toEqual({ day: '2026-11-16', time: '12:00' });
  expect(onDay('2026-11-20', now)).toEqual({ day: '2026-11-20', time: '09:00' });
});

test('a month is shown by whole weeks, also one that begins on a Sunday or ends on a Saturday', () => {
  const february = weeksAround('2026-02-10', 'month');
  expect([february.length, february[0]?.[0], february.at(-1)?.at(-1)]).toEqual([4, '2026-02-01', '2026-02-28']);
  const august = weeksAround('2026-08-31', 'month');
  expect([august.length, august[0]?.[0], august.at(-1)?.at(-1)]).toEqual([6, '2026-07-26', '2026-09-05']);
  expect(weeksAround('2026-11-16', 'week')).toEqual([Array.from({ length: 7 }, (_, place) => addDays('2026-11-15', place))]);
});

test('from the 31st a month leads to the last day of the next', () => {
  expect(stepSpan('2026-01-31', 'month', 1)).toBe('2026-02-28');
  expect(stepSpan('2026-01-15', 'month', -1)).toBe('2025-12-15');
  expect(stepSpan('2026-12-31', 'week', 1)).toBe('2027-01-07');
});
