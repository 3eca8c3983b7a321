import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

/**
 * That a bill was disclosed stays on record, without the number it was disclosed to. The application may not update the record, so the
 * row is replaced.
 */
export const billErasure: ErasureStep[] = [
  deletionStep(
    'bill_disclosures',
    ({ contactIds }, limit) => sql`
      with erased as (
        delete from bill_disclosures
        where id = any(array(
            select d.id
            from bill_disclosures d
            where d.company_id = current_company() and d.contact_id = any(${sql.param(contactIds)}::int[]) and d.number <> ''
            limit ${limit}))
          and company_id = current_company()
        returning *)
      insert into bill_disclosures (ticket_id, contact_id, number, provider, bill_id, what, at)
      select ticket_id, contact_id, '', provider, bill_id, what, at
      from erased
      order by id`,
  ),
];
