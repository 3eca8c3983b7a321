import { Transcript, TranscriptLine } from '@prosa/contracts/transcripts';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { recordAudit } from '../../platform/database/audit.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { getVisibleTicket } from '../tickets/tickets.queries.ts';

export const linesPerPage = 500;
/** In bytes: where texts are long, a page ends with the line that reaches this. */
export const maxPageSize = 1_000_000;

const HeadRow = Transcript.pick({ company: true, timeZone: true, closedAt: true, count: true });
const LineRow = TranscriptLine.extend({ place: z.string(), found: z.int() });

/** A page of what was said in a ticket, oldest first. Whoever may see the ticket may read it; nothing is marked as read. */
export async function readTranscript(scope: Scope, ticketId: number, after: string | undefined): Promise<Transcript> {
  const ticket = await getVisibleTicket(scope, { id: ticketId });
  if (after === undefined) await recordAudit(scope, { action: 'transcripts.export', object: `ticket ${ticketId}` });
  const [head] = await rowsOf(scope.tx, HeadRow, headStatement(ticketId));
  const rows = await rowsOf(scope.tx, LineRow, linesStatement(ticketId, after === undefined ? undefined : readPlace(after)));
  const shown = rows.slice(0, linesPerPage);
  return {
    ...(head ?? refuse('ERR_NO_TICKET_FOUND')),
    contact: { name: ticket.contact.name, number: ticket.contact.number },
    ticketId,
    protocol: ticket.code,
    status: ticket.status,
    queue: ticket.queue?.name ?? null,
    connection: ticket.whatsapp.name,
    user: ticket.user?.name ?? null,
    openedAt: ticket.createdAt,
    lines: shown,
    next: (rows[0]?.found ?? 0) > shown.length ? (shown.at(-1)?.place ?? null) : null,
  };
}

const headStatement = (ticketId: number) => sql`
  select c.name as company, company_zone() as "timeZone",
    case when t.status = 'closed' then iso(t.closed_at) end as "closedAt",
    (
      select count(*)::int
      from messages m
      where m.company_id = current_company() and m.ticket_id = t.id) as count
  from tickets t
  join companies c on c.company_id = t.company_id
  where t.company_id = current_company() and t.id = ${ticketId}`;

type Place = { at: string; id: number };
const PlaceText = /^(\d{1,16})\.(\d{1,16})$/;

/** Of the last line before: its time in microseconds and its id. */
function readPlace(text: string): Place {
  const [, at, id] = PlaceText.exec(text) ?? refuse('ERR_VALIDATION', { details: [{ path: 'after', message: 'invalid' }] });
  return { at: at ?? '', id: Number(id) };
}

/** One range of the index of threads, read backwards from its end: no sorting, and no message before the page is looked at. */
export function linesStatement(ticketId: number, after: Place | undefined): SQL {
  const beyond = after
    ? sql`and (m.created_at, m.id) > (timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond', ${after.id}::bigint)`
    : sql``;
  return sql`
    with page as materialized (
      select *
      from messages m
      where m.company_id = current_company() and m.ticket_id = ${ticketId} ${beyond}
      order by m.created_at, m.id
      limit ${linesPerPage + 1}),
    measured as (
      select *, sum(size) over (order by created_at, id) - size as before, (count(*) over ())::int as found
      from (
        select *, octet_length(body) + coalesce(octet_length(data::text), 0) as size
        from page) p)
    select m.id, iso(m.created_at) as at, m.from_me as "fromMe",
      coalesce(m.origin, case when m.from_me then 'agent' else 'customer' end) as origin,
      case
        when m.from_me then coalesce(u.name, '')
        else coalesce(nullif(m.participant_name, ''), nullif(m.participant, ''), c.name)
      end as name,
      case when m.is_deleted then '' else m.body end as body,
      case when not m.is_deleted then m.media_type end as "mediaType",
      case when not m.is_deleted then coalesce(md.file_name, m.data->>'fileName') end as "fileName",
      case when not m.is_deleted then m.data end as data,
      m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.ack = -1 as "isFailed",
      (extract(epoch from m.created_at) * 1000000)::bigint || '.' || m.id as place, m.found
    from measured m
    join contacts c on c.company_id = current_company() and c.id = m.contact_id
    left join users u on u.company_id = current_company() and u.id = m.user_id
    left join media md on md.company_id = current_company() and md.id = m.media_id
    where m.before < ${maxPageSize}
    order by m.created_at, m.id`;
}
