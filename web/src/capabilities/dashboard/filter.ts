import { dashboardPeriods } from '@prosa/contracts/dashboard';
import { dayTyped } from '../../platform/forms/typed-day.ts';
import type { Period } from './dashboard.data.ts';

export type FilterKind = 'date' | 'period';
/** What stands in the filter: dates, or what was typed and is none, and the period as it is chosen ('' is none). */
export type Filter = { kind: FilterKind; from: string; to: string; days: string };
export type FilterFault = { field: 'from' | 'to' | 'days'; fault: 'noParameter' | 'invalidDate' | 'endBeforeStart' };

/** From the first of the month to today. */
export function initialFilter(today: string): Filter {
  return { kind: 'date', from: `${today.slice(0, 8)}01`, to: today, days: '' };
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
