import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

/** Records of merges that were undone lie with the other contact. */
export const mergeErasure: ErasureStep[] = [
  deletionStep(
    'contact_merges',
    ({ contactIds, addresses }) => sql`
      delete from contact_merges
      where company_id = current_company()
        and (parted->>'id' = any(${sql.param(contactIds.map(String))}::text[]) or privacy_id = any(${sql.param(addresses)}::text[]))`,
  ),
];
