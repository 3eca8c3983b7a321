import { messageLive } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type FailureFrame, Frame, type IdentityFrame, type MessageFrame, type ReceiptFrame } from '../../channels/port.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import type { Bound, Row } from '../../platform/database/flight.ts';
import { goingAhead } from '../../platform/database/kept-scope.ts';
import { keptTemplate } from '../../platform/database/kept-statements.ts';
import { rowsAmong } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { clearAlarm } from '../alarms/alarms.actions.ts';
import { refuseCalls, thankForRatings } from '../automation/automatic-texts.actions.ts';
import { askBot, beforeBot, replyOf, tellOfBot } from '../automation/bot/bot.actions.ts';
import { heardByBot } from '../automation/bot/hearing.rules.ts';
import { answersToPartings, storeRatings } from '../automation/ratings.actions.ts';
import { hearForCampaigns } from '../campaigns/campaign-answers.actions.ts';
import { learnIdentities } from '../contact-merging/identity.actions.ts';
import { findOrCreateContacts } from '../contacts/contact-arrival.actions.ts';
import { queueMediaWork } from '../media/media-work.queue.ts';
import { awaitingFile, queueFetches } from '../messages/file-fetches.actions.ts';
import { storeHistory } from '../messages/history.actions.ts';
import { askForPreviews } from '../messages/link-previews/link-previews.actions.ts';
import { type IncomingMessage, type Kept, linkQuotes, storeMessages, storeReceipts } from '../messages/message-arrival.actions.ts';
import { applyParkedChanges, storeMessageChanges } from '../messages/message-changes.actions.ts';
import { isChangeFrame, type MessageReference } from '../messages/message-changes.rules.ts';
import { storeFailures } from '../messages/message-failures.actions.ts';
import { fillStandIns } from '../messages/unreadable-messages.actions.ts';
import { type DirectSending, openDirectSending } from '../outbox/direct-sending.ts';
import { findSettings } from '../settings/settings.queries.ts';
import { type ArrivedTicket, findOrOpenTickets, type RatingMessage } from '../tickets/ticket-arrival.actions.ts';
import { announceMove } from '../tickets/tickets.actions.ts';
import { audienceOf, conversationKey } from '../tickets/tickets.rules.ts';
import { collectConversations, collectPeople, groupsAreIgnored, messageTime, readableBody, withoutStandIns } from './inbox.rules.ts';

const TakenRow = z.object({
  id: z.int(),
  connectionId: z.int(),
  frame: Frame,
  known: z.boolean(),
  isAwaited: z.boolean(),
  isCut: z.boolean(),
});
type ClaimedFrame = z.output<typeof TakenRow>;

export type WaitingFrame<F extends Frame = Frame> = { connectionId: number; frame: F };

/** Selects frames: the oldest untried ones, or a single frame that is due for a retry. */
export type FrameSelection = { limit: number; again?: boolean };

/** How many frames were taken. `isCut`: not as many as were asked for and waiting, because those are large. */
type Taken = { count: number; isCut: boolean };

/** A batch, which is worked on in memory, ends with the frame that reaches this size. */
const mostBytes = 8 * 1024 * 1024;

/** Processing these frames failed and was rolled back. Empty if they could not even be read. */
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
export async function processInbox(platform: Platform, companyId: number, which: FrameSelection): Promise<Taken> {
  let taken: ClaimedFrame[] = [];
  const direct = openDirectSending(platform);
  const work = async (scope: Scope, [, claimed = []]: Row[][]) => {
    taken = rowsAmong(
      claimed.map(([row]) => JSON.parse(row ?? '')),
      TakenRow,
      'the claim of waiting frames',
    );
    const awaited = taken.flatMap(({ connectionId, frame, isAwaited }) =>
      frame.kind === 'message' && isAwaited ? [{ connectionId, frame: awaitingFile(frame), body: readableBody(frame) }] : [],
    );
    // First: what was said is known before it is changed.
    if (awaited.length > 0) await fillStandIns(scope, awaited);
    const fresh = withoutStandIns(taken.filter(({ known, isAwaited }) => !known && !isAwaited));
    if (fresh.length > 0) await receiveFrames(scope, fresh, direct);
    if (which.again) for (const { id } of taken) await clearAlarm(scope, id);
    crashPoint('inbox.processing');
  };
  await inScope(platform, { companyId, keepsPlans: true }, work, claimOf(platform, companyId, which)).catch((error: unknown) => {
    direct.letGo();
    throw new BatchFailed(
      taken.map(({ id }) => id),
      error,
    );
  });
  crashPoint('inbox.processed');
  direct.send();
  return { count: taken.length, isCut: taken.some(({ isCut }) => isCut) };
}

/**
 * Whether it is our turn with the company's inbox. A statement sees what was there when it began: asked before the claim and not in it,
 * the claim sees all that the node before has committed.
 */
const takingTurn = keptTemplate(sql`
    select set_config('app.inbox_is_mine', pg_try_advisory_xact_lock(7767622, current_company())::text, true)`);

/**
 * Claims the oldest waiting frames, up to that size. A message that was stored before is marked as known: it must not reopen its ticket.
 * One that could not be read then, and can be now, is awaited. Nothing follows from what comes of a connection that was removed
 * meanwhile: nobody could answer it.
 */
const claiming = (due: SQL) =>
  keptTemplate(sql`
    with waiting as materialized (
      select i.id, octet_length(i.frame::text) as bytes
      from inbox i
      where current_setting('app.inbox_is_mine', true) = 'true'
        and i.company_id = current_company()
        and i.quarantined_at is null
        and ${due}
      limit ${sql.placeholder('limit')} for update of i),
    counted as materialized (
      select id, sum(bytes) over (order by id) - bytes < ${mostBytes}::bigint as fits
      from waiting),
    taken as (
      delete from inbox
      where id = any(array(select id from counted where fits))
      returning id, connection_id, frame)
    select json_build_object('id', taken.id, 'connectionId', connection_id,
      'frame', case when c.removed_at is null then frame else frame || '{"silent": true}' end,
      'known', coalesce(stored.is_read, false) or (stored.is_read is not null and frame->'data' ? 'unreadable'),
      'isAwaited', coalesce(not stored.is_read and not frame->'data' ? 'unreadable', false),
      'isCut', exists (select from counted where not fits))::text
    from taken
    join connections c on c.company_id = current_company() and c.id = taken.connection_id
    left join lateral (
      select not coalesce(m.data ? 'unreadable', false) as is_read
      from messages m
      where frame->>'kind' = 'message'
        and m.company_id = current_company()
        and m.connection_id = taken.connection_id
        and m.chat = frame->>'chat'
        and m.from_me = (frame->>'fromMe')::boolean
        and m.channel_id = frame->>'id'
        and m.participant = frame->>'participant'
      limit 1) stored on true
    order by taken.id`);
const claimUntried = claiming(sql`i.retry_at is null order by i.id`);
const claimDue = claiming(sql`i.retry_at <= ${sql.placeholder('now')} order by i.retry_at`);

function claimOf({ databases, clock }: Platform, companyId: number, { limit, again }: FrameSelection): Bound[] {
  const claim = again ? claimDue({ limit, now: clock().toISOString() }) : claimUntried({ limit });
  return [takingTurn({}), claim].map((each) => goingAhead(databases.keptPlans, companyId, each));
}

/** Processes frames from the channel. Duplicates change nothing. */
export async function receiveFrames(scope: Scope, waiting: WaitingFrame[], direct?: DirectSending): Promise<void> {
  const messages = waiting.filter((each): each is WaitingFrame<MessageFrame> => each.frame.kind === 'message');
  const receipts = waiting.filter((each): each is WaitingFrame<ReceiptFrame> => each.frame.kind === 'receipt');
  // Uses the current time, not the start of the transaction, so that messages of one batch keep their order.
  const now = scope.platform.clock();
  const changes = waiting.flatMap(({ connectionId, frame }): MessageReference[] =>
    isChangeFrame(frame) ? [{ connectionId, frame, at: messageTime(frame, now) }] : [],
  );
  // Processed before messages so that those reach the right contact.
  const identities = waiting.flatMap(({ frame }): IdentityFrame[] => (frame.kind === 'identity' ? [frame] : []));
  if (identities.length > 0) await learnIdentities(scope, identities);
  const heard = await dropIgnoredGroups(scope, messages);
  const history = heard.filter(({ frame }) => frame.silent);
  if (history.length > 0) await receiveHistory(scope, history, now);
  const live = heard.filter(({ frame }) => !frame.silent);
  if (live.length > 0) await receiveMessages(scope, live, now, direct);
  const acked = receipts.map(({ connectionId, frame }) => ({ connectionId, receipt: frame }));
  if (changes.length > 0) await storeMessageChanges(scope, changes, acked);
  if (acked.length > 0) await storeReceipts(scope, acked);
  // Last: what was delivered did not fail.
  const failures = waiting.flatMap(
    ({ connectionId, frame }): Array<{ connectionId: number; failure: FailureFrame }> =>
      frame.kind === 'failure' ? [{ connectionId, failure: frame }] : [],
  );
  if (failures.length > 0) await storeFailures(scope, failures);
}

/** Drops group messages where the company ignores groups. */
async function dropIgnoredGroups(scope: Scope, messages: Array<WaitingFrame<MessageFrame>>): Promise<Array<WaitingFrame<MessageFrame>>> {
  if (!messages.some(({ frame }) => frame.isGroup)) return messages;
  const { CheckMsgIsGroup } = await findSettings(scope, 'CheckMsgIsGroup');
  return groupsAreIgnored(CheckMsgIsGroup) ? messages.filter(({ frame }) => !frame.isGroup) : messages;
}

/** What the phone remembers of the time before it was linked: it is stored, and nothing follows from it. */
async function receiveHistory(scope: Scope, messages: Array<WaitingFrame<MessageFrame>>, now: Date): Promise<void> {
  const contacts = await findOrCreateContacts(scope, collectPeople(messages), { silent: true });
  const placed = messages.map(({ frame, connectionId }) => ({
    frame: awaitingFile(frame),
    body: readableBody(frame),
    connectionId,
    contactId: contacts.get(frame.chat) ?? throwMissing('a contact'),
    sentAt: messageTime(frame, now),
  }));
  await storeHistory(scope, placed);
}

async function receiveMessages(
  scope: Scope,
  messages: Array<WaitingFrame<MessageFrame>>,
  now: Date,
  direct: DirectSending | undefined,
): Promise<void> {
  const contacts = await findOrCreateContacts(scope, collectPeople(messages));
  const contactOf = (frame: MessageFrame) => contacts.get(frame.chat) ?? throwMissing('a contact');
  const arrived = await findOrOpenTickets(scope, collectConversations(messages, contactOf), answersToPartings);
  const ticketOf = (frame: MessageFrame, connectionId: number) => {
    const { ticketId, rated } = arrived.get(conversationKey(contactOf(frame), connectionId)) ?? throwMissing('a ticket');
    return !frame.fromMe && rated?.channelId === frame.id ? rated.ticketId : ticketId;
  };
  const placed = messages.map(
    ({ frame, connectionId }): IncomingMessage => ({
      frame: awaitingFile(frame),
      body: readableBody(frame),
      connectionId,
      contactId: contactOf(frame),
      ticketId: ticketOf(frame, connectionId),
      sentAt: messageTime(frame, now),
    }),
  );
  const rated = [...arrived.values()].flatMap((each) => each.rated ?? []);
  const followed = await askBot(scope, heardByBot(placed, arrived.values(), now));
  const reply = replyOf(scope, followed);
  const stored = await storeMessages(scope, placed, reply && { ...reply, direct: direct?.keep(reply.answers) });
  direct?.stored(stored.answers);
  if (rated.length > 0) await storeRatings(scope, rated);
  const [answers, told] = [withoutRatings(stored.answers, rated), withoutRatings(stored.kept, rated)];
  const kept = beforeBot(told, followed);
  await linkMissingQuotes(scope, placed, kept);
  await askForPreviews(
    scope,
    kept.map(({ message }) => message),
  );
  announce(scope, kept, new Map([...arrived.values()].map((each) => [each.ticketId, each])));
  await tellOfBot(scope, followed, answers, told);
  if (rated.length > 0) await thankForRatings(scope, ratedTickets(kept, rated));
  await refuseCalls(scope, calledTickets(told));
  await hearForCampaigns(scope, kept);
  const overtaken = kept.filter((each) => each.overtaken).map(({ message }) => message.id);
  if (overtaken.length > 0) await applyParkedChanges(scope, overtaken);
  await queueFetches(scope, placed);
  await queueMediaWork(
    scope,
    placed.flatMap(({ frame }) => frame.mediaId ?? []),
  );
}

/** As their tickets are told once ratings have been stored: those are nothing that is left to read. */
function withoutRatings(kept: Kept[], rated: RatingMessage[]): Kept[] {
  const settled = new Set(rated.map(({ ticketId }) => ticketId));
  return kept.map((each) =>
    settled.has(each.ticket.id)
      ? { ...each, ticket: { ...each.ticket, unreadMessages: Math.max(0, each.ticket.unreadMessages - 1) } }
      : each,
  );
}

const ratedTickets = (kept: Kept[], rated: RatingMessage[]) =>
  rated.flatMap(
    ({ ticketId, channelId }) => kept.find(({ message }) => message.ticketId === ticketId && message.channelId === channelId)?.ticket ?? [],
  );

/** Tickets in which somebody has called, each once. */
function calledTickets(kept: Kept[]): Ticket[] {
  const called = kept.filter(({ message, ticket }) => message.mediaType === 'call_log' && !message.fromMe && !ticket.isGroup);
  return [...new Map(called.map(({ ticket }) => [ticket.id, ticket])).values()];
}

/** Announces new and reopened tickets first, then the messages. */
function announce(scope: Scope, kept: Kept[], arrived: Map<number, ArrivedTicket>): void {
  for (const { message, ticket } of kept) {
    const before = arrived.get(ticket.id)?.before;
    if (before?.status !== ticket.status) announceMove(scope, before ?? ticket, ticket);
    arrived.set(ticket.id, { ticketId: ticket.id, before: ticket });
    scope.emit(messageLive, { action: 'create', message, ticket, contact: ticket.contact }, { rooms: audienceOf(ticket) });
  }
}

async function linkMissingQuotes(scope: Scope, placed: IncomingMessage[], kept: Kept[]): Promise<void> {
  const quotedBy = new Map(placed.filter(({ frame }) => frame.quotedId).map(({ frame }) => [frame.id, frame.quotedId ?? '']));
  if (quotedBy.size === 0) return;
  const blind = kept
    .filter(({ message }) => message.quotedMsg === null && quotedBy.has(message.channelId))
    .map(({ message }) => ({ id: message.id, quotedId: quotedBy.get(message.channelId) ?? '' }));
  if (blind.length > 0) await linkQuotes(scope, blind);
}

function throwMissing(what: string): never {
  throw new Error(`an arrived message has no place: ${what} is missing`);
}
