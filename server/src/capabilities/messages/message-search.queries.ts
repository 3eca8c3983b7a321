import type { PageQuery } from '@prosa/contracts/kit';
import { ContactCard, Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { contactJson } from '../contacts/contacts.queries.ts';
import { getVisibleTicket, StandingRow, ticketJoins, ticketJson, wasTheirs } from '../tickets/tickets.queries.ts';
import { maySee, seesAll } from '../tickets/tickets.rules.ts';
import { messageJoins, messageJson, openingTicket, openingTicketJoins, presentMessage, StoredMessage } from './messages.queries.ts';
import { mayReadWithoutTicket } from './sight.queries.ts';

const SeenRow = z.union([StandingRow.extend({ ticketId: z.int(), wasTheirs: z.boolean() }), z.object({ id: z.int(), ticketId: z.null() })]);
const FoundRow = z.object({ message: StoredMessage, ticket: Ticket.nullable(), contact: ContactCard, whatsappId: z.int() });

/** How many matching messages a search inspects. Users who see few tickets inspect more. */
const reach = { all: 1_000, some: 5_000 };

/** Full-text search, newest first, with the ticket of each message; only tickets that the actor may see. */
export async function searchMessages(scope: Scope, { searchParam, pageNumber, ticketId }: PageQuery & { ticketId?: number | undefined }) {
  if (ticketId !== undefined) await getVisibleTicket(scope, { id: ticketId });
  const seen = await findVisible(scope, searchParam, ticketId);
  const { items, hasMore } = pageOf(seen.slice((pageNumber - 1) * PAGE_SIZE));
  return { messages: items.length > 0 ? await loadFound(scope, items) : [], count: seen.length, hasMore };
}

async function findVisible(scope: Scope, search: string, ticketId: number | undefined): Promise<number[]> {
  const rows = await rowsOf(
    scope.tx,
    SeenRow,
    sql`
    select f.id, t.id as "ticketId", t.status, t.user_id as "userId", t.queue_id as "queueId",
      ${wasTheirs(scope.actor)} as "wasTheirs"
    from find_messages(${search}, ${seesAll(scope.actor) ? reach.all : reach.some}, ${ticketId ?? null}) f
    -- One by one: joined, all that a company of some size ever said is read to find none.
    left join lateral (
      select m.company_id, m.contact_id, m.connection_id, m.ticket_id
      from messages m
      where f.ticket_id is null and m.company_id = current_company() and m.id = f.id
      limit 1) m on true
    ${openingTicketJoins(sql`f.ticket_id`)}
    order by f.id desc`,
  );
  return rows.filter((row) => (row.ticketId === null ? mayReadWithoutTicket(scope) : maySee(scope.actor, row))).map(({ id }) => id);
}

async function loadFound(scope: Scope, ids: number[]) {
  const rows = await rowsOf(
    scope.tx,
    FoundRow,
    sql`
    with page as materialized (
      select m.*, ${openingTicket} as opens_at
      from messages m
      where m.company_id = current_company() and m.id = any(${sql.param(ids)}::bigint[])),
    messages_shown as (
      select m.id, m.opens_at, m.connection_id, ${messageJson} as message, ${contactJson} as contact
      from page m ${messageJoins}),
    tickets_shown as (
      select t.id, ${ticketJson} as ticket
      from tickets t ${ticketJoins}
      where t.company_id = current_company() and t.id = any(array(select opens_at from page)))
    select m.message, t.ticket, m.contact, m.connection_id as "whatsappId"
    from messages_shown m
    left join tickets_shown t on t.id = m.opens_at
    order by m.id desc`,
  );
  return rows.map(({ message, ticket, contact, whatsappId }) => ({
    ...presentMessage(scope, { message, ticket }),
    ticket,
    contact: ticket?.contact ?? contact,
    whatsappId,
  }));
}
