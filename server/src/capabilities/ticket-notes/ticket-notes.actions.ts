import { type TicketNote, ticketNoteLive } from '@prosa/contracts/ticket-notes';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { getVisibleTicket } from '../tickets/tickets.queries.ts';
import { audienceOf, maySee } from '../tickets/tickets.rules.ts';
import { findNote } from './ticket-notes.queries.ts';

/** Users who may see the ticket may add notes and receive them. */
export async function createNote(scope: Scope, ticketId: number, text: string): Promise<TicketNote> {
  const ticket = await getVisibleTicket(scope, { id: ticketId });
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into ticket_notes (ticket_id, user_id, note, created_at)
    values (${ticketId}, ${scope.actor.userId ?? null}, ${text}, ${scope.now.toISOString()})
    returning id`,
  );
  const { note } = (rows[0] && (await findNote(scope, rows[0].id))) ?? refuse('ERR_NO_TICKETNOTE_FOUND');
  scope.emit(ticketNoteLive, { action: 'create', note }, { rooms: audienceOf(ticket) });
  return note;
}

/** Users may delete their own notes while they may see the ticket; admins may delete any. */
export async function removeNote(scope: Scope, id: number): Promise<void> {
  const { note, ticket } = (await findNote(scope, id)) ?? refuse('ERR_NO_TICKETNOTE_FOUND');
  const isOwn = note.userId !== null && note.userId === scope.actor.userId;
  if (!maySee(scope.actor, ticket) || !(isOwn || scope.actor.profile === 'admin')) refuse('ERR_NO_PERMISSION');
  await scope.tx.execute(sql`delete from ticket_notes where company_id = current_company() and id = ${id}`);
  scope.emit(ticketNoteLive, { action: 'delete', noteId: id, ticketId: note.ticketId }, { rooms: audienceOf(ticket) });
}
