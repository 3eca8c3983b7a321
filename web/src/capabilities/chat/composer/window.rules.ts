import type { Message, ServiceWindow } from '@prosa/contracts/messages';
import type { z } from 'zod';

export type Window = z.output<typeof ServiceWindow>;

const minute = 60_000;
const hour = 60 * minute;
/** From here on the countdown is worth a glance. */
const soon = 2 * hour;

/** How a window stands at a moment. Nothing where the channel has no such bound. */
export type WindowState = { isOpen: boolean; isEnding: boolean; left: number; hours: number };
export function windowAt({ hours, endsAt, isOpen }: Window, now: number): WindowState | undefined {
  if (hours === null) return undefined;
  const left = endsAt === null ? 0 : Math.max(0, Date.parse(endsAt) - now);
  const isStillOpen = isOpen && (endsAt === null || left > 0);
  return { isOpen: isStillOpen, isEnding: isStillOpen && left < soon, left, hours };
}

/** A message of the customer opens it anew, from when it was sent; one that comes late shortens nothing. */
export function openedBy(window: Window, message: Pick<Message, 'fromMe' | 'createdAt'>, now: number): Window {
  if (message.fromMe || window.hours === null) return window;
  const until = Date.parse(message.createdAt) + window.hours * hour;
  const held = window.isOpen && window.endsAt !== null ? Date.parse(window.endsAt) : 0;
  if (until <= Math.max(held, now)) return window;
  return { ...window, isOpen: true, endsAt: new Date(until).toISOString() };
}

/** As the network says it is, whatever was thought before. */
export function closed(window: Window | undefined): Window {
  return { hours: window?.hours ?? 24, endsAt: window?.endsAt ?? null, isOpen: false };
}

/** 3 h 12 min; the minute under way counts, so that it never says nothing is left while there is. */
export function hoursAndMinutes(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / minute);
  const whole = Math.floor(minutes / 60);
  return whole > 0 ? `${whole} h ${minutes % 60} min` : `${minutes} min`;
}

/** When what is shown of it changes next. */
export const untilNextMinute = (left: number): number => left % minute || minute;
