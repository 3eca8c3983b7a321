import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasureStep } from '../../platform/database/erasure.ts';

export const erasureSteps: ErasureStep[] = [
  deletionStep(
    'baileys_phone_book',
    ({ numbers }) => sql`
      delete from baileys_phone_book b
      where b.company_id = current_company()
        and b.connection_id in (select c.id from connections c where c.company_id = current_company())
        and b.number = any(${sql.param(numbers)}::text[])`,
  ),
];
