import { z } from 'zod';
import { Plan } from './companies.ts';
import { endpoint, Instant, id, idText, PageQuery } from './kit.ts';

export const Invoice = z.object({
  id: z.int(),
  /** What is paid for: the plan's name when the invoice was made. */
  detail: z.string(),
  /** Decimal text: money never passes through a float. */
  value: z.string(),
  dueDate: z.string(),
  status: z.enum(['open', 'paid']),
  createdAt: Instant,
});
export type Invoice = z.output<typeof Invoice>;

export const BillingAddress = z.object({
  billingName: z.string(),
  zipcode: z.string(),
  street: z.string(),
  state: z.string(),
  city: z.string(),
  district: z.string(),
});

/** What the checkout shows and is filled with: who pays without a session can ask for nothing else. */
export const Checkout = z.object({
  email: z.string(),
  dueDate: z.string().nullable(),
  trialExpiration: z.string().nullable(),
  plan: Plan.omit({ id: true, storage: true, prices: true }),
  billing: BillingAddress,
});
export type Checkout = z.output<typeof Checkout>;

const billingText = (most: number) => z.string().trim().max(most, 'tooLong').optional();

/**
 * Who is billed. The specification's clients also send a card, a plan and a price: they are no fields of ours and are dropped before
 * anything else is done with the call. What is paid is what the invoice says.
 */
export const SubscriptionInput = z.object({
  firstName: billingText(100),
  lastName: billingText(100),
  address: billingText(200),
  address2: billingText(200),
  city: billingText(100),
  state: billingText(50),
  zipcode: z.preprocess<unknown, ReturnType<typeof billingText>, string | undefined>(
    (given: unknown) => (typeof given === 'number' ? String(given) : given),
    billingText(20),
  ),
  country: billingText(100),
  /** Without it, the oldest invoice that is open. */
  invoiceId: id('invoice').optional(),
});

/** The text that is paid by Pix, and how much it is. */
export const PixCharge = z.object({ qrcode: z.object({ qrcode: z.string() }), valor: z.object({ original: z.string() }) });
export type PixCharge = z.output<typeof PixCharge>;

export const paymentsApi = {
  invoices: endpoint('GET', '/invoices/all', {
    query: PageQuery,
    reply: z.object({ invoices: z.array(Invoice), count: z.int(), hasMore: z.boolean(), checkout: Checkout }),
  }),
  subscribe: endpoint('POST', '/subscription', { body: SubscriptionInput, reply: PixCharge }),
  confirm: endpoint('POST', '/invoices/:id/confirm', { params: z.object({ id: idText('invoice') }), reply: Invoice }),
};

const Heard = z.object({ ok: z.boolean() });
/** Only hints at what to ask the provider about: nothing of what it says is believed. */
const EfiNotice = z.object({
  pix: z
    .array(z.looseObject({ txid: z.string().max(200).optional() }))
    .max(1000)
    .optional()
    .catch(undefined),
});
const EfiQuery = z.object({ hmac: z.unknown().optional() });
const AsaasNotice = z.object({
  event: z.string().max(200).optional().catch(undefined),
  payment: z
    .looseObject({ id: z.string().max(200).optional() })
    .optional()
    .catch(undefined),
});

export const paymentHooksApi = {
  efi: endpoint('POST', '/hooks/efi', { query: EfiQuery, body: EfiNotice, reply: Heard }),
  /** The provider adds `/pix` to the address it was given. */
  efiPix: endpoint('POST', '/hooks/efi/pix', { query: EfiQuery, body: EfiNotice, reply: Heard }),
  asaas: endpoint('POST', '/hooks/asaas', { body: AsaasNotice, reply: Heard }),
};
