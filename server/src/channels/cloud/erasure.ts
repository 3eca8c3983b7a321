import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

export const erasureSteps: ErasureStep[] = [
  deletionStep(
    'cloud_chats',
    ({ addresses, requestedAt }) => sql`
      delete from cloud_chats h
      where h.company_id = current_company()
        and h.connection_id in (select c.id from connections c where c.company_id = current_company())
        and h.chat = any(${sql.param(addresses)}::text[])
        and h.heard_at <= ${requestedAt}`,
  ),
];
