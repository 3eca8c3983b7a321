import type { SignUpInput } from '@prosa/contracts/companies';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { hashPassword } from '../../platform/crypto-tokens.ts';
import { sql, type Transaction, violatedConstraint } from '../../platform/database/database.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { openEventCounter } from '../../platform/live/events.ts';
import { addFirstSettings } from '../settings/settings.actions.ts';
import { trialEnds } from './companies.rules.ts';
import { companies, plans } from './companies.table.ts';

export type NewCompany = Partial<typeof companies.$inferInsert> & {
  name: string;
  email: string;
  phone: string;
  planId: number;
  dueDate: string | null;
  zone: string;
  campaignsEnabled?: boolean;
};

/** Creates a company with its settings and event counter. The caller adds the first user in the same transaction. */
export async function createCompany(tx: Transaction, { zone, campaignsEnabled = true, ...company }: NewCompany) {
  const [row] = await tx
    .insert(companies)
    .values({ trialExpiration: company.dueDate, ...company })
    .returning();
  if (!row) throw new Error('no company was created');
  await tx.execute(sql`select set_config('app.company_id', ${String(row.id)}, true)`);
  await openEventCounter(tx, row.id);
  await addFirstSettings(tx, row.id, zone, { campaignsEnabled: String(campaignsEnabled) });
  return row;
}

/** A new company on trial, with its first admin. Everything the form sends beside names, address and plan is the server's to set. */
export async function signUp(
  platform: Platform,
  input: z.output<typeof SignUpInput>,
  { zone, address }: { zone: string; address: string },
  addAdmin: AddAdmin,
) {
  const passwordHash = await hashPassword(input.password, { group: `address:${address}`, member: input.email });
  const dueDate = trialEnds(zone, platform.clock());
  try {
    return await acrossCompanies({ ...platform, stranger: address }, async (tx) => {
      const [plan] = await tx
        .select({ id: plans.id })
        .from(plans)
        .where(and(eq(plans.id, input.planId), eq(plans.isPublic, true)));
      if (!plan) refuse('ERR_NO_PLAN_FOUND');
      const company = await createCompany(tx, { name: input.name, email: input.email, phone: input.phone, planId: plan.id, dueDate, zone });
      await addAdmin(tx, { companyId: company.id, name: input.name, email: input.email, passwordHash, super: false });
      return company;
    });
  } catch (error) {
    return refuseTakenName(error);
  }
}

export function refuseTakenName(error: unknown): never {
  if (violatedConstraint(error) === 'companies_name') refuse('ERR_COMPANY_NAME_ALREADY_EXISTS');
  if (violatedConstraint(error) === 'users_email') refuse('ERR_EMAIL_ALREADY_EXISTS');
  throw error;
}

export type AddAdmin = (
  tx: Transaction,
  admin: { companyId: number; name: string; email: string; passwordHash: string; super: boolean; mustChangePassword?: boolean },
) => Promise<void>;

const firstPlans = [
  { name: 'Plano 1', users: 10, connections: 10, queues: 10, value: '30.00' },
  { name: 'Plano 2', users: 25, connections: 15, queues: 25, value: '99.90' },
];

/** First boot on an empty database: plans, the platform's own company and its super-admin. Later boots find them and change nothing. */
export async function createPlatformCompany(
  platform: Platform,
  admin: { email: string; password: string; mustChangePassword: boolean; zone: string },
  addAdmin: AddAdmin,
): Promise<boolean> {
  const passwordHash = await hashPassword(admin.password);
  return acrossCompanies(platform, async (tx) => {
    await tx.execute(sql`lock table plans in exclusive mode`);
    const [existing] = await tx.select({ id: companies.id }).from(companies).where(eq(companies.isPlatform, true));
    if (existing) return false;
    const [plan] = await tx.insert(plans).values(firstPlans).returning({ id: plans.id });
    if (!plan) throw new Error('no plan was created');
    const company = await createCompany(tx, {
      name: 'Prosa',
      email: admin.email,
      phone: '',
      planId: plan.id,
      dueDate: null,
      isPlatform: true,
      zone: admin.zone,
    });
    const { email, mustChangePassword } = admin;
    await addAdmin(tx, { companyId: company.id, name: 'Admin', email, passwordHash, super: true, mustChangePassword });
    return true;
  });
}
