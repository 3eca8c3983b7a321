import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { hashOf } from './suppressions.actions.ts';

const ItemRow = z.object({
  id: z.int(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  at: z.string(),
  isInvalid: z.boolean(),
});
type Item = z.output<typeof ItemRow>;
const itemsAtATime = 5_000;

/**
 * Known to be reachable, not known to be out of reach, everybody. Each holds the ones before it: numbers are being checked meanwhile, and
 * somebody who moved from a group that was yet to come into one that was over would get nothing.
 */
const inTurn = [sql`is_whatsapp_valid`, sql`is_whatsapp_valid is distinct from false`, sql`true`];

/**
 * The people of a list as they are now, each number once: those that are known to be reachable first, and who can not be reached or
 * wants no campaigns is skipped from the beginning.
 */
export async function takeRecipients(scope: Scope, campaignId: number, listId: number): Promise<void> {
  const taken = new Set<number>();
  for (const group of inTurn) {
    let after = 0;
    for (;;) {
      const items = await rowsOf(
        scope.tx,
        ItemRow,
        sql`
        select id, name, number, email, iso(created_at) as at, is_whatsapp_valid is false as "isInvalid"
        from contact_list_items
        where company_id = current_company() and contact_list_id = ${listId} and id > ${after} and ${group}
        order by id
        limit ${itemsAtATime}`,
      );
      if (items.length === 0) break;
      after = items.at(-1)?.id ?? after;
      const more = items.filter(({ id }) => !taken.has(id));
      for (const { id } of more) taken.add(id);
      if (more.length > 0) await insertRecipients(scope, campaignId, more);
    }
  }
}

/** Another list was chosen while it was stopped: who has not got anything yet is left out, and those of the new one join. */
export async function replaceRecipients(scope: Scope, campaignId: number, listId: number): Promise<void> {
  await scope.tx.execute(sql`
    delete from campaign_shippings
    where company_id = current_company() and campaign_id = ${campaignId} and handed_at is null`);
  await takeRecipients(scope, campaignId, listId);
}

async function insertRecipients(scope: Scope, campaignId: number, items: Item[]): Promise<void> {
  const given = items.map((item) => ({ ...item, hash: hashOf(scope, item.number) }));
  await scope.tx.execute(sql`
    insert into campaign_shippings (campaign_id, contact_list_item_id, name, number, searchable, number_hash, email, state, reason,
      consent_source, consent_at)
    select ${campaignId}, g.id, g.name, g.number, plain(g.name) || chr(10) || g.number, g.hash, g.email,
      case when r.reason is null then 'waiting' else 'skipped' end, r.reason,
      coalesce(k.source, 'list'), coalesce(k.created_at, g.at)
    from json_to_recordset(${JSON.stringify(given)}) as g(id int, name text, number text, email text, hash text,
      at timestamptz, "isInvalid" boolean)
    left join suppressions u on u.company_id = current_company() and u.number_hash = g.hash
    left join lateral (
      select n.source, n.created_at
      from campaign_consents n
      where n.company_id = current_company() and n.number_hash = g.hash and n.given
      order by n.id desc
      limit 1) k on true
    cross join lateral (
      select case
        when u.id is not null then 'ERR_CAMPAIGN_OPTED_OUT'
        when g."isInvalid" then 'ERR_WAPP_INVALID_CONTACT'
      end as reason) r
    order by g.id
    on conflict (company_id, campaign_id, number_key) do nothing`);
}
