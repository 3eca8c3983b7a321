import type { CompanyInput, CompanyUpdate } from '@prosa/contracts/companies';
import { companyLive } from '@prosa/contracts/company-live';
import type { WorkingHours } from '@prosa/contracts/working-hours';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { hashPassword } from '../../platform/crypto-tokens.ts';
import { type AuditEntry, recordAudit } from '../../platform/database/audit.ts';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import { onCompany, type SuperUser } from '../../platform/database/on-company.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { setCampaigns } from '../settings/settings.actions.ts';
import { type AddAdmin, createCompany, refuseTakenName } from './companies.actions.ts';
import { trialEnds } from './companies.rules.ts';
import { companies } from './companies.table.ts';
import { readCompany } from './company-records.queries.ts';

/** A company that the platform's people make, with its first admin. Without a due date it begins with the days of a trial. */
export async function addCompany(
  platform: Platform,
  who: SuperUser,
  { password, campaignsEnabled, dueDate, ...input }: z.output<typeof CompanyInput>,
  zone: string,
  addAdmin: AddAdmin,
) {
  const passwordHash = await hashPassword(password, { group: 'super', member: String(who.userId) });
  const now = platform.clock();
  const due = dueDate === undefined ? { dueDate: trialEnds(zone, now) } : { dueDate, trialExpiration: null };
  try {
    return await acrossCompanies(platform, async (tx) => {
      const { id } = await createCompany(tx, { ...input, ...due, zone, campaignsEnabled });
      await addAdmin(tx, { companyId: id, name: input.name, email: input.email, passwordHash, super: false });
      await recordAudit(
        { tx, now, actor: who },
        { action: 'companies.create', object: `company ${id}`, after: { name: input.name, planId: input.planId } },
      );
      return readCompany(tx, id);
    });
  } catch (error) {
    return refuseTakenName(refuseMissingPlan(error));
  }
}

export type RepriceInvoices = (scope: Scope) => Promise<void>;

/** What its people may not: name, plan, due date, status, the campaigns flag. They are told at once. */
export async function changeCompany(
  platform: Platform,
  who: SuperUser,
  id: number,
  { campaignsEnabled, ...changes }: z.output<typeof CompanyUpdate>,
  repriceInvoices: RepriceInvoices,
) {
  const { planId, dueDate, status, recurrence } = changes;
  const money = Object.entries({ planId, dueDate: dueDate ?? undefined, status, recurrence, campaignsEnabled });
  const after = Object.fromEntries(money.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  return onNamedCompany(platform, who, id, { action: 'companies.update', object: `company ${id}`, after }, async (scope) => {
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const before = await readCompany(scope.tx, id);
    await scope.tx
      .update(companies)
      .set({ ...set, updatedAt: scope.now })
      .where(eq(companies.id, id))
      .catch((error: unknown) => refuseTakenName(refuseMissingPlan(error)));
    if (recurrence !== undefined && recurrence !== before.recurrence) await repriceInvoices(scope);
    if (campaignsEnabled !== undefined) await setCampaigns(scope, campaignsEnabled);
    return announceCompany(scope);
  });
}

export async function changeSchedules(scope: Scope, schedules: WorkingHours[]) {
  await scope.tx.execute(sql`
    update companies set schedules = ${JSON.stringify(schedules)}::jsonb, updated_at = ${scope.now}
    where id = current_company()`);
  return announceCompany(scope);
}

export function changeSchedulesOf(platform: Platform, who: SuperUser, id: number, schedules: WorkingHours[]) {
  return onNamedCompany(platform, who, id, { action: 'companies.schedules', object: `company ${id}` }, (scope) =>
    changeSchedules(scope, schedules),
  );
}

/** Its people see the new name and due date at once; where it may not work any more, their sockets are closed. */
async function announceCompany(scope: Scope) {
  const company = await readCompany(scope.tx, scope.companyId);
  const { id, name, dueDate, status } = company;
  scope.emit(companyLive, { action: 'update', company: { id, name, dueDate, status } }, everybody);
  scope.wake('rights');
  return company;
}

/** `onCompany`, for a company that the call names. */
export async function onNamedCompany<T>(
  platform: Platform,
  who: SuperUser,
  id: number,
  entry: AuditEntry,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  try {
    return await onCompany(platform, who, id, entry, work);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ERR_NOT_FOUND') refuse('ERR_NO_COMPANY_FOUND');
    throw error;
  }
}

function refuseMissingPlan(error: unknown): unknown {
  if (violatedConstraint(error) === 'companies_plan_id_fkey') refuse('ERR_NO_PLAN_FOUND');
  return error;
}
