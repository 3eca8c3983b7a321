import type { Ticket } from '@prosa/contracts/tickets';

/** Since when a customer waits: for somebody to serve them, or for an answer. */
export function waitsSince({ status, unreadMessages, createdAt, updatedAt }: Ticket): string | undefined {
  if (status === 'pending') return createdAt;
  return unreadMessages > 0 ? updatedAt : undefined;
}

export type Span = { unit: 'now' | 'minutes' | 'hours' | 'days'; n: number };

export function spanSince(since: string, now: number): Span {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 1) return { unit: 'now', n: 0 };
  if (minutes < 60) return { unit: 'minutes', n: minutes };
  if (minutes < 48 * 60) return { unit: 'hours', n: Math.floor(minutes / 60) };
  return { unit: 'days', n: Math.floor(minutes / 1440) };
}
