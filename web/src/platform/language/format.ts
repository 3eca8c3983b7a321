import { commonMessages } from './common.messages.ts';
import { currentLanguage, type Language, localeOf, textIn } from './messages.ts';

type Moment = Date | string | number;
const dayMilliseconds = 86_400_000;
const dateOnly = /^(\d{4}-\d{2}-\d{2})$/;

type ClockReading = { day: string; time: string };
let clock = clockIn(undefined);
/** Reading the clock is slow, and a long conversation asks for the same minutes again and again. */
const readings = new Map<number, ClockReading>();
const maxReadings = 20_000;

/** All users of a company see times in the company's zone. Before a login, and for unknown zones, the browser's zone is used. */
export function setTimeZone(zone: string | undefined): void {
  clock = clockIn(zone);
  readings.clear();
}

function clockIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', parts);
  }
}

/** `2026-11-30 07:03` on the company's clock. A bare day (`2026-11-30`) is that day everywhere. */
function onTheClock(moment: Moment): ClockReading {
  if (typeof moment === 'string' && dateOnly.test(moment)) return { day: moment, time: '00:00' };
  const minute = Math.floor(new Date(moment).getTime() / 60_000);
  const known = readings.get(minute);
  if (known) return known;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clock.formatToParts(new Date(moment))) part[type] = value;
  const reading = { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
  if (readings.size >= maxReadings) readings.clear();
  readings.set(minute, reading);
  return reading;
}

/** The day of a moment, to tell whether two moments are of the same one. */
export const dayOf = (moment: Moment): string => onTheClock(moment).day;

/** DD/MM/YYYY, in every language. */
export const formatDate = (moment: Moment): string => dayOf(moment).split('-').toReversed().join('/');

/** Monday, segunda-feira, lunes: with a capital, to stand alone. */
export function formatWeekday(moment: Moment, language: Language): string {
  const noon = new Date(`${dayOf(moment)}T12:00:00Z`);
  const name = noon.toLocaleDateString(localeOf(language), { weekday: 'long', timeZone: 'UTC' });
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** HH:mm */
export const formatTime = (moment: Moment): string => onTheClock(moment).time;

/** DD/MM/YYYY HH:mm */
export const formatDateTime = (moment: Moment): string => `${formatDate(moment)} ${formatTime(moment)}`;

/** Whole days from one day to another, whatever the clocks do between them. */
export const daysBetween = (from: Moment, to: Moment): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / dayMilliseconds);

/** In lists: the time today, the word for yesterday, then the date. */
export function formatListTime(moment: Moment, language: Language = currentLanguage(), now: Date = new Date()): string {
  const days = daysBetween(moment, now);
  if (days <= 0) return formatTime(moment);
  return days === 1 ? textIn(language, commonMessages, 'yesterday') : formatDate(moment);
}

/** Days left until a due date: 0 today, negative when it has passed. */
export const daysUntil = (day: string, now: Date = new Date()): number => daysBetween(now, day.slice(0, 10));

/** 1.234,5 in Portuguese and Spanish, 1,234.5 in English. */
export const formatNumber = (value: number, maximumFractionDigits = 3): string =>
  value.toLocaleString(localeOf(currentLanguage()), { maximumFractionDigits });

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
/** R$ 1.234,56 from the decimal text of the wire. */
export const formatMoney = (value: string | number): string => money.format(Number(value));

/** +55 (11) 98765-4321 for Brazilian numbers, the digits with a plus for others. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  const parts = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (parts) return `+55 (${parts[1]}) ${parts[2]}-${parts[3]}`;
  return digits ? `+${digits}` : text;
}
