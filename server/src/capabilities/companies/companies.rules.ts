import { DateTime } from 'luxon';

const trialDays = 3;

/** The day in the company's zone, as `yyyy-mm-dd`. */
export const dayIn = (zone: string, at: Date) => DateTime.fromJSDate(at, { zone }).toISODate() ?? '';

export const trialEnds = (zone: string, at: Date) => DateTime.fromJSDate(at, { zone }).plus({ days: trialDays }).toISODate() ?? '';

/** Due today is not overdue. */
export const isOverdue = (company: { isPlatform: boolean; status: boolean; dueDate: string | null }, today: string) =>
  !company.isPlatform && (!company.status || (company.dueDate !== null && company.dueDate < today));
