import { type WorkingHours, weekdays } from '@prosa/contracts/working-hours';

/** Where the clocks and the calendar of a zone stand. */
type LocalTime = { date: string; weekday: number; minute: number };

export type Hours = { schedules: WorkingHours[]; holidays: string[]; zone: string };
export type Opening = 'open' | 'closed' | 'holiday';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone that this machine does not know counts as UTC: a customer's message must not fail by it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
  formats.set(zone, format);
  return format;
}

export function localTime(at: Date, zone: string): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '00';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return { date, weekday: weekdayOf(date), minute: Number(part('hour')) * 60 + Number(part('minute')) };
}

/** From Monday, 0. */
const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
const dayBefore = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** 23:59 is the last time that can be entered, and means until midnight. */
const endOf = (time: string) => (time === '23:59' ? 24 * 60 : minutesOf(time));

/** Whether an interval of its own day is running at this minute, or one of the day before that ends after midnight. */
const runsToday = (start: number, end: number, minute: number) =>
  end > start ? minute >= start && minute < end : end < start && minute >= start;
const runsOn = (start: number, end: number, minute: number) => end < start && minute < end;

/**
 * Whether somebody is there. Times are those of the clock on the wall: a change of daylight saving moves nothing. A holiday closes its
 * whole day, and what would have begun on it.
 */
export function openingAt({ schedules, holidays, zone }: Hours, at: Date): Opening {
  const { date, weekday, minute } = localTime(at, zone);
  if (holidays.includes(date)) return 'holiday';
  if (schedules.length === 0) return 'open';
  const isRunning = (day: number, runs: typeof runsToday) =>
    schedules.some(
      ({ weekdayEn, startTime, endTime }) => weekdayEn === weekdays[day] && runs(minutesOf(startTime), endOf(endTime), minute),
    );
  if (isRunning(weekday, runsToday)) return 'open';
  if (!isRunning((weekday + 6) % 7, runsOn)) return 'closed';
  return holidays.includes(dayBefore(date)) ? 'holiday' : 'open';
}
