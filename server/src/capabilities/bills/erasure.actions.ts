import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

export const billErasure: ErasureStep[] = [
  deletionStep(
    'bill_disclosures',
    ({ contactIds }, limit) => sql`
      delete from bill_disclosures
      where id = any(array(
          select d.id
          from bill_disclosures d
          where d.company_id = current_company() and d.contact_id = any(${sql.param(contactIds)}::int[])
          limit ${limit}))
        and company_id = current_company()`,
  ),
];
