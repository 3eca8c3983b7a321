import { type Contact, contactLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { giveBack, refusePrivacyId, standAgain } from '../contacts/contact-belongings.actions.ts';
import { seeContact } from '../contacts/contacts.queries.ts';
import { giveMessagesOf, giveMessagesTo, partMessages, placeMessages, recount } from '../messages/message-moves.actions.ts';
import { giveTickets, reviveTickets } from '../tickets/contact-change.actions.ts';
import { lockConversations } from '../tickets/locks.actions.ts';
import { keepTickets } from '../tickets/ticket-arrival.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { findTickets, StandingRow } from '../tickets/tickets.queries.ts';
import { conversationKey, type Standing } from '../tickets/tickets.rules.ts';
import { Moved } from './merge.actions.ts';

const MergeRow = z.object({ id: z.int(), mergedAt: z.string(), privacyId: z.string(), moved: z.unknown(), parted: z.string() });
const StrayRow = StandingRow.extend({ ticketId: z.int(), owner: z.int(), connectionId: z.int() });

type Merge = { id: number; stays: number; leaves: number; mergedAt: string; privacyId: string; moved: Moved };

/**
 * Undo the latest merge of a contact: the other person stands again, with everything that was theirs. What came since stays with whom it
 * came from, as far as the addresses tell. The channel's word for the two being one is not believed again. Answers who has left.
 */
export async function separateContact(scope: Scope, id: number): Promise<Contact> {
  await seeContact(scope, id);
  const before = await lockConversations(scope, [id]);
  const merge = await standUp(scope, id);
  await returnEverything(scope, merge);
  const strays = await settleStrays(scope, merge);
  await forgetMerge(scope, merge);
  const both = await lockConversations(scope, [merge.stays, merge.leaves]);
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
  const [latest] = await rowsOf(
    scope.tx,
    MergeRow,
    sql`
    select id, merged_at as "mergedAt", privacy_id as "privacyId", moved, parted::text as parted from contact_merges
    where company_id = current_company() and contact_id = ${id} and undone_at is null order by id desc limit 1`,
  );
  const leaves = latest && (await standAgain(scope, latest.parted));
  if (!latest || leaves === undefined) return refuse('ERR_CONFLICT');
  return { ...latest, stays: id, leaves, moved: Moved.parse(latest.moved) };
}

/** Tickets with their messages, extra information and addresses; a name that was only borrowed goes back too. */
async function returnEverything(scope: Scope, { stays, leaves, moved }: Merge): Promise<void> {
  const theirs = await giveTickets(scope, { from: stays, to: leaves, ids: moved.ticketIds });
  await giveMessagesOf(scope, theirs, leaves);
  await giveMessagesTo(scope, moved.addresses, stays, leaves);
  await giveBack(scope, stays, leaves, moved);
  if (moved.pairs.length === 0) return;
  await partMessages(scope, moved.pairs, [stays, leaves]);
  await reviveTickets(scope, moved.pairs);
}

/** What was said after the merge, in a ticket that is now the other person's, goes to the ticket it would have come to. */
async function settleStrays(scope: Scope, merge: Merge): Promise<Map<number, Standing>> {
  const { stays, leaves, moved } = merge;
  const theirs = sql`any(${sql.param(moved.addresses)}::text[])`;
  await giveOpenedSince(scope, merge);
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
    contactId: owner,
    ticketId: arrived.get(conversationKey(owner, connectionId))?.ticketId,
  }));
  await placeMessages(scope, homes);
  const left = rows.map(({ ticketId, status, userId, queueId }): [number, Standing] => [ticketId, { status, userId, queueId }]);
  const reached = [...arrived.values()].flatMap(({ ticketId, before }): Array<[number, Standing]> => (before ? [[ticketId, before]] : []));
  const fresh = [...arrived.values()].flatMap(
    ({ ticketId, before }): Array<[number, Standing]> => (before ? [] : [[ticketId, { status: 'pending', userId: null, queueId: null }]]),
  );
  return new Map([...fresh, ...left, ...reached]);
}

/** Opened since, and by nobody but who leaves: it is theirs as a whole. */
async function giveOpenedSince(scope: Scope, { stays, leaves, moved, mergedAt }: Merge): Promise<void> {
  const said = sql`from messages m where m.company_id = t.company_id and m.ticket_id = t.id`;
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    select t.id from tickets t
    where t.company_id = current_company() and t.contact_id = ${stays} and t.created_at >= ${mergedAt}
      and exists (select ${said}) and not exists (select ${said} and m.chat <> all(${sql.param(moved.addresses)}::text[]))
      and (t.status = 'closed' or not exists (
        select from tickets o where o.company_id = t.company_id and o.contact_id = ${leaves}
          and o.connection_id = t.connection_id and o.status <> 'closed'))`,
  );
  const whole = await giveTickets(scope, { from: stays, to: leaves, ids: rows.map(({ id }) => id) });
  await giveMessagesOf(scope, whole, leaves);
}

async function forgetMerge(scope: Scope, { id, privacyId }: Merge): Promise<void> {
  await scope.tx.execute(sql`
    update contact_merges set undone_at = ${scope.now.toISOString()} where company_id = current_company() and id = ${id}`);
  await refusePrivacyId(scope, privacyId);
}
