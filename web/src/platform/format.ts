import { commonMessages } from './common.messages.ts';
import { currentLanguage, type Language, textIn } from './messages.ts';

type Moment = Date | string | number;
const two = (value: number) => String(value).padStart(2, '0');
const dayMilliseconds = 86_400_000;

/** A bare day (`2026-11-30`) is that day everywhere; an instant is shown in the browser's zone. */
function toDate(moment: Moment): Date {
  const day = typeof moment === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(moment) : null;
  return day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])) : new Date(moment);
}

/** DD/MM/YYYY, in every language. */
export function formatDate(moment: Moment): string {
  const date = toDate(moment);
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}

/** HH:mm */
export function formatTime(moment: Moment): string {
  const date = toDate(moment);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** DD/MM/YYYY HH:mm */
export const formatDateTime = (moment: Moment): string => `${formatDate(moment)} ${formatTime(moment)}`;

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
/** Whole days from one day to another, whatever the clocks do between them. */
const daysBetween = (from: Date, to: Date) => Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / dayMilliseconds);

/** In lists: the time today, the word for yesterday, then the date. */
export function formatListTime(moment: Moment, language: Language = currentLanguage(), now: Date = new Date()): string {
  const days = daysBetween(toDate(moment), now);
  if (days <= 0) return formatTime(moment);
  return days === 1 ? textIn(language, commonMessages, 'yesterday') : formatDate(moment);
}

/** Days left until a due date: 0 today, negative when it has passed. */
export const daysUntil = (day: string, now: Date = new Date()): number => daysBetween(now, toDate(day.slice(0, 10)));

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
