import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

/** Frames that failed before. What has just arrived is processed as usual: the person has written again. */
export const inboxErasure: ErasureStep[] = [
  deletionStep(
    'inbox',
    ({ addresses, requestedAt }, limit) => sql`
      delete from inbox
      where id = any(array(
          select i.id
          from inbox i
          where i.company_id = current_company()
            and (i.quarantined_at is not null or i.retry_at is not null)
            and i.received_at <= ${requestedAt}
            and (
              i.frame->>'chat' = any(${sql.param(addresses)}::text[])
              or i.frame->>'privacyId' = any(${sql.param(addresses)}::text[])
              or i.frame->>'number' = any(${sql.param(addresses)}::text[]))
          limit ${limit}))
        and company_id = current_company()`,
  ),
];
