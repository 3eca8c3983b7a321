import { paymentLive } from '@prosa/contracts/payment-live';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { everybodyAndPayers } from '../../platform/live/rooms.ts';
import { shortenDueDate } from '../companies/subscription.actions.ts';
import { centsOf } from './money.rules.ts';
import type { Received, Refund } from './providers/port.ts';

const PaymentRow = z.object({
  id: z.int(),
  invoiceId: z.int(),
  value: z.string(),
  dueBefore: z.string().nullable(),
  dueAfter: z.string(),
  isReversed: z.boolean(),
});
type Payment = z.output<typeof PaymentRow>;
type Provider = 'efi' | 'asaas';

/** The period was taken back now, or the refunds do not cover the payment, or nothing is to be done. */
type Reversal = 'reversed' | 'partial' | 'none';

/**
 * Takes back what a refunded payment counted for: a ledger row, the due date, the invoice and the event in one transaction. It is
 * safe to repeat. `names` are those that the payment may have counted under; the caller holds the lock of the company's row.
 */
export async function reversePayment(
  scope: Scope,
  provider: Provider,
  names: string[],
  { endToEndId, refunds }: Received,
): Promise<Reversal> {
  const refunded = refunds.reduce((total, { value }) => total + (centsOf(value) ?? 0), 0);
  const payment = refunded === 0 ? undefined : await findPayment(scope, provider, names);
  if (!payment || payment.isReversed) return 'none';
  if (refunded < (centsOf(payment.value) ?? 0)) return 'partial';
  const { id, name, dueBefore, dueDate } = await shortenDueDate(scope, payment);
  await insertReversal(scope, provider, payment, { name: reversalName(endToEndId, refunds), dueBefore, dueDate });
  await reopenInvoice(scope, payment.invoiceId);
  scope.emit(paymentLive, { action: 'ESTORNADA', company: { id, name, dueDate } }, everybodyAndPayers);
  // A company that is overdue again is shut out at once.
  scope.wake('rights');
  return 'reversed';
}

const reversalName = (endToEndId: string, refunds: Refund[]) => `${endToEndId}/${refunds.map(({ id }) => id).join('+')}`.slice(0, 500);

async function findPayment({ tx }: Scope, provider: Provider, names: string[]): Promise<Payment | undefined> {
  const rows = await rowsOf(
    tx,
    PaymentRow,
    sql`
      select p.id, p.invoice_id as "invoiceId", p.value::text, p.due_before as "dueBefore", p.due_after as "dueAfter",
        exists (select from payments r where r.company_id = p.company_id and r.reverses_id = p.id) as "isReversed"
      from payments p
      where p.company_id = current_company()
        and p.provider = ${provider}
        and p.end_to_end_id = any(${sql.param(names)}::text[])
        and p.reverses_id is null`,
  );
  return rows[0];
}

type Reversed = { name: string; dueBefore: string | null; dueDate: string };

async function insertReversal({ tx, now }: Scope, provider: Provider, payment: Payment, { name, dueBefore, dueDate }: Reversed) {
  await rowsOf(
    tx,
    AnyRow,
    sql`
      insert into payments (invoice_id, provider, end_to_end_id, value, due_before, due_after, reverses_id, created_at)
      values (${payment.invoiceId}, ${provider}, ${name}, -${payment.value}::numeric, ${dueBefore}, ${dueDate}, ${payment.id},
        ${now.toISOString()})
      returning id`,
  );
}

/** Unless another payment of it still counts. */
async function reopenInvoice({ tx, now }: Scope, invoiceId: number): Promise<void> {
  await tx.execute(sql`
    update invoices i set status = 'open', updated_at = ${now.toISOString()}
    where i.company_id = current_company()
      and i.id = ${invoiceId}
      and not exists (
        select
        from payments p
        where p.company_id = i.company_id
          and p.invoice_id = i.id
          and p.reverses_id is null
          and not exists (select from payments r where r.company_id = p.company_id and r.reverses_id = p.id))`);
}
