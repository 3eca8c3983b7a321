import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { type ChargeRequest, type MadeCharge, type PaymentProvider, ProviderError, type Received, type Refund } from './port.ts';

type AsaasSettings = { url: string; key: string };

const Named = z.object({ id: z.string(), deleted: z.boolean().optional() });
const Found = z.object({ data: z.array(Named) });
const Refunded = z.object({ status: z.string(), value: z.number(), dateCreated: z.string().nullish() });
const Payment = z.object({ id: z.string(), status: z.string(), value: z.number(), refunds: z.array(Refunded).nullish() });
type Payment = z.output<typeof Payment>;
const PixQr = z.object({ payload: z.string(), expirationDate: z.string().nullish() });
const received = ['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH'];
/** The whole of it went back, or is withheld until a dispute is decided. */
const takenBack = ['REFUNDED', 'CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL'];
const day = 86_400_000;

/** Asaas: a customer for the company, a charge for the invoice, and its Pix code. */
export function asaasProvider({ url, key }: AsaasSettings, outbound: Outbound, clock: Clock): PaymentProvider {
  async function ask(method: 'GET' | 'POST', path: string, sent?: unknown): Promise<{ status: number; body: unknown }> {
    const { status, body } = await outbound({
      url: url + path,
      method,
      chosenBy: 'operator',
      purpose: 'payment',
      headers: { access_token: key, accept: 'application/json', ...(sent !== undefined && { 'content-type': 'application/json' }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
      maxBytes: 1024 * 1024,
    });
    return { status, body: readJson(body) };
  }
  async function expectOk<S extends z.ZodType>(step: string, schema: S, answer: Promise<{ status: number; body: unknown }>) {
    const { status, body } = await answer;
    if (status !== 200 && status !== 201) throw new ProviderError(step, status);
    return schema.parse(body);
  }

  /** Both are looked for before they are made: the answer to an earlier question may have got lost. */
  async function findOrMake(what: 'customers' | 'payments', externalReference: string, fields: Record<string, unknown>): Promise<string> {
    const search = new URLSearchParams({ externalReference }).toString();
    const { data } = await expectOk(`looking for ${what}`, Found, ask('GET', `/${what}?${search}`));
    const known = data.find(({ deleted }) => deleted !== true);
    return (known ?? (await expectOk(`making ${what}`, Named, ask('POST', `/${what}`, { ...fields, externalReference })))).id;
  }

  return {
    name: 'asaas',
    async charge({ txid, value, detail, payer }: ChargeRequest): Promise<MadeCharge> {
      const customer = await findOrMake('customers', `prosa-${payer.companyId}`, { name: payer.name, email: payer.email });
      const now = clock().getTime();
      const id = await findOrMake('payments', txid, {
        customer,
        billingType: 'PIX',
        value: Number(value),
        dueDate: new Date(now + day).toISOString().slice(0, 10),
        description: detail.slice(0, 500),
      });
      const { payload } = await expectOk('reading a code', PixQr, ask('GET', `/payments/${encodeURIComponent(id)}/pixQrCode`));
      return { reference: id, copyPaste: payload, expiresAt: new Date(now + day) };
    },
    async look({ reference }): Promise<Received[] | undefined> {
      if (reference === null) return [];
      const { status, body } = await ask('GET', `/payments/${encodeURIComponent(reference)}`);
      if (status === 404) return undefined;
      if (status !== 200) throw new ProviderError('reading a charge', status);
      const payment = Payment.parse(body);
      // A charge is paid once, so its name is the payment's.
      const { id: endToEndId, status: state, value } = payment;
      return [...received, ...takenBack].includes(state) ? [{ endToEndId, value, refunds: refundsOf(payment) }] : [];
    },
  };
}

function refundsOf({ status, value, refunds }: Payment): Refund[] {
  if (takenBack.includes(status)) return [{ id: status, value }];
  const done = (refunds ?? []).filter((refund) => refund.status === 'DONE');
  return done.map((refund, place) => ({ id: `${refund.dateCreated ?? ''}#${place}`, value: refund.value }));
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
