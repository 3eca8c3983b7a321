import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

export const contactErasure: ErasureStep[] = [
  deletionStep(
    'privacy_ids',
    ({ addresses, numbers }) => sql`
      delete from privacy_ids p
      where p.company_id = current_company()
        and (p.privacy_id = any(${sql.param(addresses)}::text[]) or p.number = any(${sql.param(numbers)}::text[]))`,
  ),
];
