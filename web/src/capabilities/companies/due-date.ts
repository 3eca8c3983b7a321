import { type Recurrence, recurrenceMonths } from '@prosa/contracts/companies';
import type { RowTone } from '../../ui/lists/ListTable.tsx';

/** The day so many months later; the last of the month where that has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** One period more. */
export const addPeriod = (day: string, recurrence: Recurrence): string => addMonths(day, recurrenceMonths[recurrence]);

/** Due in 5 days is yellow, from 4 days ahead to 3 overdue orange, from 4 overdue red. */
export function toneOf(daysLeft: number | undefined): RowTone | undefined {
  if (daysLeft === undefined || daysLeft > 5) return undefined;
  if (daysLeft === 5) return 'yellow';
  return daysLeft >= -3 ? 'orange' : 'red';
}
