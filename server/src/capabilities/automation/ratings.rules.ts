import type { TicketStatus } from '@prosa/contracts/tickets';
import type { Word } from '../tickets/tickets.rules.ts';

/** How long the customer's next 1, 2 or 3 counts as the rating. */
export const ratingMinutes = 30;

/** 1 unsatisfied, 2 satisfied, 3 very satisfied; anything else is an ordinary message. */
export function ratingIn(text: string): number | undefined {
  const [, digit] = /^\s*([123])\s*$/.exec(text) ?? [];
  return digit === undefined ? undefined : Number(digit);
}

/** The answer to the question for a rating, when that is what the customer says first after it. */
export function ratingAmong(last: { status: TicketStatus; ratingUntil: Date | null }, at: Date, [first]: Word[]): number | undefined {
  const isAwaited = last.status === 'closed' && last.ratingUntil !== null && at < last.ratingUntil;
  return isAwaited && first ? ratingIn(first.text) : undefined;
}
