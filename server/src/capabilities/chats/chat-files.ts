import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';

/** A file that was said in a chat opens to its members. */
export const chatFiles: FileOwner = {
  kind: 'chat',
  table: 'chat_messages',
  holds: (mediaId) => sql`exists (select from chat_messages m where m.company_id = current_company() and m.media_id = ${mediaId})`,
  mayOpen: async (scope, mediaId) => {
    const rows = await rowsOf(
      scope.tx,
      AnyRow,
      sql`
      select
      from chat_messages m
      join chat_members me on me.company_id = m.company_id and me.chat_id = m.chat_id and me.user_id = ${scope.actor.userId ?? 0}
      where m.company_id = current_company() and m.media_id = ${mediaId}
      limit 1`,
    );
    return rows.length > 0;
  },
};
