import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { announceUpdates } from './message-arrival.actions.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins, openingTicket } from './messages.queries.ts';
import { seeOpening } from './sight.queries.ts';

const OpeningRow = z.object({ ticketId: z.int().nullable() });

/** A file that was said is seen by who may see the ticket it was said in, unless it was deleted for everyone. */
export const messageFiles: FileOwner = {
  kind: 'message',
  table: 'messages',
  holds: (mediaId) => sql`exists (select from messages m where m.company_id = current_company() and m.media_id = ${mediaId})`,
  shows: (mediaId) =>
    sql`exists (select from messages m where m.company_id = current_company() and m.media_id = ${mediaId} and not m.is_deleted)`,
  mayOpen: async (scope, mediaId) => {
    const rows = await rowsOf(
      scope.tx,
      OpeningRow,
      sql`
      select ${openingTicket} as "ticketId"
      from messages m
      where m.company_id = current_company() and m.media_id = ${mediaId} and not m.is_deleted
      order by m.id desc
      limit 1`,
    );
    try {
      if (rows[0]) await seeOpening(scope, rows[0].ticketId);
      return rows.length > 0;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  },
};

/** A file has been measured or rendered: who sees messages that hold it is told of them anew. */
export async function announceFile(scope: Scope, mediaId: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
    select ${messageWithTicketColumns}
    from messages m ${messageWithTicketJoins}
    where m.company_id = current_company() and m.media_id = ${mediaId}
    order by m.id desc
    limit 100`,
  );
  announceUpdates(scope, rows);
}
