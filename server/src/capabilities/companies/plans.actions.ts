import type { PlanInput, PlanUpdate } from '@prosa/contracts/plans';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { plans } from './companies.table.ts';

export function listPlans(platform: Platform) {
  return acrossCompanies(platform, (tx) => tx.select().from(plans).orderBy(asc(plans.id)));
}

export async function showPlan(platform: Platform, id: number) {
  const [plan] = await acrossCompanies(platform, (tx) => tx.select().from(plans).where(eq(plans.id, id)));
  return plan ?? refuse('ERR_NO_PLAN_FOUND');
}

export async function createPlan(platform: Platform, input: z.output<typeof PlanInput>) {
  const [plan] = await acrossCompanies(platform, (tx) => tx.insert(plans).values(input).returning()).catch(refuseTakenName);
  if (!plan) throw new Error('no plan was created');
  return plan;
}

/** What a company pays is on its invoices: those that are made already stay as they are. */
export async function updatePlan(platform: Platform, id: number, input: z.output<typeof PlanUpdate>) {
  const set = { ...input, updatedAt: platform.clock() };
  const [plan] = await acrossCompanies(platform, (tx) => tx.update(plans).set(set).where(eq(plans.id, id)).returning()).catch(
    refuseTakenName,
  );
  return plan ?? refuse('ERR_NO_PLAN_FOUND');
}

/** Companies that are being deleted do not keep it. */
export async function removePlan(platform: Platform, id: number): Promise<void> {
  const removed = await acrossCompanies(platform, async (tx) => {
    await tx.execute(sql`
      update companies c
      set plan_id = p.plan_id
      from companies p
      where c.plan_id = ${id} and c.deleted_at is not null and p.is_platform and p.plan_id <> ${id}`);
    return tx.delete(plans).where(eq(plans.id, id)).returning({ id: plans.id });
  }).catch((error: unknown) => {
    if (violatedConstraint(error)?.endsWith('plan_id_fkey')) refuse('ERR_PLAN_IN_USE');
    throw error;
  });
  if (removed.length === 0) refuse('ERR_NO_PLAN_FOUND');
}

function refuseTakenName(error: unknown): never {
  if (violatedConstraint(error) === 'plans_name') refuse('ERR_PLAN_NAME_ALREADY_EXISTS');
  throw error;
}
