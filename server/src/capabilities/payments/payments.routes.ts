import { type Invoice, paymentsApi, type SubscriptionInput } from '@prosa/contracts/payments';
import type { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { onCompany, type SuperUser } from '../../platform/database/on-company.ts';
import { CompanyRow, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { mountBilling, mountBillingInSteps } from '../../platform/http/callers.ts';
import { type Http, mountSuper } from '../../platform/http/http.ts';
import { changeBilling } from '../companies/subscription.actions.ts';
import { staticPixCode } from './br-code.rules.ts';
import { type Charge, openCharge, storeCharge } from './charges.actions.ts';
import { hookRoutes } from './hooks.routes.ts';
import { ensureInvoice } from './invoices.actions.ts';
import { findCheckout, findInvoice, findOldestOpenInvoice, listInvoices } from './invoices.queries.ts';
import type { Payments } from './open-payments.ts';
import type { MadeCharge } from './providers/port.ts';
import { settlePayment } from './settle.actions.ts';

export function paymentsRoutes(http: Http, payments: Payments): void {
  mountBilling(http, paymentsApi.invoices, 'invoices:pay', async (scope, { query }) => {
    await ensureInvoice(scope);
    return { ...(await listInvoices(scope, query)), checkout: await findCheckout(scope) };
  });
  mountBillingInSteps(http, paymentsApi.subscribe, 'invoices:pay', {
    read: (scope, { body }) => findPayable(scope, payments, body.invoiceId),
    talk: (found) => ask(http.platform, payments, found),
    write: async (scope, { body }, heard) => {
      if ('refused' in heard) return refuse(heard.refused);
      if (heard.made) await storeCharge(scope, heard.made.chargeId, heard.made.charge);
      await changeBilling(scope, billingOf(body));
      return { qrcode: { qrcode: heard.code }, valor: { original: heard.value } };
    },
  });
  mountSuper(http, paymentsApi.confirm, (platform, { params }, who) => confirmInvoice(platform, who, params.id));
  hookRoutes(http, payments);
}

type Payable = { invoice: Invoice; payer: { companyId: number; name: string; email: string }; charge: Charge | undefined };

/** The invoice, by its number or the oldest that is open, and what collects it where a provider does. */
async function findPayable(scope: Scope, { provider }: Payments, invoiceId: number | undefined): Promise<Payable> {
  if (invoiceId === undefined) await ensureInvoice(scope);
  const invoice = invoiceId === undefined ? await findOldestOpenInvoice(scope) : await findInvoice(scope, invoiceId);
  if (invoice.status === 'paid') refuse('ERR_INVOICE_PAID');
  const { name, email } = await findCheckout(scope);
  const charge = provider && (await openCharge(scope, provider.name, invoice));
  return { invoice, payer: { companyId: scope.companyId, name, email }, charge };
}

type Asked =
  | { refused: 'ERR_PAYMENT_NOT_CONFIGURED' | 'ERR_PAYMENT_UNAVAILABLE' }
  | { code: string; value: string; made?: { chargeId: number; charge: MadeCharge } };

async function ask(platform: Platform, { provider, receiver }: Payments, { invoice, payer, charge }: Payable): Promise<Asked> {
  const { value } = invoice;
  if (!provider || !charge) {
    const to = await receiver();
    if (!to) return { refused: 'ERR_PAYMENT_NOT_CONFIGURED' };
    return { code: staticPixCode({ ...to, value, txid: `FATURA${invoice.id}` }), value };
  }
  if (charge.copyPaste !== null) return { code: charge.copyPaste, value: charge.value };
  try {
    const made = await provider.charge({ txid: charge.txid, invoiceId: invoice.id, value, detail: invoice.detail, payer });
    crashPoint('payment.asked');
    return { code: made.copyPaste, value, made: { chargeId: charge.id, charge: made } };
  } catch (error) {
    platform.log.warn({ err: error, invoice: invoice.id }, 'the payment provider did not make a charge');
    return { refused: 'ERR_PAYMENT_UNAVAILABLE' };
  }
}

/** Whom the next bill is made out to, by the names that the company knows it by. */
function billingOf({ firstName = '', lastName = '', address = '', address2 = '', ...rest }: z.output<typeof SubscriptionInput>) {
  const { city = '', state = '', zipcode = '' } = rest;
  return { billingName: `${firstName} ${lastName}`.trim().slice(0, 200), street: address || address2, city, state, zipcode };
}

/** A person of the platform has seen the money: that is the payment. Again it changes nothing. */
async function confirmInvoice(platform: Platform, who: SuperUser, invoiceId: number): Promise<Invoice> {
  const companyId = await acrossCompanies(platform, async (tx) => {
    const rows = await rowsOf(
      tx,
      CompanyRow,
      sql`
        select i.company_id
        from invoices i
        join companies c on c.id = i.company_id and c.deleted_at is null
        where i.id = ${invoiceId}`,
    );
    return rows[0]?.company_id ?? refuse('ERR_NO_INVOICE_FOUND');
  });
  return onCompany(platform, who, companyId, { action: 'invoices.confirm', object: `invoice ${invoiceId}` }, async (scope) => {
    await scope.tx.execute(sql`select from companies where id = current_company() for no key update`);
    const { status, value } = await findInvoice(scope, invoiceId);
    if (status === 'open')
      await settlePayment(scope, { invoiceId, provider: 'manual', endToEndId: `invoice:${invoiceId}`, value, confirmedBy: who.userId });
    return findInvoice(scope, invoiceId);
  });
}
