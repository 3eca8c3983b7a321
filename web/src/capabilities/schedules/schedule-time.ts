import { dayOf, formatTime } from '../../platform/language/format.ts';

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

/** A day and a time on the company's clock, as the form's fields hold them. */
export type DayAndTime = { day: string; time: string };
export const onClock = (moment: number | string | Date): DayAndTime => ({ day: dayOf(moment), time: formatTime(moment) });

/** Both in one field, as the server takes them: `2026-11-16T09:00`. The day is what was typed, while that is none. */
export const writeTime = ({ day, time }: DayAndTime): string => `${day}T${time}`;
export function readTime(field: string): DayAndTime {
  const at = field.lastIndexOf('T');
  return { day: field.slice(0, Math.max(at, 0)), time: field.slice(at + 1) };
}

export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
/** Sunday is 0. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay();

export const inOneHour = (now: number): DayAndTime => onClock(now + hourMilliseconds);
export const tomorrowMorning = (now: number): DayAndTime => ({ day: addDays(dayOf(now), 1), time: '09:00' });
/** The next one; on a Monday that is in a week. */
export const mondayMorning = (now: number): DayAndTime => {
  const today = dayOf(now);
  return { day: addDays(today, (8 - weekdayOf(today)) % 7 || 7), time: '09:00' };
};
/** On a day of the calendar: in the morning, today in an hour. */
export const onDay = (day: string, now: number): DayAndTime => (day <= dayOf(now) ? inOneHour(now) : { day, time: '09:00' });

/** Both are on the company's clock, so they are compared as they are written. */
export function isPast({ day, time }: DayAndTime, now: number): boolean {
  const clock = onClock(now);
  return `${day} ${time}` <= `${clock.day} ${clock.time}`;
}

export type Span = 'month' | 'week';

/** The days that a calendar shows, from a Sunday on: the week of a day, or the weeks of its month. */
export function weeksAround(day: string, span: Span): string[][] {
  const first = span === 'week' ? day : `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekdayOf(first));
  const weeks: string[][] = [];
  for (let from = start; weeks.length === 0 || (span === 'month' && from.slice(0, 7) === day.slice(0, 7)); from = addDays(from, 7))
    weeks.push(Array.from({ length: 7 }, (_, place) => addDays(from, place)));
  return weeks;
}

/** The same day of the month before or after, or its last. */
export function stepSpan(day: string, span: Span, step: 1 | -1): string {
  if (span === 'week') return addDays(day, 7 * step);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + step, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + step, Math.min(date, length))).toISOString().slice(0, 10);
}
