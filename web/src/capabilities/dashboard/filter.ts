import { dashboardPeriods } from '@prosa/contracts/dashboard';
import type { Period } from './dashboard.data.ts';

export type FilterKind = 'date' | 'period';
/** What stands in the filter: dates as they are typed, the period as it is chosen ('' is none). */
export type Filter = { kind: FilterKind; from: string; to: string; days: string };
export type FilterFault = { field: 'from' | 'to' | 'days'; fault: 'noParameter' | 'invalidDate' | 'endBeforeStart' };

/** From the first of the month to today. */
export function initialFilter(today: string): Filter {
  return { kind: 'date', from: typedDay(`${today.slice(0, 8)}01`), to: typedDay(today), days: '' };
}

/** DD/MM/YYYY of an ISO day. */
export const typedDay = (day: string): string => day.split('-').toReversed().join('/');

/** The ISO day of what was typed, in either writing; undefined where there is no such day. */
export function dayTyped(typed: string): string | undefined {
  const [, d, m, y] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed.trim()) ?? [];
  const day = d && m && y ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : typed.trim();
  const read = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  return read && !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === day ? day : undefined;
}

/** Digits alone get their slashes as they are typed. */
export function maskDay(typed: string): string {
  if (/[^\d/]/.test(typed)) return typed.slice(0, 10);
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}

/** What to ask for, or what is wrong and where. */
export function periodFrom({ kind, from, to, days }: Filter): { period: Period } | FilterFault {
  if (kind === 'period') {
    const chosen = dashboardPeriods.find((period) => String(period) === days);
    return chosen === undefined ? { field: 'days', fault: 'noParameter' } : { period: { days: chosen } };
  }
  if (from.trim() === '' && to.trim() === '') return { field: 'from', fault: 'noParameter' };
  const [first, last] = [dayTyped(from), dayTyped(to)];
  if (first === undefined) return { field: 'from', fault: from.trim() === '' ? 'noParameter' : 'invalidDate' };
  if (last === undefined) return { field: 'to', fault: to.trim() === '' ? 'noParameter' : 'invalidDate' };
  if (last < first) return { field: 'to', fault: 'endBeforeStart' };
  return { period: { date_from: first, date_to: last } };
}

/** Minutes as people say them: "1 h 05 min". */
export function spokenMinutes(minutes: number): string {
  if (minutes > 0 && minutes < 1) return '< 1 min';
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  return hours === 0 ? `${whole} min` : `${hours} h ${String(whole % 60).padStart(2, '0')} min`;
}
