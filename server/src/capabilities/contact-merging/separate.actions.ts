import { type Contact, contactLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { seeContact } from '../contacts/contacts.queries.ts';
import { keepTickets } from '../tickets/ticket-arrival.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { findTickets, StandingRow } from '../tickets/tickets.queries.ts';
import { conversationKey, type Standing } from '../tickets/tickets.rules.ts';
import { lockPeople, Moved, recount } from './merge.actions.ts';

const MergeRow = z.object({ id: z.int(), leaves: z.int(), mergedAt: z.string(), moved: z.unknown() });
const StrayRow = StandingRow.extend({ ticketId: z.int(), owner: z.int(), connectionId: z.int() });

type Merge = { id: number; stays: number; leaves: number; mergedAt: string; moved: Moved };

/**
 * Undo the latest merge of a contact: the other person stands again, with everything that was theirs. What came since stays with whom it
 * came from, as far as the addresses tell. The channel's word for the two being one is not believed again. Answers who has left.
 */
export async function separateContact(scope: Scope, id: number): Promise<Contact> {
  await seeContact(scope, id);
  const before = await lockPeople(scope, [id]);
  const merge = await standUp(scope, id);
  await giveBack(scope, merge);
  await reviveTickets(scope, merge);
  const strays = await settleStrays(scope, merge);
  await forgetMerge(scope, merge);
  const both = await lockPeople(scope, [merge.stays, merge.leaves]);
  const stood = new Map<number, Standing>([...before.map((each): [number, Standing] => [each.id, each]), ...strays]);
  const touched = both.filter(
    ({ contactId, id: ticketId }) => contactId === merge.leaves || isJoined(merge, ticketId) || strays.has(ticketId),
  );
  const ids = touched.map((ticket) => ticket.id);
  await recount(scope, ids);
  const [stays, leaves] = [await seeContact(scope, merge.stays), await seeContact(scope, merge.leaves)];
  scope.emit(contactLive, { action: 'create', contact: leaves }, everybody);
  scope.emit(contactLive, { action: 'update', contact: stays }, everybody);
  for (const ticket of await findTickets(scope, ids)) announceMove(scope, stood.get(ticket.id) ?? ticket, ticket);
  return leaves;
}

const isJoined = ({ moved }: Merge, ticketId: number) => moved.pairs.some(({ kept, closed }) => kept === ticketId || closed === ticketId);

/** The contact that was merged away, under its own id; only once. */
async function standUp(scope: Scope, id: number): Promise<Merge> {
  const rows = await rowsOf(
    scope.tx,
    MergeRow,
    sql`
    with latest as (
      select * from contact_merges where company_id = current_company() and contact_id = ${id} and undone_at is null order by id desc limit 1),
    stood as (
      insert into contacts (id, uuid, name, number, privacy_id, email, profile_pic_url, created_at, updated_at) overriding system value
      select p.id, p.uuid, p.name, p.number, p.privacy_id, p.email, p.profile_pic_url, p.created_at, ${scope.now.toISOString()} from latest, jsonb_populate_record(null::contacts, latest.parted) p
      on conflict do nothing returning id)
    select latest.id, stood.id as leaves, latest.merged_at as "mergedAt", latest.moved from latest, stood`,
  );
  const [merge] = rows;
  if (!merge) return refuse('ERR_CONFLICT');
  return { ...merge, stays: id, moved: Moved.parse(merge.moved) };
}

/** Tickets with their messages, extra information and addresses; a name that was only borrowed goes back too. */
async function giveBack(scope: Scope, { stays, leaves, moved }: Merge): Promise<void> {
  const { ticketIds, fieldIds, addresses, names } = moved;
  await scope.tx.execute(sql`
    with theirs as (update tickets set contact_id = ${leaves} where company_id = current_company() and contact_id = ${stays} and id = any(${sql.param(ticketIds)}::int[]) returning id),
    said as (update messages m set contact_id = ${leaves} from theirs where m.company_id = current_company() and m.ticket_id = theirs.id),
    fields as (update contact_fields set contact_id = ${leaves} where company_id = current_company() and contact_id = ${stays} and id = any(${sql.param(fieldIds)}::int[])),
    identities as (update contact_identities set contact_id = ${leaves} where company_id = current_company() and contact_id = ${stays} and address = any(${sql.param(addresses)}::text[]))
    update contacts set updated_at = ${scope.now.toISOString()},
      name = case when name = ${names.after.name} then ${names.before.name} else name end, email = case when email = ${names.after.email} then ${names.before.email} else email end
    where company_id = current_company() and id = ${stays}`);
}

/**
 * A ticket that ended only because of the merge goes on as it stood, with what was said in it, unless somebody took it up since or its
 * contact has another live one by now; without its agent, should he be gone, it waits.
 */
async function reviveTickets(scope: Scope, { stays, leaves, moved: { pairs } }: Merge): Promise<void> {
  if (pairs.length === 0) return;
  await scope.tx.execute(sql`
    with given as (select * from json_to_recordset(${JSON.stringify(pairs)}) as g(closed int, status text, "userId" int, "messageIds" json)),
    said as (
      update messages m set ticket_id = t.id, contact_id = t.contact_id from given g join tickets t on t.company_id = current_company() and t.id = g.closed
      where m.company_id = current_company() and m.contact_id in (${stays}, ${leaves}) and m.id in (select value::bigint from json_array_elements_text(g."messageIds"))),
    back as (
      update tickets t set status = case when u.id is null then 'pending' else g.status end, user_id = u.id, closed_at = null, updated_at = ${scope.now.toISOString()}
      from given g left join users u on u.company_id = current_company() and u.id = g."userId"
      where t.company_id = current_company() and t.id = g.closed and t.status = 'closed'
        and not exists (select from tickets o where o.company_id = t.company_id and o.contact_id = t.contact_id and o.connection_id = t.connection_id and o.status <> 'closed')
      returning t.id, t.status)
    insert into ticket_history (ticket_id, at, user_id, what, from_value, to_value, why)
    select id, ${scope.now.toISOString()}, ${scope.actor.userId ?? null}::int, 'separate', 'closed', status, 'the customer is not the same person after all' from back`);
}

/** What was said after the merge, in a ticket that is now the other person's, goes to the ticket it would have come to. */
async function settleStrays(scope: Scope, merge: Merge): Promise<Map<number, Standing>> {
  const { stays, leaves, moved, mergedAt } = merge;
  const theirs = sql`any(${sql.param(moved.addresses)}::text[])`;
  // Opened since, and by nobody but who leaves: it is theirs as a whole.
  await scope.tx.execute(sql`
    with whole as (
      update tickets t set contact_id = ${leaves} where t.company_id = current_company() and t.contact_id = ${stays} and t.created_at >= ${mergedAt}
        and exists (select from messages m where m.company_id = t.company_id and m.ticket_id = t.id)
        and not exists (select from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.chat <> all(${sql.param(moved.addresses)}::text[]))
        and (t.status = 'closed' or not exists (select from tickets o where o.company_id = t.company_id and o.contact_id = ${leaves} and o.connection_id = t.connection_id and o.status <> 'closed'))
      returning t.id)
    update messages m set contact_id = ${leaves} from whole where m.company_id = current_company() and m.ticket_id = whole.id`);
  const rows = await rowsOf(
    scope.tx,
    StrayRow,
    sql`
    select m.id, m.ticket_id as "ticketId", case when m.chat = ${theirs} then ${leaves}::int else ${stays}::int end as owner, m.connection_id as "connectionId",
      t.status, t.user_id as "userId", t.queue_id as "queueId"
    from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = current_company() and m.id > ${moved.lastMessageId} and ((m.contact_id = ${stays} and m.chat = ${theirs}) or (m.contact_id = ${leaves} and not m.chat = ${theirs})) order by m.id`,
  );
  if (rows.length === 0) return new Map();
  const arrived = await keepTickets(
    scope,
    [...new Map(rows.map((row) => [conversationKey(row.owner, row.connectionId), row])).values()].map(({ owner, connectionId }) => ({
      contactId: owner,
      connectionId,
      isGroup: false,
      // Nothing new was said: it is put beside what was said last, and reopens nothing.
      words: [],
    })),
  );
  const homes = rows.map(({ id, owner, connectionId }) => ({
    id,
    owner,
    ticketId: arrived.get(conversationKey(owner, connectionId))?.ticketId,
  }));
  await scope.tx.execute(sql`
    update messages m set ticket_id = g."ticketId", contact_id = g.owner from json_to_recordset(${JSON.stringify(homes)}) as g(id bigint, owner int, "ticketId" int)
    where m.company_id = current_company() and m.id = g.id`);
  const left = rows.map(({ ticketId, status, userId, queueId }): [number, Standing] => [ticketId, { status, userId, queueId }]);
  const reached = [...arrived.values()].flatMap(({ ticketId, before }): Array<[number, Standing]> => (before ? [[ticketId, before]] : []));
  const fresh = [...arrived.values()].flatMap(
    ({ ticketId, before }): Array<[number, Standing]> => (before ? [] : [[ticketId, { status: 'pending', userId: null, queueId: null }]]),
  );
  return new Map([...fresh, ...left, ...reached]);
}

async function forgetMerge(scope: Scope, { id }: Merge): Promise<void> {
  await scope.tx.execute(sql`
    with undone as (update contact_merges set undone_at = ${scope.now.toISOString()} where company_id = current_company() and id = ${id} returning privacy_id)
    update privacy_ids p set refused = true from undone where p.company_id = current_company() and p.privacy_id = undone.privacy_id`);
}
