import { Ticket } from '@prosa/contracts/tickets';
import type { Placeholder, SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Bound, Row } from '../../platform/database/flight.ts';
import { flyIn, keptRowsOf } from '../../platform/database/kept-scope.ts';
import { fixedSql, keptTemplate } from '../../platform/database/kept-statements.ts';
import type { Read } from '../../platform/database/reads.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { contactJson } from '../contacts/contacts.queries.ts';
import { maySee, type TicketState } from './tickets.rules.ts';

export const TicketRow = z.object({ ticket: Ticket });
/** How a ticket stands, without the rest of it. */
export const StandingRow = Ticket.pick({ id: true, status: true, userId: true, queueId: true });

/** The fields of a ticket as the wire shows it; for queries that call the table `t` and use `ticketJoins`. */
export const ticketFields = sql`
  'id', t.id, 'uuid', t.uuid, 'code', t.code, 'status', t.status, 'userId', t.user_id,
  'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
  'queueId', t.queue_id,
  'queue', case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
  'whatsappId', t.connection_id,
  'whatsapp', json_build_object('id', w.id, 'name', w.name),
  'contactId', t.contact_id, 'contact', ${contactJson},
  'lastMessage', left(t.last_message, 1000),
  'unreadMessages', t.unread_messages,
  'isGroup', t.is_group, 'chatbot', t.chatbot,
  'tags', coalesce(
    (
      select json_agg(
        json_build_object('id', tg.id, 'name', tg.name, 'color', tg.color, 'kanban', tg.kanban) order by tg.name, tg.id)
      from ticket_tags tt
      join tags tg on tg.company_id = tt.company_id and tg.id = tt.tag_id
      where tt.company_id = t.company_id and tt.ticket_id = t.id),
    '[]'::json),
  'createdAt', iso(t.created_at), 'updatedAt', iso(t.updated_at)`;

/** What a person said last; its text only where it is not the last message's. */
export const lastSaidJson = sql`case
    when t.said is not null then jsonb_build_object('fromMe', t.said->'fromMe', 'mediaType', t.said->'mediaType',
        'seconds', sm.seconds)
      || jsonb_strip_nulls(jsonb_build_object(
        'text', case when t.said->>'text' <> left(t.last_message, 300) then t.said->'text' end,
        'user', case
          when t.said_by is not null then jsonb_build_object('id', t.said_by, 'name', coalesce(su.name, t.said->>'userName', ''))
        end,
        'name', t.said->'name'))
  end`;
export const ticketJson = fixedSql(sql`json_build_object(${ticketFields}, 'last', ${lastSaidJson})`);

/** Sets what was said last to what `said_of` tells. */
export const setSaid = (said: SQL) => sql`
  said = ${said}, said_by = (${said}->>'userId')::int, said_file = (${said}->>'mediaId')::bigint`;

/** A ticket inside its messages; for queries that call the table `t`. */
export const ticketCardJson = sql`json_build_object('id', t.id, 'uuid', t.uuid, 'code', t.code, 'status', t.status,
  'userId', t.user_id, 'queueId', t.queue_id, 'whatsappId', t.connection_id, 'contactId', t.contact_id,
  'isGroup', t.is_group)`;

/** What `audienceOf` says of a ticket `t`. */
export const audienceRooms = sql`array_remove(
  array['tickets', 'user:' || t.user_id, 'queue:' || t.queue_id || ':all',
    case
      when t.status = 'pending' or (t.status = 'closed' and t.queue_id is not null)
        then 'queue:' || coalesce(t.queue_id::text, 'none')
    end],
  null)`;

export const ticketJoins = sql`
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users su on su.company_id = t.company_id and su.id = t.said_by
  left join media sm on sm.company_id = t.company_id and sm.id = t.said_file`;

/**
 * The order of lists, for queries that call the table `t` and read a range of an index from its newest end. Indexes hold the minute only,
 * so that a message does not write its ticket anew in each of them; what is within a minute is sorted.
 */
export const newestFirst = sql`order by t.updated_minute desc, t.updated_at desc, t.id desc`;

export const anyOf = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`;

/** Whether the ticket's history says that it was assigned to the actor. */
const onceServedBy = (pattern: string | Placeholder) =>
  sql`(
    t.status = 'closed'
    and exists (
      select from ticket_history h
      where h.company_id = t.company_id
        and h.ticket_id = t.id
        and tells_standing(h.what)
        and h.to_value || ' ' like ${pattern}))`;
export const wasTheirs = (actor: Actor) => onceServedBy(`% user:${actor.userId} %`);

async function readTicket(scope: Scope, which: SQL): Promise<Ticket | undefined> {
  const rows = await keptRowsOf(
    scope,
    TicketRow,
    sql`
    select ${ticketJson} as ticket
    from tickets t ${ticketJoins}
    where t.company_id = current_company() and ${which}`,
  );
  return rows[0]?.ticket;
}

/** What a ticket's row says of who may see it, for queries that call the table `t`; the person's place is `once`. */
export const standingJson = sql`json_build_object('status', t.status, 'userId', t.user_id, 'queueId', t.queue_id,
  'wasTheirs', ${onceServedBy(sql.placeholder('once'))})::text`;
export const onceValue = ({ userId }: Pick<Actor, 'userId'>) => ({ once: `% user:${userId} %` });

const oneTicket = (condition: SQL) =>
  keptTemplate(sql`
    select ${ticketJson}::text, ${standingJson}
    from tickets t ${ticketJoins}
    where t.company_id = current_company() and ${condition}`);
const byId = oneTicket(sql`t.id = ${sql.placeholder('id')}`);
const byUuid = oneTicket(sql`t.uuid = ${sql.placeholder('uuid')}`);

/** A ticket and, in the second column, its standing to this person: what `seenRow` judges. */
export const ticketStatement = (id: number, person: Pick<Actor, 'userId'>): Bound => byId({ id, ...onceValue(person) });

const locking = (condition: SQL) =>
  keptTemplate(sql`select from tickets t where t.company_id = current_company() and ${condition} for update`);
const lockById = locking(sql`t.id = ${sql.placeholder('id')}`);
const lockByUuid = locking(sql`t.uuid = ${sql.placeholder('uuid')}`);

/**
 * Returns a ticket that the actor may see. A ticket of another company is not found; an invisible one is refused. It is locked by a
 * statement of its own, in the same round trip: a query that waits for the lock would combine the new row with old joined names.
 */
export async function getVisibleTicket(
  scope: Scope,
  which: { id: number } | { uuid: string },
  { forUpdate = false } = {},
): Promise<Ticket> {
  const [lock, read] = 'id' in which ? [lockById, byId] : [lockByUuid, byUuid];
  const asked = { ...which, ...onceValue(scope.actor) };
  const rows = (await flyIn(scope, [...(forUpdate ? [lock(asked)] : []), read(asked)])).at(-1);
  return Ticket.parse(JSON.parse(seenRow(scope.actor, rows?.[0])));
}

/** A ticket that the actor may see, as it goes out. */
export function ticketRead(actor: Actor, which: { id: number } | { uuid: string }): Read<JsonText> {
  const statement = 'id' in which ? ticketStatement(which.id, actor) : byUuid({ ...which, ...onceValue(actor) });
  return { statements: [statement], finish: ([rows]) => new JsonText(seenRow(actor, rows?.[0])) };
}

/** The first column of a ticket's row, where the second, its standing, says that they may see it. */
export function seenRow(actor: Actor, row: Row | undefined): string {
  const [ticket, state] = row ?? refuse('ERR_NO_TICKET_FOUND');
  if (!maySee(actor, JSON.parse(state ?? ''))) refuse('ERR_NO_PERMISSION');
  return ticket ?? refuse('ERR_NO_TICKET_FOUND');
}

/** A ticket without visibility checks, for events. */
export async function findTicket(scope: Scope, id: number): Promise<Ticket | undefined> {
  return readTicket(scope, sql`t.id = ${id}`);
}

export async function findTickets(scope: Scope, ids: number[]): Promise<Ticket[]> {
  const rows = await rowsOf(
    scope.tx,
    TicketRow,
    sql`
      select ${ticketJson} as ticket
      from tickets t ${ticketJoins}
      where t.company_id = current_company() and t.id = ${anyOf(ids)}`,
  );
  return rows.map(({ ticket }) => ticket);
}

/** Only status, user and queue of tickets. */
export async function findTicketStates(scope: Scope, ids: number[]): Promise<Array<TicketState & { id: number }>> {
  const rows = await rowsOf(
    scope.tx,
    StandingRow,
    sql`
      select t.id, t.status, t.user_id as "userId", t.queue_id as "queueId"
      from tickets t
      where t.company_id = current_company() and t.id = ${anyOf(ids)}`,
  );
  return rows;
}

export async function findLiveTicket(scope: Scope, contactId: number, connectionId: number): Promise<Ticket | undefined> {
  return readTicket(scope, sql`t.contact_id = ${contactId} and t.connection_id = ${connectionId} and t.status <> 'closed'`);
}
