import { sql } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { FileOwner } from '../../platform/storage/file-owners.ts';
import { openingTicket } from './messages.queries.ts';
import { seeOpening } from './sight.queries.ts';

/** A file that was said is seen by who may see the ticket it was said in, unless it was deleted for everyone. */
export const messageFiles: FileOwner = {
  kind: 'message',
  table: 'messages',
  holds: (mediaId) => sql`exists (select from messages m where m.company_id = current_company() and m.media_id = ${mediaId})`,
  shows: (mediaId) =>
    sql`exists (select from messages m where m.company_id = current_company() and m.media_id = ${mediaId} and not m.is_deleted)`,
  mayOpen: async (scope, mediaId) => {
    const { rows } = await scope.tx.execute<{ ticketId: number | null }>(sql`
      select ${openingTicket} as "ticketId" from messages m
      where m.company_id = current_company() and m.media_id = ${mediaId} and not m.is_deleted order by m.id desc limit 1`);
    try {
      if (rows[0]) await seeOpening(scope, rows[0].ticketId);
      return rows.length > 0;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  },
};
