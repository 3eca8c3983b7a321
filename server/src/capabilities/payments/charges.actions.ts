import { randomBytes } from 'node:crypto';
import type { Invoice } from '@prosa/contracts/payments';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { MadeCharge, PaymentProvider } from './providers/port.ts';

const ChargeRow = z.object({
  id: z.int(),
  invoiceId: z.int(),
  txid: z.string(),
  reference: z.string().nullable(),
  copyPaste: z.string().nullable(),
  value: z.string(),
  status: z.enum(['open', 'paid', 'closed']),
  isFaulty: z.boolean(),
});
export type Charge = z.output<typeof ChargeRow>;
type Provider = PaymentProvider['name'];

const columns = sql`ch.id, ch.invoice_id as "invoiceId", ch.txid, ch.reference, ch.copy_paste as "copyPaste", ch.value::text, ch.status,
  ch.faulty_at is not null as "isFaulty"`;

/**
 * The open charge of an invoice: the one that is there and still good, or a new one. It is stored before the provider is asked, so that
 * no payment can come for a charge that nobody knows; and there is one at a time, however many ask at once.
 */
export async function openCharge({ tx, now }: Scope, provider: Provider, invoice: Invoice): Promise<Charge> {
  const at = now.toISOString();
  await tx.execute(sql`
    update charges set status = 'closed'
    where company_id = current_company() and invoice_id = ${invoice.id} and provider = ${provider} and status = 'open'
      and expires_at < ${at}::timestamptz + interval '1 minute'`);
  await tx.execute(sql`
    insert into charges (invoice_id, provider, txid, value, checked_at, created_at)
    values (${invoice.id}, ${provider}, ${randomBytes(16).toString('hex')}, ${invoice.value}, ${at}, ${at})
    on conflict (company_id, invoice_id, provider) where status = 'open' do nothing`);
  const rows = await rowsOf(
    tx,
    ChargeRow,
    sql`
    select ${columns}
    from charges ch
    where ch.company_id = current_company() and ch.invoice_id = ${invoice.id} and ch.provider = ${provider} and ch.status = 'open'`,
  );
  return rows[0] ?? refuse('ERR_CONFLICT');
}

/** What the provider answered. */
export async function storeCharge({ tx }: Scope, chargeId: number, { reference, copyPaste, expiresAt }: MadeCharge): Promise<void> {
  await tx.execute(sql`
    update charges set reference = ${reference}, copy_paste = ${copyPaste}, expires_at = ${expiresAt?.toISOString() ?? null}
    where company_id = current_company() and id = ${chargeId}`);
}

export async function findCharge({ tx }: Scope, chargeId: number): Promise<Charge | undefined> {
  const rows = await rowsOf(
    tx,
    ChargeRow,
    sql`select ${columns} from charges ch where ch.company_id = current_company() and ch.id = ${chargeId}`,
  );
  return rows[0];
}

export async function noteCheck({ tx, now }: Scope, chargeId: number, { isFaulty = false } = {}): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    update charges set checked_at = ${at}, faulty_at = coalesce(faulty_at, ${isFaulty ? at : null})
    where company_id = current_company() and id = ${chargeId}`);
}

const OwnedRow = z.object({ companyId: z.int(), chargeId: z.int() });
export type OwnedCharge = z.output<typeof OwnedRow>;

/** Whose charge it is that a provider tells of, by our name or by its own. Of a company that is being deleted it is nobody's. */
export async function findOwner(platform: Platform, provider: Provider, name: string): Promise<OwnedCharge | undefined> {
  const rows = await acrossCompanies(platform, (_tx, query) =>
    rowsFrom(
      query,
      OwnedRow,
      `
        select ch.company_id as "companyId", ch.id as "chargeId"
        from (
          select company_id, id from charges where provider = $1 and txid = $2
          union
          select company_id, id from charges where provider = $1 and reference = $2) ch
        join companies c on c.id = ch.company_id and c.deleted_at is null
        limit 1`,
      [provider, name],
    ),
  );
  return rows[0];
}

/** How long a charge is asked about: it can be paid for a day, and providers are late at times. */
const askedFor = '48 hours';
const atOnce = 200;

/** Unpaid charges that nobody has asked about for a while, those that wait longest first. */
export async function findUnchecked(platform: Platform, provider: Provider, seconds: number): Promise<OwnedCharge[]> {
  const now = platform.clock().toISOString();
  return acrossCompanies(platform, (_tx, query) =>
    rowsFrom(
      query,
      OwnedRow,
      `
        select ch.company_id as "companyId", ch.id as "chargeId"
        from charges ch
        join companies c on c.id = ch.company_id and c.deleted_at is null
        where ch.provider = $1 and ch.status <> 'paid'
          and ch.checked_at <= $2::timestamptz - make_interval(secs => $3)
          and ch.created_at > $2::timestamptz - interval '${askedFor}'
        order by ch.checked_at
        limit ${atOnce}`,
      [provider, now, seconds],
    ),
  );
}
