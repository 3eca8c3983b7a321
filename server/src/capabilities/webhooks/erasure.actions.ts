import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

const deliveries = deletionStep(
  'webhook_deliveries',
  ({ contactId, ticketIds }, limit) => sql`
    delete from webhook_deliveries
    where id = any(array(
        select d.id
        from webhook_deliveries d
        where d.company_id = current_company()
          and d.about = any(${sql.param([`contact ${contactId}`, ...ticketIds.map((id) => `ticket ${id}`)])}::text[])
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
