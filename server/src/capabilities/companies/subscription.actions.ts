import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const ExtendedRow = z.object({ id: z.int(), name: z.string(), dueBefore: z.string().nullable(), dueDate: z.string() });

const onePeriod = sql`make_interval(months => recurrence_months(c.recurrence))`;

/**
 * Moves the due date by the company's recurrence, from the later of the due date and today in the company's time zone. The lock on
 * the company's row serialises concurrent callers.
 */
export async function extendDueDate({ tx, now }: Scope) {
  const rows = await rowsOf(
    tx,
    ExtendedRow,
    sql`
    with before as (
      select id, due_date, greatest(due_date, (${now.toISOString()}::timestamptz at time zone company_zone())::date) as later
      from companies
      where id = current_company()
      for no key update)
    update companies c
    set updated_at = ${now.toISOString()},
      due_date = (before.later + ${onePeriod})::date
    from before
    where c.id = before.id
    returning c.id, c.name, before.due_date as "dueBefore", c.due_date as "dueDate"`,
  );
  return rows[0] ?? refuse('ERR_NOT_FOUND');
}

/**
 * Takes one period back. Where nothing has moved the due date since the payment it returns to what it was before, also when that was
 * further away than a period; otherwise it is a period earlier.
 */
export async function shortenDueDate({ tx, now }: Scope, payment: { dueBefore: string | null; dueAfter: string }) {
  const rows = await rowsOf(
    tx,
    ExtendedRow,
    sql`
    with before as (
      select id, due_date
      from companies
      where id = current_company()
      for no key update)
    update companies c
    set updated_at = ${now.toISOString()},
      due_date = case
        when before.due_date = ${payment.dueAfter}::date and ${payment.dueBefore}::date is not null then ${payment.dueBefore}::date
        else (coalesce(before.due_date, ${payment.dueAfter}::date) - ${onePeriod})::date end
    from before
    where c.id = before.id
    returning c.id, c.name, before.due_date as "dueBefore", c.due_date as "dueDate"`,
  );
  return rows[0] ?? refuse('ERR_NOT_FOUND');
}

type BillingChange = { billingName?: string; zipcode?: string; street?: string; state?: string; city?: string; district?: string };

/** Whom invoices are made out to. What is not said, or said as nothing, stays as it was. */
export async function changeBilling({ tx }: Scope, given: BillingChange): Promise<void> {
  const { billingName = '', zipcode = '', street = '', state = '', city = '', district = '' } = given;
  const kept = (text: string) => (text === '' ? null : text);
  await tx.execute(sql`
    update companies
    set billing_name = coalesce(${kept(billingName)}, billing_name), zipcode = coalesce(${kept(zipcode)}, zipcode),
      street = coalesce(${kept(street)}, street), state = coalesce(${kept(state)}, state), city = coalesce(${kept(city)}, city),
      district = coalesce(${kept(district)}, district)
    where id = current_company()`);
}
