import { type Contact, contactLive } from '@prosa/contracts/contacts';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { seeContact } from '../contacts/contacts.queries.ts';
import { lockMessages } from '../tickets/locks.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { findTickets, StandingRow } from '../tickets/tickets.queries.ts';
import type { Standing } from '../tickets/tickets.rules.ts';
import { type LiveTicket, type Pair, pairUp } from './merge.rules.ts';

const LiveTicketRow = StandingRow.extend({ contactId: z.int(), connectionId: z.int() });
const JoinedRow = z.object({ closed: z.int(), messageIds: z.array(z.union([z.int(), z.string()])) });

/** What a merge moved and how it stood before: all that is needed to undo it. */
export const Moved = z.object({
  ticketIds: z.array(z.int()),
  fieldIds: z.array(z.int()),
  /** By which addresses the one who is no more was heard of. */
  addresses: z.array(z.string()),
  pairs: z.array(
    z.object({
      kept: z.int(),
      closed: z.int(),
      status: z.enum(['pending', 'open']),
      userId: z.int().nullable(),
      queueId: z.int().nullable(),
      messageIds: z.array(z.int()),
    }),
  ),
  names: z.object({ before: z.object({ name: z.string(), email: z.string() }), after: z.object({ name: z.string(), email: z.string() }) }),
  /** Whatever is above came later. */
  lastMessageId: z.int(),
});
export type Moved = z.output<typeof Moved>;
const BelongingsRow = Moved.pick({ ticketIds: true, fieldIds: true, addresses: true, lastMessageId: true });

/** Two contacts turn out to be one person: everything of the one moves to the other, and what moved is written down. */
export async function mergeContacts(scope: Scope, from: number, into: number, privacyId: string): Promise<void> {
  const tickets = await lockPeople(scope, [from, into]);
  const names = await shareNames(scope, from, into);
  const pairs = await joinTickets(scope, pairUp(tickets, into));
  const moved = { ...(await moveBelongings(scope, from, into)), pairs, names };
  await scope.tx.execute(sql`
    with gone as (delete from contacts c where c.company_id = current_company() and c.id = ${from} returning to_jsonb(c) as row)
    insert into contact_merges (contact_id, privacy_id, parted, moved, merged_at)
    select ${into}::int, ${privacyId}, row, ${JSON.stringify(moved)}::jsonb, ${scope.now.toISOString()} from gone`);
  await recount(
    scope,
    pairs.flatMap(({ kept, closed }) => [kept, closed]),
  );
  announceMerge(scope, from, await seeContact(scope, into), tickets, await findTickets(scope, touched(moved)));
}

const touched = ({ ticketIds, pairs }: Pick<Moved, 'ticketIds' | 'pairs'>) => [
  ...new Set([...ticketIds, ...pairs.flatMap(({ kept, closed }) => [kept, closed])]),
];

function announceMerge(scope: Scope, from: number, contact: Contact, before: LiveTicket[], after: Ticket[]): void {
  scope.emit(contactLive, { action: 'update', contact }, everybody);
  const stood = new Map<number, Standing>(before.map((each) => [each.id, each]));
  for (const ticket of after) announceMove(scope, stood.get(ticket.id) ?? ticket, ticket);
  scope.emit(contactLive, { action: 'delete', contactId: from }, everybody);
}

/** Tickets before contacts before messages, as everybody else who writes to a conversation locks them. */
export async function lockPeople(scope: Scope, ids: number[]): Promise<LiveTicket[]> {
  const people = sql`any(${sql.param(ids)}::int[])`;
  const rows = await rowsOf(
    scope.tx,
    LiveTicketRow,
    sql`
    select id, contact_id as "contactId", connection_id as "connectionId", status, user_id as "userId", queue_id as "queueId"
    from tickets where company_id = current_company() and contact_id = ${people} order by id for update`,
  );
  await scope.tx.execute(sql`select from contacts where company_id = current_company() and id = ${people} order by id for update`);
  await lockMessages(
    scope,
    rows.map(({ id }) => id),
  );
  return rows;
}

/** Who has only a number for a name, or no e-mail, takes what the other has. */
async function shareNames(scope: Scope, from: number, into: number): Promise<Moved['names']> {
  const rows = await rowsOf(
    scope.tx,
    Moved.shape.names,
    sql`
    with both_of as (
      select c.id, c.name, c.email, case when c.name in (c.number, c.number_key) and o.name <> split_part(o.privacy_id, '@lid', 1) then o.name else c.name end as new_name,
        case when c.email = '' then o.email else c.email end as new_email
      from contacts c join contacts o on o.company_id = c.company_id and o.id = ${from} where c.company_id = current_company() and c.id = ${into}),
    changed as (update contacts c set name = b.new_name, email = b.new_email, updated_at = ${scope.now.toISOString()} from both_of b where c.company_id = current_company() and c.id = b.id)
    select json_build_object('name', name, 'email', email) as before, json_build_object('name', new_name, 'email', new_email) as after from both_of`,
  );
  const [names] = rows;
  if (!names) throw new Error('one of two contacts to be merged is gone');
  return names;
}

/** Of two live tickets on one connection, one goes on with everything that was said in both, and the other ends. */
async function joinTickets(scope: Scope, pairs: Pair[]): Promise<Moved['pairs']> {
  if (pairs.length === 0) return [];
  const given = pairs.map(({ kept, closed }) => ({ kept: kept.id, closed: closed.id }));
  const rows = await rowsOf(
    scope.tx,
    JoinedRow,
    sql`
    with given as (select * from json_to_recordset(${JSON.stringify(given)}) as g(kept int, closed int)),
    told as (update messages m set ticket_id = g.kept from given g where m.company_id = current_company() and m.ticket_id = g.closed returning m.id, g.closed),
    ended as (update tickets t set status = 'closed', closed_at = ${scope.now.toISOString()}, updated_at = ${scope.now.toISOString()} from given g where t.company_id = current_company() and t.id = g.closed),
    noted as (
      insert into ticket_history (ticket_id, at, what, to_value, why)
      select g.closed, ${scope.now.toISOString()}::timestamptz, 'merge', 'closed', 'the customer turned out to be the same person: the conversation goes on in ' || t.code
      from given g join tickets t on t.company_id = current_company() and t.id = g.kept)
    select g.closed, array_remove(array_agg(told.id), null) as "messageIds" from given g left join told on told.closed = g.closed group by 1`,
  );
  const messagesOf = new Map(rows.map(({ closed, messageIds }) => [closed, messageIds.map(Number)]));
  return pairs.map(({ kept, closed: { id, status, userId, queueId } }) => ({
    kept: kept.id,
    closed: id,
    status: status === 'open' ? 'open' : 'pending',
    userId,
    queueId,
    messageIds: messagesOf.get(id) ?? [],
  }));
}

async function moveBelongings(scope: Scope, from: number, into: number) {
  const rows = await rowsOf(
    scope.tx,
    BelongingsRow,
    sql`
    with moved_tickets as (update tickets set contact_id = ${into} where company_id = current_company() and contact_id = ${from} returning id),
    moved_messages as (update messages set contact_id = ${into} where company_id = current_company() and contact_id = ${from}),
    moved_fields as (
      update contact_fields set contact_id = ${into}, position = position + 1 + coalesce((select max(f.position) from contact_fields f where f.company_id = current_company() and f.contact_id = ${into}), -1)
      where company_id = current_company() and contact_id = ${from} returning id),
    moved_identities as (update contact_identities set contact_id = ${into} where company_id = current_company() and contact_id = ${from} returning address)
    select array(select id from moved_tickets) as "ticketIds", array(select id from moved_fields) as "fieldIds", array(select distinct address from moved_identities) as addresses,
      coalesce((select max(id) from messages where company_id = current_company() and contact_id in (${from}, ${into})), 0) as "lastMessageId"`,
  );
  const [moved] = rows;
  if (!moved) throw new Error('nothing was moved');
  return moved;
}

/** What a ticket says of its messages, from the messages themselves. */
export async function recount(scope: Scope, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await scope.tx.execute(sql`
    update tickets t set
      unread_messages = (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.read),
      last_message = coalesce((select case when m.is_deleted then '' else coalesce(nullif(m.body, ''), m.media_type, '') end from messages m where m.company_id = t.company_id and m.ticket_id = t.id order by m.created_at desc, m.id desc limit 1), '')
    where t.company_id = current_company() and t.id = any(${sql.param(ticketIds)}::int[])`);
}
