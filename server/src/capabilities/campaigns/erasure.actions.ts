import { sql } from '../../platform/database/database.ts';
import { type ErasureStep, scanningStep } from '../../platform/database/erasure.ts';

/**
 * Shippings keep their state, which the figures of a campaign count. A contact who would still get a message gets none.
 * Suppressions and consents hold keyed hashes only, and stay: an opt-out outlives the contact.
 */
export const campaignErasure: ErasureStep[] = [
  scanningStep(
    'campaign_shippings',
    ({ numbers, email, requestedAt }, cursor, limit) => sql`
      with page as materialized (
        select id, number, number_key, email, consent_at
        from campaign_shippings
        where company_id = current_company() and id > ${cursor}
        order by id
        limit ${limit}),
      found as (
        select p.id
        from page p
        where p.consent_at <= ${requestedAt}
          and (
            p.number = any(${sql.param(numbers)}::text[])
            or (
              ${email} <> ''
              and lower(p.email) = lower(${email})
              and not exists (
                select from contacts c
                where c.company_id = current_company() and c.number_key = p.number_key)))),
      erased as (
        update campaign_shippings s
        set name = '', number = '#' || s.id, number_hash = '', email = '', message = null, searchable = '#' || s.id,
          contact_id = null,
          contact_list_item_id = null,
          state = case when s.state in ('waiting', 'awaiting') then 'skipped' else s.state end,
          reason = case when s.state in ('waiting', 'awaiting') then 'ERR_NO_CONTACT_FOUND' else s.reason end
        from found f
        where s.company_id = current_company() and s.id = f.id
        returning 1)
      select (select max(id) from page) as last, (select count(*)::int from erased) as count`,
  ),
];
