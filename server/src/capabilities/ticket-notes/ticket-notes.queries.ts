import { TicketNote } from '@prosa/contracts/ticket-notes';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { getVisibleTicket, StandingRow, wasTheirs } from '../tickets/tickets.queries.ts';
import { maySee } from '../tickets/tickets.rules.ts';

const FoundNote = z.object({ note: TicketNote, ticket: StandingRow.omit({ id: true }).extend({ wasTheirs: z.boolean() }) });
export type FoundNote = z.output<typeof FoundNote>;

async function readNotes(scope: Scope, which: SQL): Promise<FoundNote[]> {
  const rows = await rowsOf(
    scope.tx,
    FoundNote,
    sql`
    select
      json_build_object(
        'id', n.id,
        'note', n.note,
        'ticketId', n.ticket_id,
        'contactId', t.contact_id,
        'userId', n.user_id,
        'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
        'createdAt', iso(n.created_at)) as note,
      json_build_object('status', t.status, 'userId', t.user_id, 'queueId', t.queue_id,
        'wasTheirs', ${wasTheirs(scope.actor)}) as ticket
    from ticket_notes n
    join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
    left join users u on u.company_id = n.company_id and u.id = n.user_id
    where n.company_id = current_company() and ${which}
    order by n.id desc`,
  );
  return rows;
}

/** What was noted about the ticket's contact, in all their tickets that the caller may see, newest first. */
export async function listNotes(scope: Scope, ticketId: number): Promise<TicketNote[]> {
  const { contactId } = await getVisibleTicket(scope, { id: ticketId });
  const found = await readNotes(
    scope,
    sql`n.ticket_id in (select id from tickets where company_id = current_company() and contact_id = ${contactId})`,
  );
  return found.filter(({ ticket }) => maySee(scope.actor, ticket)).map(({ note }) => note);
}

export async function findNote(scope: Scope, id: number): Promise<FoundNote | undefined> {
  return (await readNotes(scope, sql`n.id = ${id}`))[0];
}
