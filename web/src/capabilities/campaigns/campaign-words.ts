import type { Values } from '../../platform/language/messages.ts';
import type { campaignsMessages } from './campaigns.messages.ts';

type Say = (key: keyof typeof campaignsMessages.pt, values?: Values) => string;

/** About so long, in the two largest units. */
export function durationText(seconds: number, text: Say): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 2) return text('oneMinute');
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return text('daysHours', { d: days, h: hours });
  return hours > 0 ? text('hoursMinutes', { h: hours, m: rest }) : text('minutes', { m: rest });
}
