import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { seeTicket } from '../tickets/tickets.queries.ts';
import { announceUpdates } from './message-arrival.actions.ts';
import { Told, toldColumns, toldJoins } from './messages.queries.ts';

const TicketIdRow = z.object({ ticket_id: z.int() });

/** A file is seen by who may see a ticket it was said in. */
export async function seeMessageFile(scope: Scope, mediaId: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    TicketIdRow,
    sql`select ticket_id from messages where company_id = current_company() and media_id = ${mediaId} order by id desc limit 1`,
  );
  const [message] = rows;
  if (message) await seeTicket(scope, { id: message.ticket_id });
  else if (scope.actor.profile !== 'admin') refuse('ERR_NO_PERMISSION');
}

/** A file has been measured or rendered: who sees messages that hold it is told of them anew. */
export async function announceFile(scope: Scope, mediaId: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    Told,
    sql`
    select ${toldColumns} from messages m ${toldJoins}
    where m.company_id = current_company() and m.media_id = ${mediaId} order by m.id desc limit 100`,
  );
  announceUpdates(scope, rows);
}
