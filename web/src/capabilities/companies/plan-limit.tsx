import type { Plan } from '@prosa/contracts/companies';
import { Link } from 'wouter';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import type { PlanLimit } from '../../ui/records/PlanLimit.tsx';
import { useOwnPlan } from './companies.data.ts';
import { planLimitMessages } from './plan-limit.messages.ts';

/** How many of these the company's plan allows, and the way to more for this person; nothing while it is not known. */
export function usePlanLimit(what: keyof Pick<Plan, 'users' | 'connections' | 'queues'>): PlanLimit | undefined {
  const text = useMessages(planLimitMessages);
  const mayPay = useCan('invoices:pay');
  const plan = useOwnPlan();
  return plan && { limit: plan[what], wayOut: mayPay ? <Link href="/subscription">{text('see')}</Link> : text('ask') };
}
