import { useSyncExternalStore } from 'react';

const minute = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all rows, and none while no row waits. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of [...listeners]) each();
  }, minute / 4);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export const minutesSince = (since: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - new Date(since).getTime()) / minute));

/** Whole minutes, as they pass; a row renders again only when its own have changed. */
export const useMinutesSince = (since: string): number => useSyncExternalStore(subscribe, () => minutesSince(since));

/** In the largest unit that says enough at a glance. */
export function spanOf(minutes: number): { value: number; unit: 'minutes' | 'hours' | 'days' } {
  if (minutes < 60) return { value: minutes, unit: 'minutes' };
  if (minutes < 48 * 60) return { value: Math.floor(minutes / 60), unit: 'hours' };
  return { value: Math.floor(minutes / (24 * 60)), unit: 'days' };
}
