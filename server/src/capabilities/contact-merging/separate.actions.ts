import { type Contact, contactLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { giveBack, refusePrivacyId, standAgain } from '../contacts/contact-belongings.actions.ts';
import { getContact } from '../contacts/contacts.queries.ts';
import { giveMessagesOf, giveMessagesTo, partMessages, placeMessages, recountTickets } from '../messages/message-moves.actions.ts';
import { giveTickets, reopenMergedTickets } from '../tickets/contact-change.actions.ts';
import { lockConversations } from '../tickets/locks.actions.ts';
import { findOrOpenTickets } from '../tickets/ticket-arrival.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { findTickets, StandingRow } from '../tickets/tickets.queries.ts';
import { conversationKey, type TicketState } from '../tickets/tickets.rules.ts';
import { MergeRecord } from './merge.actions.ts';

const MergeRow = z.object({ id: z.int(), mergedAt: z.string(), privacyId: z.string(), moved: z.unknown(), parted: z.string() });
const StrayRow = StandingRow.extend({ ticketId: z.int(), owner: z.int(), connectionId: z.int() });

type Merge = { id: number; stays: number; leaves: number; mergedAt: string; privacyId: string; moved: MergeRecord };

/**
 * Undo the latest merge of a contact: the other person stands again, with everything that was theirs. What came since stays with whom it
 * came from, as far as the addresses tell. The channel's word for the two being one is not believed again. Answers who has left.
 */
export async function separateContact(scope: Scope, id: number): Promise<Contact> {
  await getContact(scope, id);
  const before = await lockConversations(scope, [id]);
  const merge = await restoreContact(scope, id);
  await returnEverything(scope, merge);
  const laterMessages = await reassignLaterMessages(scope, merge);
  await deleteMerge(scope, merge);
  const both = await lockConversations(scope, [merge.stays, merge.leaves]);
  const stood = new Map<number, TicketState>([...before.map((each): [number, TicketState] => [each.id, each]), ...laterMessages]);
  const touched = both.filter(
    ({ contactId, id: ticketId }) => contactId === merge.leaves || isMergedTicket(merge, ticketId) || laterMessages.has(ticketId),
  );
  const ids = touched.map((ticket) => ticket.id);
  await recountTickets(scope, ids);
  const [stays, leaves] = [await getContact(scope, merge.stays), await getContact(scope, merge.leaves)];
  scope.emit(contactLive, { action: 'create', contact: leaves }, everybody);
  scope.emit(contactLive, { action: 'update', contact: stays }, everybody);
  for (const ticket of await findTickets(scope, ids)) announceMove(scope, stood.get(ticket.id) ?? ticket, ticket);
  return leaves;
}

const isMergedTicket = ({ moved }: Merge, ticketId: number) =>
  moved.pairs.some(({ kept, closed }) => kept === ticketId || closed === ticketId);

/** Restores the merged contact under its own id; fails if it was already restored. */
async function restoreContact(scope: Scope, id: number): Promise<Merge> {
  const [latest] = await rowsOf(
    scope.tx,
    MergeRow,
    sql`
    select id, merged_at as "mergedAt", privacy_id as "privacyId", moved, parted::text as parted
    from contact_merges
    where company_id = current_company() and contact_id = ${id} and undone_at is null
    order by id desc
    limit 1`,
  );
  const leaves = latest && (await standAgain(scope, latest.parted));
  if (!latest || leaves === undefined) return refuse('ERR_CONFLICT');
  return { ...latest, stays: id, leaves, moved: MergeRecord.parse(latest.moved) };
}

/** Moves back tickets with their messages, extra information and addresses, and restores a copied name. */
async function returnEverything(scope: Scope, { stays, leaves, moved }: Merge): Promise<void> {
  const theirs = await giveTickets(scope, { from: stays, to: leaves, ids: moved.ticketIds });
  await giveMessagesOf(scope, theirs, leaves);
  await giveMessagesTo(scope, moved.addresses, stays, leaves);
  await giveBack(scope, stays, leaves, moved);
  if (moved.pairs.length === 0) return;
  await partMessages(scope, moved.pairs, [stays, leaves]);
  await reopenMergedTickets(scope, moved.pairs);
}

/** Moves messages that arrived after the merge to the ticket they would have belonged to. */
async function reassignLaterMessages(scope: Scope, merge: Merge): Promise<Map<number, TicketState>> {
  const { stays, leaves, moved } = merge;
  const theirs = sql`any(${sql.param(moved.addresses)}::text[])`;
  await giveOpenedSince(scope, merge);
  const rows = await rowsOf(
    scope.tx,
    StrayRow,
    sql`
    select m.id, m.ticket_id as "ticketId",
      case when m.chat = ${theirs} then ${leaves}::int else ${stays}::int end as owner,
      m.connection_id as "connectionId",
      t.status, t.user_id as "userId", t.queue_id as "queueId"
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = current_company()
      and m.id > ${moved.lastMessageId}
      and ((m.contact_id = ${stays} and m.chat = ${theirs}) or (m.contact_id = ${leaves} and not m.chat = ${theirs}))
    order by m.id`,
  );
  if (rows.length === 0) return new Map();
  const arrived = await findOrOpenTickets(
    scope,
    [...new Map(rows.map((row) => [conversationKey(row.owner, row.connectionId), row])).values()].map(({ owner, connectionId }) => ({
      contactId: owner,
      connectionId,
      isGroup: false,
      // No new message: it is moved to the last ticket without reopening it.
      words: [],
    })),
  );
  const homes = rows.map(({ id, owner, connectionId }) => ({
    id,
    contactId: owner,
    ticketId: arrived.get(conversationKey(owner, connectionId))?.ticketId,
  }));
  await placeMessages(scope, homes);
  const left = rows.map(({ ticketId, status, userId, queueId }): [number, TicketState] => [ticketId, { status, userId, queueId }]);
  const reached = [...arrived.values()].flatMap(
    ({ ticketId, before }): Array<[number, TicketState]> => (before ? [[ticketId, before]] : []),
  );
  const fresh = [...arrived.values()].flatMap(
    ({ ticketId, before }): Array<[number, TicketState]> =>
      before ? [] : [[ticketId, { status: 'pending', userId: null, queueId: null }]],
  );
  return new Map([...fresh, ...left, ...reached]);
}

/** Opened after the merge and only used by the separated contact: the whole ticket is theirs. */
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

async function deleteMerge(scope: Scope, { id, privacyId }: Merge): Promise<void> {
  await scope.tx.execute(sql`
    update contact_merges set undone_at = ${scope.now.toISOString()} where company_id = current_company() and id = ${id}`);
  await refusePrivacyId(scope, privacyId);
}
