import { defaultWeek, timeField, type Weekday, type WorkingHours, weekdays } from '@prosa/contracts/working-hours';

/** The form shows one interval for each weekday, Monday first; a day that is not there is closed. */
export function weekOf(hours: readonly WorkingHours[]): WorkingHours[] {
  return weekdays.map((day) => hours.find(({ weekdayEn }) => weekdayEn === day) ?? closed(day));
}

const closed = (day: Weekday): WorkingHours => ({
  weekday: defaultWeek.find(({ weekdayEn }) => weekdayEn === day)?.weekday ?? day,
  ...{ weekdayEn: day, startTime: '00:00', endTime: '00:00' },
});

/** HH:MM as it is typed: digits, with the colon where it belongs. */
export function maskTime(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}

export const isTime = (typed: string): boolean => timeField.safeParse(typed).success;

/** More intervals of a day than the form shows stay as they are. */
export function mergeWeek(hours: readonly WorkingHours[], week: readonly WorkingHours[]): WorkingHours[] {
  return week.flatMap((day) => [day, ...hours.filter(({ weekdayEn }) => weekdayEn === day.weekdayEn).slice(1)]);
}
