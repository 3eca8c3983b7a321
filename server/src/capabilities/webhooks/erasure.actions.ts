import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasedContact, type ErasureStep } from '../../platform/database/erasure.ts';

const subjectsOf = ({ contactIds, ticketIds }: ErasedContact) => [
  ...contactIds.map((id) => `contact ${id}`),
  ...ticketIds.map((id) => `ticket ${id}`),
];

/** In a group the contact is named by others' conversations: by address, or by name as the writer of the last line. */
const textsOf = ({ numbers, addresses, names }: ErasedContact) => [
  ...new Set([...numbers, ...addresses, ...names.map((name) => `"name":${JSON.stringify(name)}`)]),
];

const deliveries = deletionStep(
  'webhook_deliveries',
  (contact, limit) => sql`
    delete from webhook_deliveries
    where id = any(array(
        select d.id
        from webhook_deliveries d
        where d.company_id = current_company()
          and (
            d.about = any(${sql.param(subjectsOf(contact))}::text[])
            or (
              d.about = any(array(
                  select 'ticket ' || t.id
                  from contacts c
                  join tickets t on t.company_id = c.company_id and t.contact_id = c.id
                  where c.company_id = current_company() and c.is_group))
              and exists (
                select from unnest(${sql.param(textsOf(contact))}::text[]) as text
                where strpos(d.body, text) > 0)))
        limit ${limit}))
      and company_id = current_company()`,
);

/**
 * Runs after the step of events. `noteEvents` locks the webhooks before it reads events, so the same lock here waits for deliveries
 * that are being made of events read before they were erased.
 */
export const webhookErasure: ErasureStep[] = [
  {
    ...deliveries,
    erase: async (scope, contact, cursor) => {
      await scope.tx.execute(sql`select from webhooks where company_id = current_company() order by id for no key update`);
      return deliveries.erase(scope, contact, cursor);
    },
  },
];
