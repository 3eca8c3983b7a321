import { DateTime } from 'luxon';

const trialDays = 3;

/** The day in the company's zone, as `yyyy-mm-dd`. */
export const dayIn = (zone: string, at: Date) => DateTime.fromJSDate(at, { zone }).toISODate() ?? '';

export const trialEnds = (zone: string, at: Date) => DateTime.fromJSDate(at, { zone }).plus({ days: trialDays }).toISODate() ?? '';

/** Due today is not overdue. */
export const isOverdue = (company: { isPlatform: boolean; status: boolean; dueDate: string | null }, today: string) =>
  !company.isPlatform && (!company.status || (company.dueDate !== null && company.dueDate < today));

/** What a new company starts with. Keys are the specification's. */
export const firstSettings = (zone: string) => ({
  userRating: 'disabled',
  scheduleType: 'disabled',
  CheckMsgIsGroup: 'enabled',
  call: 'disabled',
  chatBotType: 'text',
  sendGreetingAccepted: 'disabled',
  sendMsgTransfTicket: 'disabled',
  campaignsEnabled: 'true',
  timezone: zone,
  reopenWindowMinutes: '120',
});

/** Settings everybody of the company may read; keys of integrations are not among them. */
export const openSettings = Object.keys(firstSettings(''));
