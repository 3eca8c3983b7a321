import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { StandingRow, wasTheirs } from '../tickets/tickets.queries.ts';
import { maySee } from '../tickets/tickets.rules.ts';
import { announceUpdates } from './message-arrival.actions.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins, openingTicketJoins } from './messages.queries.ts';
import { mayReadWithoutTicket } from './sight.queries.ts';

const HolderRow = z.union([
  StandingRow.omit({ id: true }).extend({ ticketId: z.int(), wasTheirs: z.boolean() }),
  z.object({ ticketId: z.null() }),
]);

/**
 * A file that was said is seen by who may see a ticket it was said in, unless it was deleted for everyone there. What is forwarded is said
 * in several.
 */
export const messageFiles: FileOwner = {
  kind: 'message',
  table: 'messages',
  holds: (mediaId) => sql`exists (select from messages m where m.company_id = current_company() and m.media_id = ${mediaId})`,
  shows: (mediaId) =>
    sql`exists (select from messages m where m.company_id = current_company() and m.media_id = ${mediaId} and not m.is_deleted)`,
  mayOpen: async (scope, mediaId) => {
    const rows = await rowsOf(
      scope.tx,
      HolderRow,
      sql`
      select distinct t.id as "ticketId", t.status, t.user_id as "userId", t.queue_id as "queueId",
        coalesce(${wasTheirs(scope.actor)}, false) as "wasTheirs"
      from messages m ${openingTicketJoins(sql`m.ticket_id`)}
      where m.company_id = current_company() and m.media_id = ${mediaId} and not m.is_deleted`,
    );
    return rows.some((row) => (row.ticketId === null ? mayReadWithoutTicket(scope) : maySee(scope.actor, row)));
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
