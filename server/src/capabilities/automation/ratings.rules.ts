import type { TicketStatus } from '@prosa/contracts/tickets';
import type { CustomerText } from '../tickets/tickets.rules.ts';

/** How long the customer's next 1, 2 or 3 counts as the rating. */
export const ratingMinutes = 30;

/** 1 unsatisfied, 2 satisfied, 3 very satisfied; anything else is an ordinary message. */
export function ratingIn(text: string): number | undefined {
  const [, digit] = /^\s*([123])\s*$/.exec(text) ?? [];
  return digit === undefined ? undefined : Number(digit);
}

/** The rating, if the first message after the question is one. */
export function findRating(
  last: { status: TicketStatus; ratingUntil: Date | null },
  at: Date,
  [first]: CustomerText[],
): number | undefined {
  const isAwaited = last.status === 'closed' && last.ratingUntil !== null && at < last.ratingUntil;
  return isAwaited && first ? ratingIn(first.text) : undefined;
}
