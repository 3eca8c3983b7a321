import { defaultWeek, timeField, type Weekday, type WorkingHours, weekdays } from '@prosa/contracts/working-hours';

/** A day may be open in several intervals, such as before and after lunch. */
export const maxIntervals = 4;

/** Monday first, each day with all its intervals; a day that is not there is closed. Where no day is there, all are open. */
export function weekOf(hours: readonly WorkingHours[]): WorkingHours[] {
  if (hours.length === 0) return weekdays.map((day) => ({ ...closed(day), endTime: '23:59' }));
  return weekdays.flatMap((day) => {
    const intervals = hours.filter(({ weekdayEn }) => weekdayEn === day);
    return intervals.length === 0 ? [closed(day)] : intervals;
  });
}

export const intervalsOf = (week: readonly WorkingHours[], day: Weekday) => week.filter(({ weekdayEn }) => weekdayEn === day);

export const withIntervals = (week: readonly WorkingHours[], day: Weekday, intervals: readonly WorkingHours[]): WorkingHours[] =>
  weekOf([...week.filter(({ weekdayEn }) => weekdayEn !== day), ...intervals]);

/** The intervals of one day on every day. */
export function copyToAll(week: readonly WorkingHours[], from: Weekday): WorkingHours[] {
  const intervals = intervalsOf(week, from);
  return weekdays.flatMap((day) => intervals.map(({ startTime, endTime }) => ({ ...closed(day), startTime, endTime })));
}

const closed = (day: Weekday): WorkingHours => ({
  weekday: defaultWeek.find(({ weekdayEn }) => weekdayEn === day)?.weekday ?? day,
  ...{ weekdayEn: day, startTime: '00:00', endTime: '00:00' },
});

/** Not filled in yet. */
export const blankInterval = (day: Weekday): WorkingHours => ({ ...closed(day), startTime: '', endTime: '' });

/** HH:MM as it is typed: digits, with the colon where it belongs. */
export function maskTime(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}

export const isTime = (typed: string): boolean => timeField.safeParse(typed).success;
export const isWeek = (week: readonly WorkingHours[]) => week.every(({ startTime, endTime }) => isTime(startTime) && isTime(endTime));
/** It goes on into the next day. */
export const isOvernight = ({ startTime, endTime }: WorkingHours) => isTime(startTime) && isTime(endTime) && endTime < startTime;
export const isClosed = ({ startTime, endTime }: WorkingHours) => startTime === '00:00' && endTime === '00:00';
