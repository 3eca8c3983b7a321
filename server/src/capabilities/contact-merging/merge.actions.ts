import { type Contact, contactLive } from '@prosa/contracts/contacts';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { giveBelongings, shareNames, takeOut } from '../contacts/contact-belongings.actions.ts';
import { seeContact } from '../contacts/contacts.queries.ts';
import { giveMessages, joinMessages, recount } from '../messages/message-moves.actions.ts';
import { endJoined, giveTickets } from '../tickets/contact-change.actions.ts';
import { lockConversations } from '../tickets/locks.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { findTickets } from '../tickets/tickets.queries.ts';
import type { Standing, TicketOfContact } from '../tickets/tickets.rules.ts';
import { type Pair, pairUp } from './merge.rules.ts';

const Names = z.object({ name: z.string(), email: z.string() });

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
  names: z.object({ before: Names, after: Names }),
  /** Whatever is above came later. */
  lastMessageId: z.int(),
});
export type Moved = z.output<typeof Moved>;

/** Two contacts turn out to be one person: everything of the one moves to the other, and what moved is written down. */
export async function mergeContacts(scope: Scope, from: number, into: number, privacyId: string): Promise<void> {
  const tickets = await lockConversations(scope, [from, into]);
  const names = await shareNames(scope, from, into);
  const pairs = await joinTickets(scope, pairUp(tickets, into));
  const ticketIds = await giveTickets(scope, { from, to: into });
  const moved: Moved = {
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
  await recount(scope, joined);
  const touched = [...new Set([...ticketIds, ...joined])];
  announceMerge(scope, from, await seeContact(scope, into), tickets, await findTickets(scope, touched));
}

function announceMerge(scope: Scope, from: number, contact: Contact, before: TicketOfContact[], after: Ticket[]): void {
  scope.emit(contactLive, { action: 'update', contact }, everybody);
  const stood = new Map<number, Standing>(before.map((each) => [each.id, each]));
  for (const ticket of after) announceMove(scope, stood.get(ticket.id) ?? ticket, ticket);
  scope.emit(contactLive, { action: 'delete', contactId: from }, everybody);
}

/** Of two live tickets on one connection, one goes on with everything that was said in both, and the other ends. */
async function joinTickets(scope: Scope, pairs: Pair[]): Promise<Moved['pairs']> {
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
