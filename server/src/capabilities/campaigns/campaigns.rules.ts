import { estimateSeconds } from '@prosa/contracts/campaign-text';
import type { CampaignPacing, CampaignStatus } from '@prosa/contracts/campaigns';
import { DateTime } from 'luxon';

const hour = 3_600_000;

/** "Editable only when INATIVA, or PROGRAMADA with a schedule more than 1 hour ahead. CANCELADA also allows editing." */
export function isEditable(status: CampaignStatus, scheduledAt: Date | null, now: Date): boolean {
  if (status === 'PROGRAMADA') return scheduledAt !== null && scheduledAt.getTime() - now.getTime() > hour;
  return status === 'INATIVA' || status === 'CANCELADA';
}

/** One that was stopped stays so until it is restarted, whatever its time. */
export function statusOf(before: CampaignStatus | undefined, scheduledAt: string | null): CampaignStatus {
  if (before === 'CANCELADA') return before;
  return scheduledAt === null ? 'INATIVA' : 'PROGRAMADA';
}

/**
 * The pause after the so many-th message: a random whole number of seconds below `messageInterval`; after each `longerIntervalAfter`-th
 * `greaterInterval` seconds instead. `random` is at least 0 and below 1.
 */
export function pauseSeconds(sends: number, pacing: CampaignPacing, random: number): number {
  const { messageInterval, longerIntervalAfter, greaterInterval } = pacing;
  if (longerIntervalAfter > 0 && sends % longerIntervalAfter === 0) return greaterInterval;
  return Math.floor(random * messageInterval);
}

type Tries = { tried: number; failed: number };
const fewestTries = 20;
/** Beyond it older ones count half, so that many that went well do not hide a failure of now. */
const mostTries = 200;

export const addTry = ({ tried, failed }: Tries, isFailure: boolean): Tries => {
  const [all, bad] = [tried + 1, failed + Number(isFailure)];
  return all > mostTries ? { tried: Math.floor(all / 2), failed: Math.floor(bad / 2) } : { tried: all, failed: bad };
};
/** At least 20 attempts and a third of them failed. */
export const failsTooOften = ({ tried, failed }: Tries): boolean => tried >= fewestTries && failed * 3 >= tried;

/** Each variant in turn. */
export const inTurn = <T>(variants: T[], turn: number): T | undefined => variants[turn % Math.max(1, variants.length)];

export type Limits = {
  /** `disabled`, or from when to when: `20:00-08:00`. */
  quietHours: string;
  /** 0: none. */
  dailyCap: number;
  zone: string;
};

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The end of the quiet hours that it is now; undefined where it is none. */
export function quietUntil(at: Date, { quietHours, zone }: Pick<Limits, 'quietHours' | 'zone'>): Date | undefined {
  const [from, to] = quietHours.split('-');
  if (from === undefined || to === undefined || from === to) return undefined;
  const local = DateTime.fromJSDate(at, { zone });
  const now = local.hour * 60 + local.minute;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = begin < end ? now >= begin && now < end : now >= begin || now < end;
  if (!isQuiet) return undefined;
  const today = local.set({ hour: Math.floor(end / 60), minute: end % 60, second: 0, millisecond: 0 });
  return (today <= local ? today.plus({ days: 1 }) : today).toJSDate();
}

/** When the next quiet hours begin, or the day is over; undefined where nothing stops it. */
function nextStop(at: Date, { quietHours, dailyCap, zone }: Limits): Date | undefined {
  const local = DateTime.fromJSDate(at, { zone });
  const stops: DateTime[] = dailyCap > 0 ? [local.startOf('day').plus({ days: 1 })] : [];
  const from = quietHours.split('-')[0] ?? '';
  if (quietHours.includes('-')) {
    const begin = local.set({ hour: Math.floor(minutesOf(from) / 60), minute: minutesOf(from) % 60, second: 0, millisecond: 0 });
    stops.push(begin <= local ? begin.plus({ days: 1 }) : begin);
  }
  return stops.length === 0 ? undefined : new Date(Math.min(...stops.map((stop) => stop.toMillis())));
}

/** When the last of so many messages will have left, on average. */
export function estimateEnd(start: Date, messages: number, pacing: CampaignPacing, limits: Limits, before = 0): Date {
  let [at, left, today] = [quietUntil(start, limits) ?? start, messages, 0];
  for (let stretches = 0; left > 0 && stretches < 1_000; stretches += 1) {
    const stop = nextStop(at, limits);
    const whole = estimateSeconds(left, pacing, before);
    const ends = new Date(at.getTime() + whole * 1_000);
    const mayLeave = limits.dailyCap > 0 ? Math.max(0, limits.dailyCap - today) : left;
    if ((!stop || ends <= stop) && left <= mayLeave) return ends;
    const perMessage = Math.max(1, whole / Math.max(1, left - 1)) * 1_000;
    const fit = stop ? Math.floor((stop.getTime() - at.getTime()) / perMessage) + 1 : left;
    const leaving = Math.min(left, fit, mayLeave);
    left -= leaving;
    if (left === 0 || !stop) return new Date(at.getTime() + Math.max(0, leaving - 1) * perMessage);
    const next = leaving === mayLeave && limits.dailyCap > 0 ? dayAfter(at, limits.zone) : stop;
    today = dayOf(next, limits.zone) === dayOf(at, limits.zone) ? today + leaving : 0;
    at = quietUntil(next, limits) ?? next;
  }
  return at;
}

const dayAfter = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).startOf('day').plus({ days: 1 }).toJSDate();
const dayOf = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toISODate();
