import { ContactCard, ticketLive } from '@prosa/contracts/tickets';
import type { Placeholder, SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/flight.ts';
import { keptTemplate } from '../../platform/database/kept-statements.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import type { Read, View } from '../../platform/database/reads.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { contactJson } from '../contacts/contacts.queries.ts';
import { getVisibleTicket, onceValue, seenRow, standingJson, ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
import { audienceOf, type TicketState } from '../tickets/tickets.rules.ts';
import {
  MessageWithTicket,
  messageWithTicketColumns,
  messageWithTicketJoins,
  presentMessage,
  presentReady,
  readyColumns,
} from './messages.queries.ts';
import { noteRead } from './read-marks.actions.ts';
import { seeOpening } from './sight.queries.ts';

const LaterRow = z.object({ later: z.int() });
const OpeningRow = z.object({ contact: ContactCard, ticketId: z.int().nullable() });

/**
 * A ticket's thread: its own messages and those of the contact's earlier tickets on the same connection. Messages without a ticket lie
 * behind the ticket before them, and so before the next one. Without an id: those alone.
 */
type Thread = { id: number | null; contactId: number; whatsappId: number };
/** The same by columns of a statement that is kept. */
type ThreadColumns = { id: SQL; contactId: SQL; whatsappId: SQL };
/** Each range in its own order, and no further than asked: so both are read from their index, and only then put together. */
function threadOf({ id, contactId, whatsappId }: Thread | ThreadColumns, most?: number | Placeholder): SQL {
  const ofContact = sql`m.company_id = current_company() and m.contact_id = ${contactId} and m.connection_id = ${whatsappId}`;
  const next = sql`coalesce(
    (
      select min(n.id)
      from tickets n
      where n.company_id = current_company()
        and n.contact_id = ${contactId}
        and n.connection_id = ${whatsappId}
        and n.id > ${id}),
    2147483647)`;
  const before = id === null ? sql`` : sql`and m.after_ticket < ${next}`;
  const ordered = (place: SQL) => (most === undefined ? sql`` : sql`order by ${place} desc, m.created_at desc, m.id desc limit ${most}`);
  return sql`(
    (select m.ticket_id as place, m.created_at, m.id from messages m
      where ${ofContact} and m.ticket_id <= ${id} ${ordered(sql`m.ticket_id`)})
    union all
    (select m.after_ticket, m.created_at, m.id from messages m
      where ${ofContact} and m.ticket_id is null ${before} ${ordered(sql`m.after_ticket`)})) m`;
}

export type ThreadPageQuery = { pageNumber: number; around?: number | undefined; spy: boolean };

/** A page of the thread, oldest first inside the page. Reading marks read only for the ticket's own user. */
export async function listMessages(scope: Scope, ticketId: number, asked: ThreadPageQuery) {
  const ticket = await getVisibleTicket(scope, { id: ticketId });
  const pageNumber = asked.around === undefined ? asked.pageNumber : await pageAround(scope, ticket, asked.around);
  const isTheirs = ticket.status === 'open' && ticket.userId === scope.actor.userId;
  const read = pageNumber === 1 && !asked.spy && isTheirs && ticket.unreadMessages > 0;
  // Done before the page is read: later messages wait for the lock, so that only shown messages are marked as read.
  if (read) await scope.tx.execute(sql`select from tickets where company_id = current_company() and id = ${ticketId} for update`);
  const { page, count } = await readPage(scope, ticket, pageNumber);
  const { items, hasMore } = pageOf(page);
  if (read) await noteRead(scope, ticketId);
  if (read) await markRead(scope, ticketId);
  if (read) scope.emit(ticketLive, { action: 'updateUnread', ticketId }, { rooms: audienceOf(ticket) });
  return {
    messages: items.map((told) => presentMessage(scope, told)).toReversed(),
    ticket: { ...ticket, unreadMessages: read ? 0 : ticket.unreadMessages },
    count,
    hasMore,
    pageNumber,
  };
}

/** What was sent to a contact on a connection on which they never had a ticket. Where they have one, its own thread holds it. */
export async function listWithoutTicket(scope: Scope, { contactId, whatsappId, pageNumber }: Omit<Thread, 'id'> & { pageNumber: number }) {
  const found = await rowsOf(
    scope.tx,
    OpeningRow,
    sql`
    select ${contactJson} as contact,
      (
        select max(t.id)
        from tickets t
        where t.company_id = current_company() and t.contact_id = c.id and t.connection_id = w.id) as "ticketId"
    from contacts c, connections w
    where c.company_id = current_company()
      and c.id = ${contactId}
      and w.company_id = current_company()
      and w.id = ${whatsappId}`,
  );
  const { contact, ticketId } = found[0] ?? refuse('ERR_NO_CONTACT_FOUND');
  await seeOpening(scope, ticketId);
  const { page, count } = await readPage(scope, { id: null, contactId, whatsappId }, pageNumber);
  const { items, hasMore } = pageOf(page);
  return { messages: items.map((told) => presentMessage(scope, told)).toReversed(), contact, count, hasMore, pageNumber };
}

async function readPage(scope: Scope, thread: Thread, pageNumber: number) {
  const { page, count } = threadStatements(thread, pageNumber);
  const rows = await rowsOf(scope.tx, MessageWithTicket, page);
  const counted = await rowsOf(scope.tx, CountRow, count);
  return { page: rows, count: counted[0]?.count ?? 0 };
}

/** The offset is skipped in the index; only the page's own messages are fetched. */
export function threadStatements(thread: Thread, pageNumber: number): { page: SQL; count: SQL } {
  const page = sql`
    with page as materialized (
      select m.place, m.created_at, m.id
      from ${threadOf(thread, pageNumber * PAGE_SIZE + 1)}
      order by m.place desc, m.created_at desc, m.id desc
      limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE})
    select ${messageWithTicketColumns}
    from page p
    join messages m on m.company_id = current_company() and m.id = p.id ${messageWithTicketJoins}
    order by p.place desc, p.created_at desc, p.id desc`;
  return { page, count: sql`select count(*)::int as count from ${threadOf(thread)}` };
}

const threadBy = (ticket: SQL): ThreadColumns => ({
  id: sql`${ticket}.id`,
  contactId: sql`${ticket}.contact_id`,
  whatsappId: sql`${ticket}.connection_id`,
});
const ticketStatement = keptTemplate(sql`
  select ${ticketJson}::text, ${standingJson}, t.unread_messages::text,
    (select count(*) from ${threadOf(threadBy(sql`t`))})::text
  from tickets t ${ticketJoins}
  where t.company_id = current_company() and t.id = ${sql.placeholder('ticketId')}`);
const pageStatement = keptTemplate(sql`
  with page as materialized (
    select m.place, m.created_at, m.id
    from tickets o
    cross join lateral (
      select m.place, m.created_at, m.id
      from ${threadOf(threadBy(sql`o`), sql.placeholder('most'))}
      order by m.place desc, m.created_at desc, m.id desc
      limit ${sql.raw(String(PAGE_SIZE + 1))} offset ${sql.placeholder('skipped')}) m
    where o.company_id = current_company() and o.id = ${sql.placeholder('ticketId')})
  select ${readyColumns}
  from page p
  join messages m on m.company_id = current_company() and m.id = p.id ${messageWithTicketJoins}
  order by p.place desc, p.created_at desc, p.id desc`);

/**
 * A page of the thread as it goes out. Nothing where it is to be marked as read: that is a change, and what is shown must be what is
 * marked.
 */
export function threadRead(
  actor: Actor,
  ticketId: number,
  { pageNumber, spy }: Omit<ThreadPageQuery, 'around'>,
): Read<JsonText | undefined> {
  const statements = [
    ticketStatement({ ticketId, ...onceValue(actor) }),
    pageStatement({ ticketId, most: pageNumber * PAGE_SIZE + 1, skipped: (pageNumber - 1) * PAGE_SIZE }),
  ];
  const finish = ([tickets = [], messages = []]: Row[][], view: View) => {
    const [row] = tickets;
    const shown = seenRow(actor, row);
    const { status, userId }: TicketState = JSON.parse(row?.[1] ?? '');
    const isTheirs = status === 'open' && userId === actor.userId;
    if (pageNumber === 1 && !spy && isTheirs && Number(row?.[2]) > 0) return undefined;
    const { items, hasMore } = pageOf([...messages]);
    const texts = items.map((each) => presentReady(view, each)).toReversed();
    return new JsonText(
      `{"messages":[${texts.join()}],"ticket":${shown},"count":${row?.[3]},"hasMore":${hasMore},"pageNumber":${pageNumber}}`,
    );
  };
  return { statements, finish };
}

/** The number of the page that contains a message. */
async function pageAround(scope: Scope, thread: Thread, messageId: number): Promise<number> {
  const rows = await rowsOf(
    scope.tx,
    LaterRow,
    sql`
    select (
      select count(*)::int
      from ${threadOf(thread)}
      where (m.place, m.created_at, m.id) > (o.place, o.created_at, o.id)) as later
    from (select m.place, m.created_at, m.id from ${threadOf(thread)} where m.id = ${messageId}) o`,
  );
  const place = rows[0]?.later ?? refuse('ERR_NO_MESSAGE_FOUND');
  return Math.floor(place / PAGE_SIZE) + 1;
}

async function markRead(scope: Scope, ticketId: number): Promise<void> {
  await scope.tx.execute(sql`
    with unread as (
      update messages
      set read = true
      where company_id = current_company() and ticket_id = ${ticketId} and not read and not from_me)
    update tickets
    set unread_messages = 0
    where company_id = current_company() and id = ${ticketId}`);
}
