import { can } from '@prosa/contracts/permissions';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';

const held = (mediaId: SQL) =>
  sql`exists (select from simulator_messages s where s.company_id = current_company() and s.media_id = ${mediaId})`;

/**
 * Files on the simulated phones, for whoever plays the customer. What was said with one and deleted for everyone is not shown from the
 * moment it was, before the phone has heard of it.
 */
export const simulatedFiles: FileOwner = {
  kind: 'simulated',
  table: 'simulator_messages',
  holds: held,
  shows: (mediaId) => sql`(${held(mediaId)} and coalesce((
    select bool_or(not m.is_deleted) from messages m where m.company_id = current_company() and m.media_id = ${mediaId}), true))`,
  mayOpen: async ({ actor }) => can(actor, 'simulator:drive'),
};
