import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';

/** The file of a schedule opens to everybody of the company. */
export const scheduleFiles: FileOwner = {
  kind: 'schedule',
  table: 'schedules',
  holds: (mediaId) => sql`exists (select from schedules s where s.company_id = current_company() and s.media_id = ${mediaId})`,
  mayOpen: async () => true,
};
