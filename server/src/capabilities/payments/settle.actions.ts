import { paymentLive } from '@prosa/contracts/payment-live';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
import { attempt, type Scope } from '../../platform/database/scope.ts';
import { everybodyAndPayers } from '../../platform/live/rooms.ts';
import { extendDueDate } from '../companies/subscription.actions.ts';

type TruePayment = {
  invoiceId: number;
  provider: 'manual' | 'efi' | 'asaas';
  endToEndId: string;
  value: string | number;
  confirmedBy?: number;
};

const KnownRow = z.object({ invoiceId: z.int() });

/** It counted now, it had counted before, or it has counted for something else and counts for nothing here. */
type Settled = 'counted' | 'again' | 'elsewhere';

/**
 * A payment that is known to be true counts: the ledger row, the due date, the invoice and the event in one transaction. Counted
 * before, it counts no more. The company's row is locked first, so that payments of one company take turns; the ledger's key decides.
 */
export async function settlePayment(scope: Scope, payment: TruePayment): Promise<Settled> {
  const { tx, now } = scope;
  const { invoiceId, provider, endToEndId, value, confirmedBy = null } = payment;
  await tx.execute(sql`select from companies where id = current_company() for no key update`);
  const [known] = await rowsOf(
    tx,
    KnownRow,
    sql`
      select invoice_id as "invoiceId"
      from payments
      where company_id = current_company() and provider = ${provider} and end_to_end_id = ${endToEndId}`,
  );
  if (known) return known.invoiceId === invoiceId ? 'again' : 'elsewhere';
  return attempt(scope, async (): Promise<Settled> => {
    const { id, name, dueBefore, dueDate } = await extendDueDate(scope);
    const counted = await rowsOf(
      tx,
      AnyRow,
      sql`
      insert into payments (invoice_id, provider, end_to_end_id, value, due_before, due_after, confirmed_by, created_at)
      values (${invoiceId}, ${provider}, ${endToEndId}, ${value}, ${dueBefore}, ${dueDate}, ${confirmedBy}, ${now.toISOString()})
      on conflict (provider, end_to_end_id) do nothing
      returning id`,
    );
    // It is another company's, whose row is not seen from here: what was moved above is undone.
    if (counted.length === 0) throw new CountedElsewhere();
    await tx.execute(sql`
      update invoices set status = 'paid', updated_at = ${now.toISOString()}
      where company_id = current_company() and id = ${invoiceId}`);
    crashPoint('payment.recorded');
    scope.emit(paymentLive, { action: 'CONCLUIDA', company: { id, name, dueDate } }, everybodyAndPayers);
    // Who was shut out is let in again at once.
    scope.wake('rights');
    return 'counted';
  }).catch((error: unknown): Settled => {
    if (error instanceof CountedElsewhere) return 'elsewhere';
    throw error;
  });
}

class CountedElsewhere extends Error {}

export async function markChargePaid({ tx, now }: Scope, chargeId: number): Promise<void> {
  await tx.execute(sql`
    update charges set status = 'paid', checked_at = ${now.toISOString()}
    where company_id = current_company() and id = ${chargeId}`);
}
