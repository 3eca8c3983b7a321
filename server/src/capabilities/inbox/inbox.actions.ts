import { messageLive } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { Frame, type IdentityFrame, identityOf, type MessageFrame, type ReceiptFrame } from '../../channels/port.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import { callForCompany, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { storable } from '../../platform/database/storable.ts';
import { clearAlarm } from '../alarms/alarms.actions.ts';
import { completeRated, refuseCalls } from '../automation/automatic-texts.actions.ts';
import { answersToPartings, keepRatings } from '../automation/ratings.actions.ts';
import type { Held } from '../connections/leases.ts';
import { learnIdentities } from '../contact-merging/identity.actions.ts';
import { keepContacts } from '../contacts/contact-arrival.actions.ts';
import { queueMediaWork } from '../media/media-work.queue.ts';
import { keepAbouts, keepParked } from '../messages/about.actions.ts';
import { type About, isAbout } from '../messages/about.rules.ts';
import { type Kept, keepMessages, keepReceipts, mendQuotes, type Placed } from '../messages/message-arrival.actions.ts';
import { findSettings } from '../settings/settings.queries.ts';
import { type Arrived, keepTickets, type Rated } from '../tickets/ticket-arrival.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { audienceOf, conversationKey } from '../tickets/tickets.rules.ts';
import { conversationsIn, groupsAreIgnored, peopleIn, readableBody, saidAt } from './inbox.rules.ts';

const TakenRow = z.object({ id: z.int(), connectionId: z.int(), frame: Frame, known: z.boolean() });
type Taken = z.output<typeof TakenRow>;

export type Waiting<F extends Frame = Frame> = { connectionId: number; frame: F };

/** Another node holds the connection now: nothing was kept, and nothing may be acknowledged. */
export class LeaseLost extends Error {}

/** Make what has arrived durable. Only when this returns may the channel be told that we have it. */
export async function keepFrames(platform: Platform, held: Held, frames: Frame[]): Promise<void> {
  crashPoint('inbox.before-commit');
  const given = JSON.stringify(storable(frames.map((frame) => ({ identity: identityOf(frame), frame }))));
  const kept = await callForCompany(platform, 'keep_frames', held.companyId, [held.connectionId, held.owner, held.epoch, given]);
  if (!kept) throw new LeaseLost('the connection is held elsewhere');
  crashPoint('inbox.committed');
  platform.wake.announce('inbox', held.companyId);
}

/** Which frames: the oldest of those that have not been tried, or the one whose time has come to be tried again, alone. */
export type Which = { limit: number; again?: boolean };

/** These frames could not be taken in, and all are where they were. None are named where they could not even be read. */
export class BatchFailed extends Error {
  constructor(
    readonly inboxIds: number[],
    cause: unknown,
  ) {
    super('arrived frames could not be taken in', { cause });
  }
}

/**
 * Turn waiting frames of a company into conversations, in the order they came, in one transaction. The rows leave the inbox
 * in that same transaction. One node at a time does this for a company, so that order needs no further care.
 */
export async function processInbox(platform: Platform, companyId: number, which: Which): Promise<number> {
  let taken: Taken[] = [];
  await inScope(platform, { companyId, keepsPlans: true }, async (scope) => {
    taken = await takeWaiting(scope, which);
    const fresh = taken.filter(({ known }) => !known);
    if (fresh.length > 0) await receiveFrames(scope, fresh);
    if (which.again) for (const { id } of taken) await clearAlarm(scope, id);
    crashPoint('inbox.processing');
  }).catch((error: unknown) => {
    throw new BatchFailed(
      taken.map(({ id }) => id),
      error,
    );
  });
  crashPoint('inbox.processed');
  return taken.length;
}

/** The oldest waiting frames, taken. A message that was kept before is known as such: it must not open its ticket again. */
async function takeWaiting(scope: Scope, { limit, again }: Which): Promise<Taken[]> {
  const rows = await keptRowsOf(
    scope,
    TakenRow,
    sql`
    with mine as materialized (select pg_try_advisory_xact_lock(7767622, ${scope.companyId}) as ok),
    taken as (
      delete from inbox where id = any(array(
        select i.id from inbox i, mine where mine.ok and i.company_id = current_company() and i.quarantined_at is null
          and ${again ? sql`i.retry_at <= ${scope.now.toISOString()} order by i.retry_at` : sql`i.retry_at is null order by i.id`} limit ${limit} for update of i))
      returning id, connection_id, frame)
    select id, connection_id as "connectionId", frame, frame->>'kind' = 'message' and exists (
      select from messages m where m.company_id = current_company() and m.connection_id = taken.connection_id and m.chat = frame->>'chat'
        and m.from_me = (frame->>'fromMe')::boolean and m.channel_id = frame->>'id' and m.participant = frame->>'participant') as known
    from taken order by id`,
  );
  return rows;
}

/** Keep frames from the customers' side. Providers repeat themselves: a second copy changes nothing. */
export async function receiveFrames(scope: Scope, waiting: Waiting[]): Promise<void> {
  const messages = waiting.filter((each): each is Waiting<MessageFrame> => each.frame.kind === 'message');
  const receipts = waiting.filter((each): each is Waiting<ReceiptFrame> => each.frame.kind === 'receipt');
  // Not the time at which the transaction began: what was said since would all be of that same moment, and lose its order.
  const now = scope.platform.clock();
  const abouts = waiting.flatMap(({ connectionId, frame }): About[] =>
    isAbout(frame) ? [{ connectionId, frame, at: saidAt(frame, now) }] : [],
  );
  // Before what is said by them: then it comes to the right contact at once.
  const identities = waiting.flatMap(({ frame }): IdentityFrame[] => (frame.kind === 'identity' ? [frame] : []));
  if (identities.length > 0) await learnIdentities(scope, identities);
  const heard = await withoutIgnored(scope, messages);
  if (heard.length > 0) await receiveMessages(scope, heard, now);
  const acked = receipts.map(({ connectionId, frame }) => ({ connectionId, receipt: frame }));
  if (abouts.length > 0) await keepAbouts(scope, abouts, acked);
  if (acked.length > 0) await keepReceipts(scope, acked);
}

/** What is said in groups is not for a company that does not listen to them. */
async function withoutIgnored(scope: Scope, messages: Array<Waiting<MessageFrame>>): Promise<Array<Waiting<MessageFrame>>> {
  if (!messages.some(({ frame }) => frame.isGroup)) return messages;
  const { CheckMsgIsGroup } = await findSettings(scope, 'CheckMsgIsGroup');
  return groupsAreIgnored(CheckMsgIsGroup) ? messages.filter(({ frame }) => !frame.isGroup) : messages;
}

async function receiveMessages(scope: Scope, messages: Array<Waiting<MessageFrame>>, now: Date): Promise<void> {
  const contacts = await keepContacts(scope, peopleIn(messages));
  const contactOf = (frame: MessageFrame) => contacts.get(frame.chat) ?? fail('a contact');
  const arrived = await keepTickets(scope, conversationsIn(messages, contactOf), answersToPartings);
  const ticketOf = (frame: MessageFrame, connectionId: number) => {
    const { ticketId, rated } = arrived.get(conversationKey(contactOf(frame), connectionId)) ?? fail('a ticket');
    return !frame.fromMe && rated?.channelId === frame.id ? rated.ticketId : ticketId;
  };
  const placed = messages.map(
    ({ frame, connectionId }): Placed => ({
      frame,
      body: readableBody(frame),
      connectionId,
      contactId: contactOf(frame),
      ticketId: ticketOf(frame, connectionId),
      sentAt: saidAt(frame, now),
    }),
  );
  const rated = [...arrived.values()].flatMap((each) => each.rated ?? []);
  const kept = await withRatings(scope, await keepMessages(scope, placed), rated);
  await mendMissingQuotes(scope, placed, kept);
  announce(scope, kept, new Map([...arrived.values()].map((each) => [each.ticketId, each])));
  if (rated.length > 0) await completeRated(scope, ratedTickets(kept, rated));
  await refuseCalls(scope, calledTickets(kept));
  const overtaken = kept.filter((each) => each.overtaken).map(({ message }) => message.id);
  if (overtaken.length > 0) await keepParked(scope, overtaken);
  await queueMediaWork(
    scope,
    placed.flatMap(({ frame }) => frame.mediaId ?? []),
  );
}

async function withRatings(scope: Scope, kept: Kept[], rated: Rated[]): Promise<Kept[]> {
  if (rated.length === 0) return kept;
  await keepRatings(scope, rated);
  const settled = new Set(rated.map(({ ticketId }) => ticketId));
  return kept.map((each) =>
    settled.has(each.ticket.id)
      ? { ...each, ticket: { ...each.ticket, unreadMessages: Math.max(0, each.ticket.unreadMessages - 1) } }
      : each,
  );
}

const ratedTickets = (kept: Kept[], rated: Rated[]) =>
  rated.flatMap(
    ({ ticketId, channelId }) => kept.find(({ message }) => message.ticketId === ticketId && message.channelId === channelId)?.ticket ?? [],
  );

/** Tickets in which somebody has called, each once. */
function calledTickets(kept: Kept[]): Ticket[] {
  const called = kept.filter(({ message, ticket }) => message.mediaType === 'call_log' && !message.fromMe && !ticket.isGroup);
  return [...new Map(called.map(({ ticket }) => [ticket.id, ticket])).values()];
}

/** A new or reopened ticket is told of as such; then its messages. */
function announce(scope: Scope, kept: Kept[], arrived: Map<number, Arrived>): void {
  for (const { message, ticket } of kept) {
    const before = arrived.get(ticket.id)?.before;
    if (before?.status !== ticket.status) announceMove(scope, before ?? ticket, ticket);
    arrived.set(ticket.id, { ticketId: ticket.id, before: ticket });
    scope.emit(messageLive, { action: 'create', message, ticket, contact: ticket.contact }, { rooms: audienceOf(ticket) });
  }
}

async function mendMissingQuotes(scope: Scope, placed: Placed[], kept: Kept[]): Promise<void> {
  const quotedBy = new Map(placed.filter(({ frame }) => frame.quotedId).map(({ frame }) => [frame.id, frame.quotedId ?? '']));
  if (quotedBy.size === 0) return;
  const blind = kept
    .filter(({ message }) => message.quotedMsg === null && quotedBy.has(message.channelId))
    .map(({ message }) => ({ id: message.id, quotedId: quotedBy.get(message.channelId) ?? '' }));
  if (blind.length > 0) await mendQuotes(scope, blind);
}

function fail(what: string): never {
  throw new Error(`an arrived message has no place: ${what} is missing`);
}
