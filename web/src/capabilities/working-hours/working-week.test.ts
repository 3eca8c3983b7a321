import { defaultWeek, type WorkingHours } from '@prosa/contracts/working-hours';
import { expect, test } from 'vitest';
import { copyToAll, isOvernight, maskTime, weekOf, withIntervals } from './working-week.ts';

const monday = (startTime: string, endTime: string): WorkingHours => ({
  weekday: 'Segunda-feira',
  weekdayEn: 'monday',
  startTime,
  endTime,
});

test('a week is Monday to Sunday, whatever is stored: what is missing is closed', () => {
  expect(weekOf([...defaultWeek].reverse())).toEqual(defaultWeek);
  const bare = weekOf([monday('08:00', '12:00'), monday('13:00', '18:00')]);
  expect(bare).toHaveLength(8);
  expect(bare.slice(0, 3)).toMatchObject([{ startTime: '08:00' }, { startTime: '13:00' }, { weekdayEn: 'tuesday', endTime: '00:00' }]);
});

test('where nothing is stored it is open around the clock, as the bot takes it', () => {
  expect(weekOf([]).map(({ startTime, endTime }) => [startTime, endTime])).toEqual(Array.from({ length: 7 }, () => ['00:00', '23:59']));
});

test('a day’s intervals are copied to all days, each with its own name', () => {
  const week = copyToAll(withIntervals(defaultWeek, 'monday', [monday('08:00', '12:00'), monday('13:00', '18:00')]), 'monday');
  expect(week).toHaveLength(14);
  expect(week.at(-1)).toEqual({ weekday: 'Domingo', weekdayEn: 'sunday', startTime: '13:00', endTime: '18:00' });
});

test('a day that loses all its intervals is closed', () => {
  expect(withIntervals(defaultWeek, 'monday', [])[0]).toEqual(monday('00:00', '00:00'));
});

test.each([
  ['0', '0'],
  ['083', '08:3'],
  ['08:30', '08:30'],
  ['2570', '25:70'],
  ['a8b', '8'],
])('%s is typed as %s', (typed, masked) => expect(maskTime(typed)).toBe(masked));

test.each([
  ['22:00', '06:00', true],
  ['08:00', '18:00', false],
  ['08:00', '0', false],
  ['00:00', '00:00', false],
])('%s to %s goes on into the next day: %s', (start, end, over) => expect(isOvernight(monday(start, end))).toBe(over));
