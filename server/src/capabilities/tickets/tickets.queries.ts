import { type Ticket, type TicketQuery, ticketStatuses } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database.ts';
import { refuse } from '../../platform/errors.ts';
import { pageOf } from '../../platform/paging.ts';
import type { Actor, Scope } from '../../platform/scope.ts';
import { contactJson } from '../contacts/contacts.queries.ts';
import { leadsQueues, maySee, seesAll } from './tickets.rules.ts';

const ticketsPerPage = 40;

/** A ticket as the wire shows it; for queries that call the table `t` and use `ticketJoins`. */
export const ticketJson = sql`json_build_object(
  'id', t.id, 'uuid', t.uuid, 'code', t.code, 'status', t.status,
  'userId', t.user_id, 'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
  'queueId', t.queue_id, 'queue', case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
  'whatsappId', t.connection_id, 'whatsapp', json_build_object('id', w.id, 'name', w.name),
  'contactId', t.contact_id, 'contact', ${contactJson},
  'lastMessage', t.last_message, 'unreadMessages', t.unread_messages, 'isGroup', t.is_group, 'chatbot', t.chatbot,
  'tags', '[]'::json, 'createdAt', iso(t.created_at), 'updatedAt', iso(t.updated_at))`;

export const ticketJoins = sql`
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id`;

const both = (...conditions: Array<SQL | undefined>) =>
  sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  );
const anyOf = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`;

/** `maySee` as a condition on ticket rows, or on rows that count them. */
function visibleTo(actor: Actor): SQL | undefined {
  if (seesAll(actor)) return undefined;
  const theirQueue = sql`t.queue_id = ${anyOf(actor.queueIds)}`;
  if (leadsQueues(actor))
    return sql`(t.user_id = ${actor.userId} or ${theirQueue}${actor.allTicket ? sql` or (t.status = 'pending' and t.queue_id is null)` : sql``})`;
  return sql`(t.user_id = ${actor.userId}
    or (t.status = 'pending' and (${theirQueue}${actor.allTicket ? sql` or t.queue_id is null` : sql``}))
    or (t.status = 'closed' and ${theirQueue}))`;
}

/** Once theirs, now closed elsewhere: too rare to count from totals, so it is asked for only where rows are read. */
const onceTheirs = (actor: Actor) =>
  sql`(t.status = 'closed' and exists (select from ticket_history h where h.company_id = t.company_id and h.ticket_id = t.id and h.to_value || ' ' like ${`% user:${actor.userId} %`}))`;

function listConditions(actor: Actor, query: TicketQuery): SQL {
  const showAll = query.showAll && (seesAll(actor) || leadsQueues(actor));
  return both(
    sql`t.company_id = current_company()`,
    query.status && sql`t.status = ${query.status}`,
    visibleTo(actor),
    showAll
      ? undefined
      : query.status === 'open'
        ? sql`t.user_id = ${actor.userId}`
        : query.status
          ? undefined
          : sql`(t.status <> 'open' or t.user_id = ${actor.userId})`,
    query.queueIds && sql`(t.queue_id = ${anyOf(query.queueIds)} or t.queue_id is null)`,
    query.users?.length ? sql`t.user_id = ${anyOf(query.users)}` : undefined,
  );
}

/** What a list asks of ticket rows beyond the conditions that counted totals know too. */
const narrowing = (query: TicketQuery) =>
  sql`${query.withUnreadMessages ? sql` and t.unread_messages > 0` : sql``}${query.searchParam === '' ? sql`` : searched(query.searchParam)}`;

/**
 * One row more than a page, newest first; an index gives them in order, whatever the size of the company. It does so status by
 * status: a list of all of them takes the newest of each, where one look at the table would sort every ticket there is.
 */
export function ticketsPage(actor: Actor, query: TicketQuery): SQL {
  const offset = (query.pageNumber - 1) * ticketsPerPage;
  const newest = (condition: SQL, rows: number) => sql`
      select t.* from tickets t where ${listConditions(actor, query)}${condition}${narrowing(query)}
      order by t.updated_at desc, t.id desc limit ${rows}`;
  const page = query.status
    ? sql`${newest(sql``, ticketsPerPage + 1)} offset ${offset}`
    : sql`
      select t.* from unnest(${sql.param([...ticketStatuses])}::text[]) as s(status) cross join lateral (${newest(sql` and t.status = s.status`, offset + ticketsPerPage + 1)}) t
      order by t.updated_at desc, t.id desc limit ${ticketsPerPage + 1} offset ${offset}`;
  return sql`
    with page as materialized (${page})
    select ${ticketJson} as ticket from page t ${ticketJoins} order by t.updated_at desc, t.id desc`;
}

/** One page by two statements: the page by index, the count from totals. */
export async function listTickets(scope: Scope, query: TicketQuery) {
  const { rows } = await scope.tx.execute<{ ticket: Ticket }>(ticketsPage(scope.actor, query));
  const where = listConditions(scope.actor, query);
  const narrowed = query.withUnreadMessages || query.searchParam !== '';
  const { rows: counted } = await scope.tx.execute<{ count: number }>(
    narrowed
      ? sql`select count(*)::int as count from tickets t where ${where}${narrowing(query)}`
      : sql`select coalesce(sum(t.tickets), 0)::int as count from ticket_totals t where ${where}`,
  );
  const { items, hasMore } = pageOf(rows, ticketsPerPage);
  return { tickets: items.map(({ ticket }) => ticket), count: counted[0]?.count ?? 0, hasMore };
}

function searched(text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql` and exists (select from contacts c where c.company_id = t.company_id and c.id = t.contact_id and (c.name ilike ${pattern} or c.number like ${pattern}))`;
}

export type FoundTicket = { ticket: Ticket; wasTheirs: boolean };

async function readTicket(scope: Scope, which: SQL): Promise<FoundTicket | undefined> {
  const { rows } = await scope.tx.execute<FoundTicket>(sql`
    select ${ticketJson} as ticket, ${onceTheirs(scope.actor)} as "wasTheirs" from tickets t ${ticketJoins} where t.company_id = current_company() and ${which}`);
  return rows[0];
}

/** A ticket that the actor may see. One of another company does not exist; one of other colleagues is not for them. */
export async function seeTicket(scope: Scope, which: { id: number } | { uuid: string }, { forUpdate = false } = {}): Promise<Ticket> {
  const condition = 'id' in which ? sql`t.id = ${which.id}` : sql`t.uuid = ${which.uuid}`;
  // Locked before it is read: a query that waits for the lock would show the new row beside the names of the old one.
  if (forUpdate) await scope.tx.execute(sql`select from tickets t where t.company_id = current_company() and ${condition} for update`);
  const found = (await readTicket(scope, condition)) ?? refuse('ERR_NO_TICKET_FOUND');
  if (!maySee(scope.actor, { ...found.ticket, wasTheirs: found.wasTheirs })) refuse('ERR_NO_PERMISSION');
  return found.ticket;
}

/** A ticket for the server's own telling of it. */
export async function findTicket(scope: Scope, id: number): Promise<Ticket | undefined> {
  return (await readTicket(scope, sql`t.id = ${id}`))?.ticket;
}

export async function findTickets(scope: Scope, ids: number[]): Promise<Ticket[]> {
  const { rows } = await scope.tx.execute<{ ticket: Ticket }>(
    sql`select ${ticketJson} as ticket from tickets t ${ticketJoins} where t.company_id = current_company() and t.id = ${anyOf(ids)}`,
  );
  return rows.map(({ ticket }) => ticket);
}

export async function findLiveTicket(scope: Scope, contactId: number, connectionId: number): Promise<Ticket | undefined> {
  return (await readTicket(scope, sql`t.contact_id = ${contactId} and t.connection_id = ${connectionId} and t.status <> 'closed'`))?.ticket;
}

export async function listHistory(scope: Scope, ticketId: number) {
  await seeTicket(scope, { id: ticketId });
  const { rows } = await scope.tx.execute<{
    at: string;
    user: { id: number; name: string } | null;
    what: string;
    from: string | null;
    to: string | null;
    why: string | null;
  }>(sql`
    select iso(h.at) as at, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user", h.what, h.from_value as "from", h.to_value as "to", h.why
    from ticket_history h left join users u on u.company_id = h.company_id and u.id = h.user_id
    where h.company_id = current_company() and h.ticket_id = ${ticketId} order by h.id`);
  return rows;
}
