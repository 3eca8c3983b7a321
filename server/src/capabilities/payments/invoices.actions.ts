import type { SQL } from 'drizzle-orm';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';

const daysAhead = 20;

/**
 * The invoices that are missing, by what each company's plan costs now. Two nodes that make them at the same time make one: the
 * company and the due date are its key. The platform's own company owes nothing.
 */
const addMissing = (now: Date, which: SQL) => sql`
  insert into invoices (company_id, detail, value, due_date)
  select c.id, p.name, p.value, c.due_date
  from companies c
  join plans p on p.id = c.plan_id
  left join settings zone on zone.company_id = c.id and zone.key = 'timezone'
  where ${which}
    and not c.is_platform
    and c.deleted_at is null
    and c.due_date <= (${now.toISOString()}::timestamptz at time zone coalesce(zone.value, 'America/Sao_Paulo'))::date + ${daysAhead}::int
    and not exists (select from invoices i where i.company_id = c.id and i.due_date = c.due_date)
  order by c.id
  on conflict (company_id, due_date) do nothing`;

export const invoicing: CronJob[] = [{ name: 'invoices.create', pattern: '* * * * *', run: createInvoices }];

export async function createInvoices(platform: Platform): Promise<void> {
  await acrossCompanies(platform, (tx) => tx.execute(addMissing(platform.clock(), sql`true`)));
}

/** The first one, with the sign-up. */
export async function addFirstInvoice(platform: Pick<Platform, 'clock'>, tx: Transaction, companyId: number): Promise<void> {
  await tx.execute(addMissing(platform.clock(), sql`c.id = ${companyId}`));
}

/** Whoever looks at the invoices or wants to pay finds the one that is due, without waiting for the next minute. */
export async function ensureInvoice({ tx, now }: Scope): Promise<void> {
  await tx.execute(addMissing(now, sql`c.id = current_company()`));
}
