import { randomUUID } from 'node:crypto';
import { type BillReason, billReasons } from '@prosa/contracts/reasons';
import type { IntegrationKey } from '@prosa/contracts/settings';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/forgetting.ts';
import { CompanyRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { insertUnheldMedia } from '../../platform/http/stored-files.ts';
import { findIntegrations } from '../settings/integrations.queries.ts';
import type { BillLookup, BillOutcome, FoundBill } from './bill-dialogue.rules.ts';
import type { BillFiles } from './bill-files.ts';
import { BillRequest, requestContext } from './bill-lookups.queue.ts';
import type { LookedUp } from './look-up.ts';

const ClaimedRow = z.object({
  id: z.int(),
  ticketId: z.int(),
  contactId: z.int(),
  request: z.string(),
  attempts: z.int(),
  isInquiry: z.boolean(),
  inquiriesBefore: z.int(),
});
export type ClaimedLookup = z.output<typeof ClaimedRow> & { companyId: number; lease: string };

/** Tells the bot of the ticket what came of it, and answers whether it has said something: composed where both are known. */
export type TellBot = (scope: Scope, ticketId: number, event: { kind: 'found'; outcome: BillOutcome; at: Date }) => Promise<boolean>;

const inquiriesAnHour = 5;
/** One that ends in the death of its process each time is answered without asking; one that can not even be answered is ended. */
const maxAttempts = 3;
const lastAttempt = 10;

/** Companies with something to look for that nobody is looking for. */
export function findWaitingCompanies(platform: Platform): Promise<number[]> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      CompanyRow,
      `select distinct company_id from bill_lookups where state = 'open' and leased_until < clock_timestamp()`,
    );
    return rows.map(({ company_id }) => company_id);
  });
}

/** Takes the oldest one. Whatever becomes of this process, it is open again when the lease has run out. */
export function claimLookup(platform: Platform, companyId: number, leaseSeconds: number): Promise<ClaimedLookup | undefined> {
  const lease = randomUUID();
  return inScope(platform, { companyId }, async ({ tx, now }) => {
    const hourAgo = new Date(now.getTime() - 3_600_000).toISOString();
    const rows = await rowsOf(
      tx,
      ClaimedRow,
      sql`
      with due as materialized (
        select id
        from bill_lookups
        where company_id = current_company() and state = 'open' and leased_until < clock_timestamp()
        order by id
        limit 1
        for update skip locked)
      update bill_lookups l
      set attempts = l.attempts + 1, lease = ${lease},
        leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from due, tickets t
      where l.company_id = current_company()
        and l.id = due.id
        and t.company_id = l.company_id
        and t.id = l.ticket_id
      returning l.id, l.ticket_id as "ticketId", t.contact_id as "contactId", l.request_sealed as request, l.attempts,
        l.is_inquiry as "isInquiry",
        (
          select count(*)::int
          from bill_lookups b
          join tickets bt on bt.company_id = b.company_id and bt.id = b.ticket_id
          where b.company_id = current_company()
            and bt.contact_id = t.contact_id
            and b.is_inquiry
            and b.id < l.id
            and b.created_at > ${hourAgo}) as "inquiriesBefore"`,
    );
    return rows[0] && { ...rows[0], companyId, lease };
  });
}

/** As long as it is being looked for, nobody else begins. */
export async function renewLease(platform: Platform, { companyId, id, lease }: ClaimedLookup, leaseSeconds: number): Promise<void> {
  await inScope(platform, { companyId }, ({ tx }) =>
    tx.execute(sql`
      update bill_lookups
      set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where company_id = current_company() and id = ${id} and state = 'open' and lease = ${lease}`),
  );
}

/** As if it had not been begun: another process may begin at once, and what this one still finds is not heard. */
export async function releaseLookup(platform: Platform, { companyId, id, lease }: ClaimedLookup): Promise<void> {
  await inScope(platform, { companyId }, ({ tx }) =>
    tx.execute(sql`
      update bill_lookups
      set leased_until = '-infinity', lease = null, attempts = attempts - 1
      where company_id = current_company() and id = ${id} and state = 'open' and lease = ${lease}`),
  );
}

export type Question = { lookup: BillLookup; keys: Record<IntegrationKey, string> };

/** What is to be asked, or why nobody is asked. */
export async function readQuestion(platform: Platform, claimed: ClaimedLookup): Promise<Question | { kind: 'tooMany' } | Failed> {
  if (claimed.isInquiry && claimed.inquiriesBefore >= inquiriesAnHour) return { kind: 'tooMany' };
  const lookup = claimed.attempts > maxAttempts ? undefined : openRequest(platform, claimed);
  if (!lookup) return { kind: 'failed', why: billReasons.broken };
  return { lookup, keys: await inScope(platform, claimed, findIntegrations) };
}

type Failed = { kind: 'failed'; why: BillReason };

/** Nothing where it was sealed under a master key that is lost. */
function openRequest({ secrets }: Platform, { companyId, request }: ClaimedLookup): BillLookup | undefined {
  try {
    return BillRequest.parse(JSON.parse(secrets.open(request, requestContext(companyId))));
  } catch {
    return undefined;
  }
}

type Answer = { found: LookedUp | { kind: 'tooMany' }; files: BillFiles; number: string };

/**
 * Ends the look-up and tells the bot, in one transaction: the customer hears of it once, whoever looked for it and however often.
 * False where somebody else has it by now, or nobody waits for it any more.
 */
export function answerLookup(
  platform: Platform,
  claimed: ClaimedLookup,
  { found, files, number }: Answer,
  tell: TellBot,
): Promise<boolean> {
  return inScope(platform, claimed, async (scope) => {
    // As whoever stores what the customer writes: the ticket first.
    await scope.tx.execute(sql`select from tickets where company_id = current_company() and id = ${claimed.ticketId} for update`);
    const { rowCount } = await scope.tx.execute(sql`
      update bill_lookups
      set state = 'done', request_sealed = null, lease = null, is_inquiry = is_inquiry and ${found.kind !== 'tooMany'}
      where company_id = current_company() and id = ${claimed.id} and state = 'open' and lease = ${claimed.lease}`);
    if (rowCount === 0) return false;
    if (claimed.attempts > lastAttempt) return true;
    const isTold = await tell(scope, claimed.ticketId, { kind: 'found', outcome: await outcomeOf(scope, found, files), at: scope.now });
    if (isTold && found.kind === 'bills') await noteDisclosures(scope, claimed, found, number);
    crashPoint('bill.answered');
    return true;
  });
}

async function outcomeOf(scope: Scope, found: Answer['found'], { qr, pdf }: BillFiles): Promise<BillOutcome> {
  if (found.kind !== 'bills') return found;
  const qrMediaId = qr ? (await insertUnheldMedia(scope, qr)).id : null;
  const pdfMediaId = pdf ? (await insertUnheldMedia(scope, pdf)).id : null;
  const bills = found.bills.map(
    ({ id, amountCents, dueDate, codes }): FoundBill => ({
      id: `${found.provider}:${id}`,
      amountCents,
      dueDate,
      line: codes?.line ?? null,
      pixCode: codes?.pixCode ?? null,
      // Only the one bill that is to be sent has codes, and the files are its.
      qrMediaId: codes ? qrMediaId : null,
      pdfMediaId: codes ? pdfMediaId : null,
    }),
  );
  return { kind: 'bills', maskedName: found.maskedName, bills };
}

type Found = Extract<LookedUp, { kind: 'bills' }>;

async function noteDisclosures(scope: Scope, { ticketId, contactId }: ClaimedLookup, { provider, bills }: Found, number: string) {
  const told = bills.map(({ id, codes }) => ({ billId: id, what: codes ? 'sent' : 'listed' }));
  await scope.tx.execute(sql`
    insert into bill_disclosures (ticket_id, contact_id, number, provider, bill_id, what, at)
    select ${ticketId}, ${contactId}, ${number}, ${provider}, g."billId", g.what, ${scope.now.toISOString()}
    from json_to_recordset(${JSON.stringify(told)}) as g("billId" text, what text)`);
}

/** Counted for an hour; the audit is elsewhere. */
export const forgetLookups = forgetting('delete from bill_lookups', 'created_at', `created_at < now() - interval '1 day'`);
