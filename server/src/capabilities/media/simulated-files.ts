import { can } from '@prosa/contracts/permissions';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';

/** Files on the simulated phones, for whoever plays the customer. */
export const simulatedFiles: FileOwner = {
  kind: 'simulated',
  table: 'simulator_messages',
  holds: (mediaId) => sql`exists (select from simulator_messages s where s.company_id = current_company() and s.media_id = ${mediaId})`,
  mayOpen: async ({ actor }) => can(actor, 'simulator:drive'),
};
