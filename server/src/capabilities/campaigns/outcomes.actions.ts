import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { addTry } from './campaigns.rules.ts';
import type { Running } from './dispatch.queries.ts';
import { noteConsent } from './suppressions.actions.ts';

const OutcomeRow = z.object({ ack: z.int().nullable(), failure: z.string().nullable(), isStranded: z.boolean() });
const NoteRow = z.object({ id: z.int(), what: z.enum(['failed', 'yes', 'no']), hash: z.string(), reason: z.string().nullable() });

/**
 * What has become of the message on its way. False: it still is. One that was deleted meanwhile, with its contact, did not arrive, and
 * neither does one whose connection was removed before it left.
 */
export async function takeOutcome(scope: Scope, campaign: Running): Promise<boolean> {
  const { id, inFlight, isQuestion } = campaign;
  if (inFlight === null) return true;
  const [row] = await rowsOf(
    scope.tx,
    OutcomeRow,
    sql`
    select m.ack, m.failure,
      exists (
        select from connections k
        where k.company_id = m.company_id and k.id = m.connection_id and k.removed_at is not null) as "isStranded"
    from campaign_shippings s
    left join messages m on m.company_id = s.company_id
      and m.id = ${isQuestion ? sql`s.question_id` : sql`s.message_id`}
    where s.company_id = current_company() and s.id = ${inFlight}`,
  );
  if (row?.ack === 0 && !row.isStranded) return false;
  const isFailure = (row?.ack ?? -1) <= 0;
  if (isFailure) await storeFailure(scope, inFlight, row?.failure ?? (row?.isStranded ? 'ERR_NO_WAPP_FOUND' : 'ERR_SENDING_WAPP_MSG'));
  else await (isQuestion ? storeQuestion(scope, inFlight) : storeSent(scope, inFlight));
  const tries = addTry({ tried: campaign.tried, failed: campaign.triedFailed }, isFailure);
  await scope.tx.execute(sql`
    update campaigns
    set in_flight = null, tried = ${tries.tried}, tried_failed = ${tries.failed}
    where company_id = current_company() and id = ${id}`);
  return true;
}

async function storeSent({ tx }: Scope, shippingId: number): Promise<void> {
  await tx.execute(sql`
    update campaign_shippings
    set state = 'sent', delivered_at = clock_timestamp()
    where company_id = current_company() and id = ${shippingId}`);
}

/** Neither of them failed: the network was never asked. */
const skippingReasons = new Set(['ERR_CAMPAIGN_OPTED_OUT', 'ERR_WINDOW_CLOSED']);

async function storeFailure({ tx }: Scope, shippingId: number, reason: string): Promise<void> {
  await tx.execute(sql`
    update campaign_shippings
    set state = ${skippingReasons.has(reason) ? 'skipped' : 'failed'}, reason = ${reason}
    where company_id = current_company() and id = ${shippingId}`);
}

/** From now on an answer is waited for, as long as the company says. */
async function storeQuestion({ tx }: Scope, shippingId: number): Promise<void> {
  await tx.execute(sql`
    update campaign_shippings
    set state = 'awaiting', requested_at = clock_timestamp(),
      answer_by = clock_timestamp() + make_interval(hours => coalesce((
        select value::int
        from settings
        where company_id = current_company() and key = 'campaignConfirmationHours'), 24))
    where company_id = current_company() and id = ${shippingId}`);
}

/** What was heard of its people in conversations: answers, and that a message did not arrive after all. */
export async function takeNotes(scope: Scope, campaignId: number): Promise<void> {
  const notes = await rowsOf(
    scope.tx,
    NoteRow,
    sql`
    delete from campaign_notes n
    using campaign_shippings s
    where n.company_id = current_company()
      and n.campaign_id = ${campaignId}
      and s.company_id = n.company_id
      and s.id = n.shipping_id
    returning s.id, n.what, s.number_hash as hash, n.reason`,
  );
  for (const note of notes) await takeNote(scope, note);
}

async function takeNote(scope: Scope, { id, what, hash, reason }: z.output<typeof NoteRow>): Promise<void> {
  if (what === 'failed')
    await scope.tx.execute(sql`
      update campaign_shippings
      set state = 'failed', reason = ${reason ?? 'ERR_SENDING_WAPP_MSG'}, delivered_at = null
      where company_id = current_company() and id = ${id} and state in ('sent', 'awaiting')`);
  else if (what === 'no')
    await scope.tx.execute(sql`
      update campaign_shippings
      set state = 'skipped', reason = ${reason ?? 'ERR_CAMPAIGN_REFUSED'}
      where company_id = current_company() and id = ${id} and state = 'awaiting'`);
  else {
    const rows = await rowsOf(
      scope.tx,
      z.object({ id: z.int() }),
      sql`
      update campaign_shippings
      set state = 'waiting', confirmed_at = clock_timestamp(), consent_source = 'confirmation', consent_at = clock_timestamp()
      where company_id = current_company() and id = ${id} and state = 'awaiting'
      returning id`,
    );
    if (rows.length > 0) await noteConsent(scope, { hash, given: true, source: 'confirmation', messageId: null });
  }
}

/** Who has not answered in time is left alone, so that a campaign ends. */
export async function skipUnanswered({ tx }: Scope, campaignId: number): Promise<void> {
  await tx.execute(sql`
    update campaign_shippings
    set state = 'skipped', reason = 'ERR_CAMPAIGN_NO_ANSWER'
    where company_id = current_company()
      and campaign_id = ${campaignId}
      and state = 'awaiting'
      and answer_by <= clock_timestamp()`);
}
