import { confirmationVariants, fillCampaignText, messageVariants } from '@prosa/contracts/campaign-text';
import { reasonText } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { attempt, type Scope } from '../../platform/database/scope.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { findOrCreateContacts } from '../contacts/contact-arrival.actions.ts';
import { sendToContact } from '../messages/contact-messages.actions.ts';
import type { Plan } from './campaign-settings.actions.ts';
import { inTurn, pauseSeconds } from './campaigns.rules.ts';
import type { Running } from './dispatch.queries.ts';

const NextRow = z.object({
  id: z.int(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  isConfirmed: z.boolean(),
  isSuppressed: z.boolean(),
  isInvalid: z.boolean(),
});
type Next = z.output<typeof NextRow>;

/** People who are skipped in one step, so that no transaction grows long. */
const mostSkipped = 200;

/**
 * The next person's message becomes a row of the outbox, and is noted with them, in the transaction of the caller, who has locked the
 * campaign. Whether they want it, and can be reached, is looked up now.
 */
export async function sendNext(scope: Scope, campaign: Running, plan: Plan, begun: { recipient?: number }): Promise<void> {
  for (let skipped = 0; skipped < mostSkipped; skipped += 1) {
    const next = await findNext(scope, campaign.id);
    if (!next) return;
    begun.recipient = next.id;
    const reason = next.isSuppressed ? 'ERR_CAMPAIGN_OPTED_OUT' : next.isInvalid ? 'ERR_WAPP_INVALID_CONTACT' : undefined;
    if (reason === undefined) {
      crashPoint('campaign.claimed');
      await send(scope, campaign, plan, next);
      crashPoint('campaign.stored');
      return;
    }
    await scope.tx.execute(sql`
      update campaign_shippings
      set state = 'skipped', reason = ${reason}
      where company_id = current_company() and id = ${next.id}`);
  }
}

export async function failRecipient({ tx }: Scope, id: number, reason: string): Promise<void> {
  await tx.execute(sql`
    update campaign_shippings
    set state = 'failed', reason = ${reason}
    where company_id = current_company() and id = ${id} and state = 'waiting'`);
}

/** Who has said yes goes first. */
async function findNext({ tx }: Scope, campaignId: number): Promise<Next | undefined> {
  const [row] = await rowsOf(
    tx,
    NextRow,
    sql`
    select s.id, s.name, s.number, s.email, s.confirmed_at is not null as "isConfirmed",
      exists (
        select from suppressions u
        where u.company_id = current_company() and u.number_hash = s.number_hash) as "isSuppressed",
      coalesce(i.number_key = s.number_key and not i.is_whatsapp_valid, false) as "isInvalid"
    from campaign_shippings s
    left join contact_list_items i on i.company_id = s.company_id and i.id = s.contact_list_item_id
    where s.company_id = current_company() and s.campaign_id = ${campaignId} and s.state = 'waiting'
    order by (s.confirmed_at is null), s.id
    limit 1`,
  );
  return row;
}

async function send(scope: Scope, campaign: Running, plan: Plan, next: Next): Promise<void> {
  const questions = campaign.confirmation && !next.isConfirmed ? confirmationVariants(campaign) : [];
  const isQuestion = questions.length > 0;
  const variant = inTurn(isQuestion ? questions : messageVariants(campaign), campaign.sends);
  const body = fillCampaignText(variant?.text ?? '', next, plan.variables);
  const file = !isQuestion && campaign.mediaId !== null ? { mediaId: campaign.mediaId } : {};
  try {
    // A text of nothing but `{email}` says nothing to who has none.
    if (body.trim() === '' && !('mediaId' in file)) refuse('ERR_CAMPAIGN_NO_MESSAGE');
    const contactId = await contactOf(scope, campaign, next);
    const why = reasonText('campaign', { name: campaign.name });
    const whatsappId = campaign.connectionId ?? refuse('ERR_NO_WAPP_FOUND');
    const message = await attempt(scope, () => sendToContact(scope, contactId, whatsappId, { body, origin: 'campaign', why, ...file }));
    await storeHandOver(scope, campaign, next.id, { contactId, messageId: message.id, isQuestion, body });
    await pace(scope, campaign, plan);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await failRecipient(scope, next.id, error.code);
  }
}

/** Who has written before keeps their address; others become a contact of the name they have on the list. */
async function contactOf(scope: Scope, campaign: Running, { name, number }: Next): Promise<number> {
  const [known] = await rowsOf(
    scope.tx,
    IdRow,
    sql`select id from contacts where company_id = current_company() and number_key = number_key(${number}) and not is_group`,
  );
  if (known) return known.id;
  const person = { chat: number, name, isGroup: false, connectionId: campaign.connectionId ?? refuse('ERR_NO_WAPP_FOUND') };
  return (await findOrCreateContacts(scope, [person])).get(number) ?? refuse('ERR_NO_CONTACT_FOUND');
}

type HandOver = { contactId: number; messageId: number; isQuestion: boolean; body: string };

async function storeHandOver({ tx }: Scope, campaign: Running, id: number, { contactId, messageId, isQuestion, body }: HandOver) {
  const message = isQuestion ? sql`question_id = ${messageId}` : sql`message_id = ${messageId}, message = ${body}`;
  await tx.execute(sql`
    update campaign_shippings
    set contact_id = ${contactId}, handed_at = clock_timestamp(), ${message}
    where company_id = current_company() and id = ${id}`);
  await tx.execute(sql`
    update campaigns
    set in_flight = ${id}, in_flight_question = ${isQuestion}
    where company_id = current_company() and id = ${campaign.id}`);
}

async function pace({ tx }: Scope, { id, connectionId, sends }: Running, plan: Plan): Promise<void> {
  await tx.execute(sql`
    update campaigns
    set sends = sends + 1,
      next_send_at = clock_timestamp() + make_interval(secs => ${pauseSeconds(sends + 1, plan, Math.random())})
    where company_id = current_company() and id = ${id}`);
  await tx.execute(sql`
    insert into campaign_days as d (connection_id, day, sent)
    values (${connectionId}, (clock_timestamp() at time zone company_zone())::date, 1)
    on conflict (company_id, connection_id, day) do update set sent = d.sent + 1`);
}
