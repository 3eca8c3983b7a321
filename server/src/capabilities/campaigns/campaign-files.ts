import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';

/** The file of a campaign opens to everybody of the company. */
export const campaignFiles: FileOwner = {
  kind: 'campaign',
  table: 'campaigns',
  holds: (mediaId) => sql`exists (select from campaigns c where c.company_id = current_company() and c.media_id = ${mediaId})`,
  mayOpen: async () => true,
};
