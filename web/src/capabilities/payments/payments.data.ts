import { paymentLive } from '@prosa/contracts/payment-live';
import { type Checkout, type Invoice, paymentsApi } from '@prosa/contracts/payments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import { daysUntil } from '../../platform/language/format.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

/** The billing token of who pays without a session; nothing for people with one. */
export const PayerToken = createContext<string | undefined>(undefined);

const key = ['invoices'];

export const invoices: Records<Invoice> = {
  key,
  fetchPage: async (query) => {
    const { invoices: items, count, hasMore } = await call(paymentsApi.invoices, { query });
    return { items, count, hasMore };
  },
  compare: (a, b) => (a.dueDate === b.dueDate ? b.id - a.id : a.dueDate < b.dueDate ? 1 : -1),
  isFound: ({ id, detail }, search) => String(id) === search || detail.toLowerCase().includes(search),
  // A payment says that something was paid or given back, not which of them: they are loaded anew.
  useNews: () => {
    const queryClient = useQueryClient();
    useLive(paymentLive, () => void queryClient.invalidateQueries({ queryKey: key }));
  },
};

/** "Paid is shown as Pago. Due date before today and not paid is shown as Vencido. Otherwise it is shown as Em Aberto." */
export const statusOf = ({ status, dueDate }: Invoice): 'paid' | 'overdue' | 'open' =>
  status === 'paid' ? 'paid' : daysUntil(dueDate) < 0 ? 'overdue' : 'open';

const checkoutKey = [...key, 'checkout'];

/** What the checkout shows. While a payment is waited for it is looked up now and then, in case the live channel is down. */
export function useCheckout({ isWaiting = false } = {}) {
  const bearer = useContext(PayerToken);
  return useQuery({
    queryKey: checkoutKey,
    queryFn: () => call(paymentsApi.invoices, { query: {} }, { bearer }),
    refetchInterval: isWaiting ? 15_000 : false,
  });
}

/** What has been owed for longest, of the invoices that were loaded. */
export const oldestOpen = (all: readonly Invoice[]): Invoice | undefined =>
  all.filter(({ status }) => status === 'open').toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))[0];

const needed = (message: string) => z.string().trim().min(1, message).max(200, 'tooLong');
/** "Checkout step 2 (index 1) requires": the five of the specification, by the keys of their texts. */
export const CheckoutForm = z.object({
  firstName: needed('nameMissing').max(100, 'tooLong'),
  address2: needed('addressMissing'),
  city: needed('cityMissing').max(100, 'tooLong'),
  state: z.string().trim().max(50, 'tooLong'),
  zipcode: needed('zipcodeMissing').max(20, 'tooLong'),
  country: needed('countryMissing').max(100, 'tooLong'),
  useAddressForPaymentDetails: z.boolean(),
});
export type CheckoutValues = z.input<typeof CheckoutForm>;

export const valuesOf = ({ billing }: Checkout, country: string): CheckoutValues => ({
  firstName: billing.billingName.slice(0, 100),
  address2: billing.street,
  city: billing.city,
  state: billing.state,
  zipcode: billing.zipcode,
  country,
  useAddressForPaymentDetails: true,
});

/** 13000-000 */
export function maskZipcode(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}

/** The specification's payload without its card fields: Pix needs no card. What it says of the plan the server does not read. */
export function useSubscribe({ plan }: Pick<Checkout, 'plan'>, invoiceId: number) {
  const bearer = useContext(PayerToken);
  return useMutation({
    mutationFn: (values: CheckoutValues) => {
      const { value: price, users, connections } = plan;
      const body = { ...values, lastName: '', plan: JSON.stringify({ price, users, connections }), price, users, connections, invoiceId };
      return call(paymentsApi.subscribe, { body }, { bearer });
    },
    // Said by the checkout itself, for the time of its own area.
    meta: { quiet: true },
  });
}

/** How often an overdue company's people look whether it was paid, should the live channel be down. */
export const lookMilliseconds = 30_000;
