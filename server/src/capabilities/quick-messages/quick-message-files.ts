import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { seenBy } from './quick-messages.queries.ts';

/** The file of a quick message opens to who may use it. */
export const quickMessageFiles: FileOwner = {
  kind: 'quick message',
  table: 'quick_messages',
  holds: (mediaId) => sql`exists (
    select from quick_messages q
    where q.company_id = current_company() and q.media_id = ${mediaId} and q.deleted_at is null)`,
  mayOpen: async (scope, mediaId) => {
    const rows = await rowsOf(
      scope.tx,
      IdRow,
      sql`select q.id from quick_messages q where ${seenBy(scope.actor)} and q.media_id = ${mediaId} limit 1`,
    );
    return rows.length > 0;
  },
};
