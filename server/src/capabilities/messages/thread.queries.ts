import { ticketLive } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
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
import { onceValue, seenRow, seeTicket, standingJson, ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
import { audienceOf, type Standing } from '../tickets/tickets.rules.ts';
import { presentMessage, presentReady, readyColumns, Told, toldColumns, toldJoins } from './messages.queries.ts';
import { noteRead } from './read-marks.actions.ts';

const LaterRow = z.object({ later: z.int() });

/** What a ticket's thread runs through: its own messages, then those of the contact's earlier tickets on the same connection. */
type Thread = { id: number; contactId: number; whatsappId: number };
const threadOf = ({ id, contactId, whatsappId }: Thread) =>
  sql`m.company_id = current_company() and m.contact_id = ${contactId} and m.connection_id = ${whatsappId} and m.ticket_id <= ${id}`;

export type PageAsked = { pageNumber: number; around?: number | undefined; spy: boolean };

/** A page of the thread, oldest first inside the page. Reading marks read only for the ticket's own user. */
export async function listMessages(scope: Scope, ticketId: number, asked: PageAsked) {
  const ticket = await seeTicket(scope, { id: ticketId });
  const pageNumber = asked.around === undefined ? asked.pageNumber : await pageAround(scope, ticket, asked.around);
  const isTheirs = ticket.status === 'open' && ticket.userId === scope.actor.userId;
  const read = pageNumber === 1 && !asked.spy && isTheirs && ticket.unreadMessages > 0;
  // Before the page is read: what arrives meanwhile waits, so that what is marked as read is what is shown.
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

async function readPage(scope: Scope, thread: Thread, pageNumber: number) {
  const { page, count } = threadStatements(thread, pageNumber);
  const rows = await rowsOf(scope.tx, Told, page);
  const counted = await rowsOf(scope.tx, CountRow, count);
  return { page: rows, count: counted[0]?.count ?? 0 };
}

/** The page is counted off in the index alone; only its own messages are fetched. */
export function threadStatements(thread: Thread, pageNumber: number): { page: SQL; count: SQL } {
  const page = sql`
    with page as materialized (
      select m.ticket_id, m.created_at, m.id from messages m where ${threadOf(thread)}
      order by m.ticket_id desc, m.created_at desc, m.id desc limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE})
    select ${toldColumns} from page p join messages m on m.company_id = current_company() and m.id = p.id ${toldJoins}
    order by p.ticket_id desc, p.created_at desc, p.id desc`;
  return { page, count: sql`select count(*)::int as count from messages m where ${threadOf(thread)}` };
}

/** The thread of the ticket `o`. */
const ofTicket = sql`m.company_id = current_company() and m.contact_id = o.contact_id and m.connection_id = o.connection_id and m.ticket_id <= o.id`;
const ticketStatement = keptTemplate(sql`
  select ${ticketJson}::text, ${standingJson}, t.unread_messages::text,
    (select count(*) from messages m, (select t.contact_id, t.connection_id, t.id) o where ${ofTicket})::text
  from tickets t ${ticketJoins} where t.company_id = current_company() and t.id = ${sql.placeholder('ticketId')}`);
const pageStatement = keptTemplate(sql`
  with page as materialized (
    select m.ticket_id, m.created_at, m.id from tickets o cross join lateral (
      select m.ticket_id, m.created_at, m.id from messages m where ${ofTicket}
      order by m.ticket_id desc, m.created_at desc, m.id desc
      limit ${sql.raw(String(PAGE_SIZE + 1))} offset ${sql.placeholder('skipped')}) m
    where o.company_id = current_company() and o.id = ${sql.placeholder('ticketId')})
  select ${readyColumns} from page p join messages m on m.company_id = current_company() and m.id = p.id ${toldJoins}
  order by p.ticket_id desc, p.created_at desc, p.id desc`);

/**
 * A page of the thread as it goes out. Nothing where it is to be marked as read: that is a change, and what is shown must be what is
 * marked.
 */
export function threadRead(actor: Actor, ticketId: number, { pageNumber, spy }: Omit<PageAsked, 'around'>): Read<JsonText | undefined> {
  const statements = [
    ticketStatement({ ticketId, ...onceValue(actor) }),
    pageStatement({ ticketId, skipped: (pageNumber - 1) * PAGE_SIZE }),
  ];
  const finish = ([tickets = [], messages = []]: Row[][], view: View) => {
    const [row] = tickets;
    const shown = seenRow(actor, row);
    const { status, userId }: Standing = JSON.parse(row?.[1] ?? '');
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

/** The page on which a message of this thread stands. */
async function pageAround(scope: Scope, thread: Thread, messageId: number): Promise<number> {
  const rows = await rowsOf(
    scope.tx,
    LaterRow,
    sql`
    select (select count(*)::int from messages m where ${threadOf(thread)} and (m.ticket_id, m.created_at, m.id) > (o.ticket_id, o.created_at, o.id)) as later
    from (select m.ticket_id, m.created_at, m.id from messages m where ${threadOf(thread)} and m.id = ${messageId}) o`,
  );
  const place = rows[0]?.later ?? refuse('ERR_NO_MESSAGE_FOUND');
  return Math.floor(place / PAGE_SIZE) + 1;
}

async function markRead(scope: Scope, ticketId: number): Promise<void> {
  await scope.tx.execute(sql`
    with unread as (update messages set read = true where company_id = current_company() and ticket_id = ${ticketId} and not read and not from_me)
    update tickets set unread_messages = 0 where company_id = current_company() and id = ${ticketId}`);
}
