import { confirmationVariants, fillCampaignText, messageVariants } from '@prosa/contracts/campaign-text';
import { Campaign, type campaignsApi } from '@prosa/contracts/campaigns';
import type { InputOf, ReplyOf } from '@prosa/contracts/kit';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { getItem } from '../contact-lists/contact-lists.queries.ts';
import { findPlan, type Plan } from './campaign-settings.actions.ts';
import { estimateEnd } from './campaigns.rules.ts';

const StoredCampaign = Campaign.omit({ estimatedEndAt: true }).extend({
  awaiting: z.int(),
  sends: z.int(),
  from: z.string().nullable(),
});
const CampaignRow = z.object({ campaign: StoredCampaign });
type Stored = z.output<typeof StoredCampaign>;

/** Before it has started its people are those of the list. */
const campaignJson = sql`json_build_object('id', c.id, 'companyId', c.company_id, 'name', c.name, 'status', c.status,
  'confirmation', c.confirmation, 'scheduledAt', iso(c.scheduled_at), 'completedAt', iso(c.completed_at),
  'message1', c.message1, 'message2', c.message2, 'message3', c.message3, 'message4', c.message4, 'message5', c.message5,
  'confirmationMessage1', c.confirmation_message1, 'confirmationMessage2', c.confirmation_message2,
  'confirmationMessage3', c.confirmation_message3, 'confirmationMessage4', c.confirmation_message4,
  'confirmationMessage5', c.confirmation_message5,
  'whatsappId', c.connection_id,
  'whatsapp', case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end,
  'contactListId', c.contact_list_id,
  'contactList', case
    when l.id is not null then json_build_object('id', l.id, 'name', l.name, 'contactsCount', coalesce(n.people, 0))
  end,
  'mediaPath', md.key, 'mediaName', md.file_name, 'reason', c.reason, 'hold', c.hold,
  'valid', case when c.started_at is null then coalesce(n.valid, 0) else c.total - c.invalid end,
  'confirmationRequested', c.requested, 'confirmed', c.confirmed, 'delivered', c.sent, 'failed', c.failed, 'skipped', c.skipped,
  'waiting', case when c.started_at is null then coalesce(n.people, 0) else c.waiting + c.awaiting end,
  'awaiting', c.awaiting, 'sends', c.sends,
  'from', iso(case when c.status = 'EM_ANDAMENTO' then coalesce(c.next_send_at, c.started_at) else c.scheduled_at end),
  'createdAt', iso(c.created_at), 'updatedAt', iso(c.updated_at))`;

const campaignJoins = sql`
  left join connections k on k.company_id = c.company_id and k.id = c.connection_id
  left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
  left join media md on md.company_id = c.company_id and md.id = c.media_id
  left join lateral (
    select count(*)::int as people, (count(*) filter (where i.is_whatsapp_valid is not false))::int as valid
    from contact_list_items i
    where i.company_id = current_company() and i.contact_list_id = c.contact_list_id) n on true`;

async function readCampaigns(scope: Scope, rest: SQL): Promise<Campaign[]> {
  const rows = await rowsOf(
    scope.tx,
    CampaignRow,
    sql`
    select ${campaignJson} as campaign
    from campaigns c ${campaignJoins}
    where c.company_id = current_company() and ${rest}`,
  );
  if (rows.length === 0) return [];
  const plan = await findPlan(scope);
  return rows.map(({ campaign }) => present(campaign, plan));
}

/** One that will not send has no end. By what is stored alone, so that whoever asks twice gets the same. */
function present({ awaiting, sends, from, ...campaign }: Stored, plan: Plan): Campaign {
  const isToCome = campaign.status === 'EM_ANDAMENTO' || campaign.status === 'PROGRAMADA';
  if (!isToCome || from === null) return { ...campaign, estimatedEndAt: null };
  const asks = campaign.confirmation && confirmationVariants(campaign).length > 0;
  const messages = asks ? (campaign.waiting - awaiting) * 2 + awaiting : campaign.waiting;
  return { ...campaign, estimatedEndAt: estimateEnd(new Date(from), messages, plan, plan, sends).toISOString() };
}

export async function listCampaigns(scope: Scope, query: InputOf<typeof campaignsApi.list>['query']) {
  const { searchParam, pageNumber, status } = query;
  const conditions: SQL[] = [sql`true`];
  if (status !== undefined) conditions.push(sql`c.status = ${status}`);
  if (searchParam !== '') conditions.push(containsText(sql`c.name`, searchParam));
  const which = sql.join(conditions, sql` and `);
  const found = await readCampaigns(scope, sql`${which} order by c.id desc limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`);
  const [counted] = await rowsOf(
    scope.tx,
    CountRow,
    sql`select count(*)::int as count from campaigns c where c.company_id = current_company() and ${which}`,
  );
  const { items, hasMore } = pageOf(found);
  return { records: items, count: counted?.count ?? 0, hasMore };
}

export async function getCampaign(scope: Scope, id: number): Promise<Campaign> {
  const [campaign] = await readCampaigns(scope, sql`c.id = ${id}`);
  return campaign ?? refuse('ERR_NO_CAMPAIGN_FOUND');
}

/** Each variant as it will read for one person of any list of the company. */
export async function previewCampaign(scope: Scope, id: number, itemId: number): Promise<ReplyOf<typeof campaignsApi.preview>> {
  const campaign = await getCampaign(scope, id);
  const { name, number, email } = await getItem(scope, itemId);
  const plan = await findPlan(scope);
  const read = (variants: ReturnType<typeof messageVariants>) =>
    variants.map(({ variant, text }) => ({ variant, body: fillCampaignText(text, { name, number, email }, plan.variables) }));
  const recipients = campaign.waiting;
  const asks = campaign.confirmation && confirmationVariants(campaign).length > 0;
  const start = campaign.scheduledAt && campaign.status === 'PROGRAMADA' ? new Date(campaign.scheduledAt) : scope.now;
  const end = campaign.estimatedEndAt ?? estimateEnd(start, asks ? recipients * 2 : recipients, plan, plan).toISOString();
  return {
    contact: { id: itemId, name, number, email },
    messages: read(messageVariants(campaign)),
    confirmations: campaign.confirmation ? read(confirmationVariants(campaign)) : [],
    recipients,
    estimatedEndAt: end,
  };
}
