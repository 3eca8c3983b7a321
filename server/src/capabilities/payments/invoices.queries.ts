import type { PageQuery } from '@prosa/contracts/kit';
import { BillingAddress, Checkout, Invoice } from '@prosa/contracts/payments';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const columns = sql`i.id, i.detail, i.value::text, i.due_date as "dueDate", i.status, iso(i.created_at) as "createdAt"`;

/** Found by its number, by what it is for, by its value or its date as they are shown. */
const matching = (search: string) =>
  search === ''
    ? sql`true`
    : sql`(
        plain(i.detail) like contains_pattern(${search})
        or i.id::text = ${search}
        or replace(i.value::text, '.', ',') like contains_pattern(${search})
        or i.value::text like contains_pattern(${search})
        or to_char(i.due_date, 'DD/MM/YYYY') like contains_pattern(${search}))`;

/** Newest due date first. */
export async function listInvoices({ tx }: Scope, { searchParam, pageNumber }: PageQuery) {
  const rows = await rowsOf(
    tx,
    Invoice,
    sql`
    select ${columns}
    from invoices i
    where i.company_id = current_company() and ${matching(searchParam)}
    order by i.due_date desc, i.id desc
    limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`,
  );
  const counted = await rowsOf(
    tx,
    CountRow,
    sql`select count(*)::int as count from invoices i where i.company_id = current_company() and ${matching(searchParam)}`,
  );
  const { items, hasMore } = pageOf(rows);
  return { invoices: items, count: counted[0]?.count ?? 0, hasMore };
}

export async function findInvoice({ tx }: Scope, invoiceId: number): Promise<Invoice> {
  const rows = await rowsOf(
    tx,
    Invoice,
    sql`select ${columns} from invoices i where i.company_id = current_company() and i.id = ${invoiceId}`,
  );
  return rows[0] ?? refuse('ERR_NO_INVOICE_FOUND');
}

/** What has been owed for longest. */
export async function findOldestOpenInvoice({ tx }: Scope): Promise<Invoice> {
  const rows = await rowsOf(
    tx,
    Invoice,
    sql`
    select ${columns}
    from invoices i
    where i.company_id = current_company() and i.status = 'open'
    order by i.due_date, i.id
    limit 1`,
  );
  return rows[0] ?? refuse('ERR_NO_INVOICE_FOUND');
}

const CheckoutRow = Checkout.omit({ billing: true }).extend({ ...BillingAddress.shape, name: z.string() });

/** The company as it pays. */
export async function findCheckout({ tx }: Scope): Promise<Checkout & { name: string }> {
  const rows = await rowsOf(
    tx,
    CheckoutRow,
    sql`
    select c.name, c.email, c.due_date as "dueDate", c.trial_expiration as "trialExpiration",
      json_build_object(
        'name', p.name, 'users', p.users, 'connections', p.connections, 'queues', p.queues, 'value', p.value::text) as plan,
      c.billing_name as "billingName", c.zipcode, c.street, c.state, c.city, c.district
    from companies c
    join plans p on p.id = c.plan_id
    where c.id = current_company()`,
  );
  const { name, email, dueDate, trialExpiration, plan, ...billing } = rows[0] ?? refuse('ERR_NOT_FOUND');
  return { name, email, dueDate, trialExpiration, plan, billing };
}
