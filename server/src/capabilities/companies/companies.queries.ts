import { asc, eq } from 'drizzle-orm';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { listSettings } from '../settings/settings.queries.ts';
import { companies, plans } from './companies.table.ts';

export async function listPublicPlans(platform: Platform) {
  return acrossCompanies(platform, (tx) =>
    tx.select().from(plans).where(eq(plans.isPublic, true)).orderBy(asc(plans.value), asc(plans.id)),
  );
}

export async function findCompany(scope: Scope) {
  const [company] = await scope.tx.select().from(companies).where(eq(companies.id, scope.companyId));
  return company;
}

/** The company as its people see it: its settings hold no secret. */
export async function describeCompany(scope: Scope) {
  const { id, name, dueDate, status, trialExpiration } = (await findCompany(scope)) ?? refuse('ERR_SESSION_EXPIRED');
  return { id, name, dueDate, status, trialExpiration, settings: await listSettings(scope) };
}

/**
 * The plan's limit for one kind of thing; concurrent callers are serialised. The lock lets references to the company be written meanwhile:
 * an event that is being stored holds the counter this transaction will want at its end.
 */
export async function planLimit(scope: Scope, what: 'users' | 'connections' | 'queues'): Promise<number> {
  const [plan] = await scope.tx
    .select({ limit: plans[what] })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    // Not against those who only refer to the company: whoever stores an event does, while it holds what this transaction needs last.
    .for('no key update', { of: companies });
  return plan?.limit ?? 0;
}
