import type { SessionUser } from '@prosa/contracts/session';
import { daysUntil } from '../platform/language/format.ts';
import { warnDays } from '../platform/session/session.tsx';

/** A trial is short from its first minute on: only its last day is worth a warning. */
const trialWarnDays = 2;

/** Days until the company has to pay, once they are few; nothing before that, and nothing once they are over. */
export function daysToPay({ dueDate, trialExpiration }: SessionUser['company'], now?: Date): number | undefined {
  if (dueDate === null) return undefined;
  const isTrial = trialExpiration?.slice(0, 10) === dueDate.slice(0, 10);
  const days = daysUntil(dueDate, now);
  return days >= 0 && days < (isTrial ? trialWarnDays : warnDays) ? days : undefined;
}
