import { type Contact, contactLive } from '@prosa/contracts/contacts';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { giveBotStates } from '../automation/bot/bot-states.actions.ts';
import { giveShippings } from '../campaigns/campaign-answers.actions.ts';
import { CopiedTexts, copyMissingTexts, giveBelongings, takeOut } from '../contacts/contact-belongings.actions.ts';
import { getContact } from '../contacts/contacts.queries.ts';
import { giveMessages, joinMessages, recountTickets } from '../messages/message-moves.actions.ts';
import { giveSchedules } from '../schedules/schedules.actions.ts';
import { endJoined, giveTickets } from '../tickets/contact-change.actions.ts';
import { lockConversations } from '../tickets/locks.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { findTickets } from '../tickets/tickets.queries.ts';
import type { TicketOfContact, TicketState } from '../tickets/tickets.rules.ts';
import { pairLiveTickets, type TicketPair } from './merge.rules.ts';

/** Record of a merge: what was moved and the previous state, so that it can be undone. */
export const MergeRecord = z.object({
  ticketIds: z.array(z.int()),
  fieldIds: z.array(z.int()),
  /** Addresses of the contact that was merged away. */
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
  names: CopiedTexts,
  /** Higher ids were created after the merge. */
  lastMessageId: z.int(),
});
export type MergeRecord = z.output<typeof MergeRecord>;

/** Merges two contacts of one person: moves everything from one to the other and records what was moved. */
export async function mergeContacts(scope: Scope, from: number, into: number, privacyId: string): Promise<void> {
  const tickets = await lockConversations(scope, [from, into]);
  const names = await copyMissingTexts(scope, from, into);
  const pairs = await mergeLiveTickets(scope, pairLiveTickets(tickets, into));
  const ticketIds = await giveTickets(scope, { from, to: into });
  await giveBotStates(scope, from, into);
  await giveSchedules(scope, from, into);
  await giveShippings(scope, from, into);
  const moved: MergeRecord = {
    ticketIds,
    pairs,
    names,
    ...(await giveMessages(scope, from, into)),
    ...(await giveBelongings(scope, from, into)),
  };
  const row = await takeOut(scope, from);
  await scope.tx.execute(sql`
    insert into contact_merges (contact_id, privacy_id, parted, moved, merged_at)
    values (${into}, ${privacyId}, ${row}::jsonb, ${JSON.stringify(moved)}::jsonb, ${scope.now.toISOString()})`);
  const joined = pairs.flatMap(({ kept, closed }) => [kept, closed]);
  await recountTickets(scope, joined);
  const changedTicketIds = [...new Set([...ticketIds, ...joined])];
  announceMerge(scope, from, await getContact(scope, into), tickets, await findTickets(scope, changedTicketIds));
}

function announceMerge(scope: Scope, from: number, contact: Contact, before: TicketOfContact[], after: Ticket[]): void {
  scope.emit(contactLive, { action: 'update', contact }, everybody);
  const stood = new Map<number, TicketState>(before.map((each) => [each.id, each]));
  for (const ticket of after) announceMove(scope, stood.get(ticket.id) ?? ticket, ticket);
  scope.emit(contactLive, { action: 'delete', contactId: from }, everybody);
}

/** Of two live tickets on one connection, one continues with the messages of both and the other is closed. */
async function mergeLiveTickets(scope: Scope, pairs: TicketPair[]): Promise<MergeRecord['pairs']> {
  if (pairs.length === 0) return [];
  const given = pairs.map(({ kept, closed }) => ({ kept: kept.id, closed: closed.id }));
  const messagesOf = await joinMessages(scope, given);
  await endJoined(scope, given);
  return pairs.map(({ kept, closed: { id, status, userId, queueId } }) => ({
    kept: kept.id,
    closed: id,
    status: status === 'open' ? 'open' : 'pending',
    userId,
    queueId,
    messageIds: messagesOf.get(id) ?? [],
  }));
}
