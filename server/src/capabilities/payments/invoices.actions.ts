import type { SQL } from 'drizzle-orm';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';

const daysAhead = 20;

/**
 * Creates the missing invoices at what each company's plan costs now for its recurrence. The company and the due date are the key, so
 * two nodes create one. The platform's own company owes nothing.
 */
const addMissing = (now: Date, which: SQL) => sql`
  insert into invoices (company_id, detail, value, due_date)
  select c.id, p.name, plan_price(p, c.recurrence), c.due_date
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

/**
 * A payment moves the due date by the company's recurrence: after it has changed, open invoices cost what the new one costs.
 * The company's row is locked by the change, so that no payment is settled in between.
 */
export async function repriceOpenInvoices({ tx, now }: Scope): Promise<void> {
  await tx.execute(sql`
    update invoices i
    set detail = p.name, value = plan_price(p, c.recurrence), updated_at = ${now.toISOString()}
    from companies c
    join plans p on p.id = c.plan_id
    where c.id = current_company() and i.company_id = c.id and i.status = 'open'`);
}

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
