import { type CampaignDetail, CampaignRecipient, type campaignsApi } from '@prosa/contracts/campaigns';
import type { InputOf } from '@prosa/contracts/kit';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import { countOf, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { listEveryItem } from '../contact-lists/contact-lists.queries.ts';
import { getCampaign } from './campaigns.queries.ts';

const columns = sql`s.id, s.name, s.number, s.state, s.reason, s.message, iso(s.requested_at) as "confirmationRequestedAt",
  iso(s.confirmed_at) as "confirmedAt", iso(s.delivered_at) as "deliveredAt", s.consent_source as "consentSource",
  iso(s.consent_at) as "consentAt"`;

const readRecipients = ({ tx }: Scope, rest: SQL) =>
  rowsOf(tx, CampaignRecipient, sql`select ${columns} from campaign_shippings s where s.company_id = current_company() and ${rest}`);

export async function listRecipients(scope: Scope, id: number, query: InputOf<typeof campaignsApi.recipients>['query']) {
  await getCampaign(scope, id);
  const { searchParam, pageNumber, state } = query;
  const conditions: SQL[] = [sql`s.campaign_id = ${id}`];
  if (state !== undefined) conditions.push(sql`s.state = ${state}`);
  if (searchParam !== '')
    conditions.push(sql`coalesce(s.searchable, plain(s.name) || chr(10) || s.number) like contains_pattern(${searchParam})`);
  const which = sql.join(conditions, sql` and `);
  const { items, hasMore } = pageOf(
    await readRecipients(scope, sql`${which} order by s.id limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`),
  );
  const rows = sql`campaign_shippings s where s.company_id = current_company() and ${which}`;
  const count = await countOf(scope.tx, { items, hasMore, pageNumber }, searchParam !== '', rows);
  return { records: items, count, hasMore };
}

/** Adds the people of the list, and what was sent to whom. */
export async function getCampaignDetail(scope: Scope, id: number): Promise<CampaignDetail> {
  const campaign = await getCampaign(scope, id);
  const { contactList } = campaign;
  return {
    ...campaign,
    contactList: contactList && { ...contactList, contacts: await listEveryItem(scope, contactList.id) },
    shipping: (await readRecipients(scope, sql`s.campaign_id = ${id} order by s.id`)).map((recipient) => ({
      id: recipient.id,
      campaignId: id,
      name: recipient.name,
      number: recipient.number,
      message: recipient.message,
      confirmationRequestedAt: recipient.confirmationRequestedAt,
      confirmedAt: recipient.confirmedAt,
      deliveredAt: recipient.deliveredAt,
    })),
  };
}

export const listRecipientsAfter = (scope: Scope, campaignId: number, after: number, most: number) =>
  readRecipients(scope, sql`s.campaign_id = ${campaignId} and s.id > ${after} order by s.id limit ${most}`);
