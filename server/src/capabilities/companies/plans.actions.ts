import type { PlanInput, PlanUpdate } from '@prosa/contracts/plans';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type AuditSource, changedFields, recordAudit } from '../../platform/database/audit.ts';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import type { SuperUser } from '../../platform/database/on-company.ts';
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

export async function createPlan(platform: Platform, who: SuperUser, input: z.output<typeof PlanInput>) {
  return inPlans(platform, who, async (source) => {
    const [plan] = await source.tx.insert(plans).values(input).returning();
    if (!plan) throw new Error('no plan was created');
    await recordAudit(source, { action: 'plans.create', object: `plan ${plan.id}`, after: fieldsOf(plan) });
    return plan;
  });
}

/** What a company pays is on its invoices: those that are made already stay as they are. */
export async function updatePlan(platform: Platform, who: SuperUser, id: number, input: z.output<typeof PlanUpdate>) {
  return inPlans(platform, who, async (source) => {
    const [before] = await source.tx.select().from(plans).where(eq(plans.id, id)).for('update');
    const set = { ...input, updatedAt: source.now };
    const [plan] = await source.tx.update(plans).set(set).where(eq(plans.id, id)).returning();
    if (!before || !plan) return refuse('ERR_NO_PLAN_FOUND');
    await recordAudit(source, { action: 'plans.update', object: `plan ${id}`, ...changedFields(fieldsOf(before), fieldsOf(plan)) });
    return plan;
  });
}

/** Companies that are being deleted do not keep it. */
export async function removePlan(platform: Platform, who: SuperUser, id: number): Promise<void> {
  await inPlans(platform, who, async (source) => {
    await source.tx.execute(sql`
      update companies c
      set plan_id = p.plan_id
      from companies p
      where c.plan_id = ${id} and c.deleted_at is not null and p.is_platform and p.plan_id <> ${id}`);
    const [removed] = await source.tx.delete(plans).where(eq(plans.id, id)).returning();
    if (!removed) return refuse('ERR_NO_PLAN_FOUND');
    return recordAudit(source, { action: 'plans.delete', object: `plan ${id}`, before: fieldsOf(removed) });
  });
}

const fieldsOf = ({ id: _id, updatedAt: _updatedAt, ...fields }: typeof plans.$inferSelect) => fields;

/** Runs a change of plans in one transaction, recorded under this super user. */
async function inPlans<T>(platform: Platform, actor: SuperUser, work: (source: AuditSource) => Promise<T>): Promise<T> {
  try {
    return await acrossCompanies(platform, (tx) => work({ tx, now: platform.clock(), actor }));
  } catch (error) {
    if (violatedConstraint(error)?.endsWith('plan_id_fkey')) refuse('ERR_PLAN_IN_USE');
    return refuseTakenName(error);
  }
}

function refuseTakenName(error: unknown): never {
  if (violatedConstraint(error) === 'plans_name') refuse('ERR_PLAN_NAME_ALREADY_EXISTS');
  throw error;
}
