import type { ErrorCode } from '@prosa/contracts/errors';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { errorOfFailure } from '../../channels/failures.ts';
import { OutboundMessage, type SendOutcome } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/flight.ts';
import { flyIn, goingAhead } from '../../platform/database/kept-scope.ts';
import { keptStatement } from '../../platform/database/kept-statements.ts';
import { runAsServer } from '../../platform/database/reads.ts';
import { IdRow, rowsAmong, rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { type HeldLease, isHeld } from '../connections/leases.ts';
import { deliveryOutcome } from '../messages/delivery.ts';
import { updateLastMessages } from '../messages/last-message.actions.ts';
import { announceUpdates } from '../messages/message-arrival.actions.ts';
import { MessageWithTicket } from '../messages/messages.queries.ts';
import { announceUndone, type UndoneChange, undoRefusedChanges } from '../messages/refused-changes.actions.ts';
import { claiming, type SendingCapacity } from './claim.ts';
import { retryAfterSeconds } from './outbox.rules.ts';
import { recordSent } from './sent.actions.ts';

const ClaimedRow = OutboundMessage.extend({
  outboxId: z.int(),
  attempts: z.int(),
  deed: z.enum(['send', 'retract', 'edit', 'react']),
  fromMe: z.boolean(),
  participant: z.string(),
  /** Of a reaction. */
  emoji: z.string().nullable(),
  /** An edit that customers' phones would not show any more. */
  isTooLate: z.boolean(),
});
export type Claimed = z.output<typeof ClaimedRow>;
const ToldRow = z.object({ told: z.string() });

/**
 * The next messages of conversations that nobody works on, in their order, marked as on their way by the node that holds the connection.
 * Heads are found by steps from one conversation to the next, so that it costs the same however much has piled up in each. One that
 * has to wait lets none pass it.
 */
export async function claimNext(platform: Platform, held: HeldLease, room: SendingCapacity): Promise<Claimed[]> {
  const [rows = []] = await runAsServer(platform, held.companyId, [claiming(held, room, platform.clock())], 'work');
  return rowsAmong(parsed(rows), ClaimedRow, 'the claim of messages to send');
}

const parsed = (rows: Row[]): unknown[] => rows.map(([row]) => JSON.parse(row ?? ''));

/**
 * `unsure`: it may have been sent although it will be retried. No result: it was claimed but never handed to the provider. `isText`: it
 * was words and nothing else.
 */
export type Outcome = { outboxId: number; attempts: number; result: SendOutcome | undefined; unsure: boolean; isText?: boolean };

/**
 * Records outcomes: sent, refused, to be retried, or not attempted. Rows are locked as everywhere: the lease, tickets, messages, then the
 * outbox, and of each kind in the order of ids.
 */
export async function recordOutcomes(platform: Platform, held: HeldLease, outcomes: Outcome[]): Promise<void> {
  const texts = outcomes.filter(({ isText, result }) => isText && result?.outcome === 'sent').map(({ outboxId }) => outboxId);
  const recorded = texts.length > 0 ? await recordSent(platform, held, texts) : new Set<number>();
  const left = outcomes.filter(({ outboxId }) => !recorded.has(outboxId));
  if (left.length > 0) await recordOthers(platform, held, left);
}

async function recordOthers(platform: Platform, held: HeldLease, outcomes: Outcome[]): Promise<void> {
  const given = outcomes.map(({ outboxId, attempts, result, unsure }) => ({
    id: outboxId,
    ack: result?.outcome === 'sent' ? 1 : -1,
    again: result?.outcome === 'later' ? retryAfterSeconds(attempts) : null,
    untried: result === undefined,
    reason: result?.outcome === 'failed' ? errorOfFailure[result.reason] : null,
    unsure,
  }));
  const { companyId } = held;
  const over = given.filter(({ again, untried }) => again === null && !untried);
  const refused = over.filter(({ ack }) => ack === -1);
  const record = goingAhead(platform.databases.keptPlans, companyId, recording(held, given));
  const work = async (scope: Scope, [ahead]: Row[][]) => {
    const undone = refused.length > 0 ? await undoRefused(scope, held, over, refused) : undefined;
    const [rows = []] = ahead ? [ahead] : await flyIn(scope, [record]);
    await announceChanged(scope, rows);
    if (undone) await announceUndone(scope, undone);
  };
  // What was refused is undone before it leaves the outbox.
  await inScope(platform, { companyId, keepsPlans: true }, work, refused.length > 0 ? [] : [record]);
}

type Given = { again: number | null; untried: boolean };

/** Planning it takes several times as long as doing it, and to begin it as long as some messages: what nobody needs is left out. */
const recording = (held: HeldLease, given: Given[]) =>
  keptStatement(sql`
    with given as (
      select *
      from json_to_recordset(${JSON.stringify(given)}) as g(id bigint, ack int, again int, untried boolean,
        reason text, unsure boolean)),
    ${lockMessagesOf(sql`o.id in (select id from given where again is null and not untried) and ${isHeld(held)}`)},
    ${given.some(({ again }) => again !== null) ? waitingAgain(held) : sql``}
    ${given.some(({ untried }) => untried) ? neverTried(held) : sql``}
    over as (
      delete from outbox o
      using given g
      where o.company_id = current_company()
        and o.id = g.id
        and g.again is null
        and not g.untried
        and (select count(*) from held) >= 0
        and ${isHeld(held)}
      returning o.message_id, o.deed, g.ack, g.reason),
    ${deliveryOutcome}`);

const waitingAgain = (held: HeldLease) => sql`
    later as (
      update outbox o
      set state = 'queued', unsure = o.unsure or g.unsure,
        next_at = clock_timestamp() + make_interval(secs => g.again)
      from given g
      where o.company_id = current_company() and o.id = g.id and g.again is not null and ${isHeld(held)}),`;

const neverTried = (held: HeldLease) => sql`
    untried as (
      update outbox o
      set state = 'queued', attempts = o.attempts - 1
      from given g
      where o.company_id = current_company() and o.id = g.id and g.untried and ${isHeld(held)}),`;

type Over = { id: number; reason: ErrorCode | null };

/** All locks first, in the common order: of the tickets, then of every message that will change. */
async function undoRefused(scope: Scope, held: HeldLease, over: Over[], refused: Over[]): Promise<UndoneChange[]> {
  await lockTickets(
    scope,
    refused.map(({ id }) => id),
    isHeld(held),
  );
  const among = sql`o.id = any(${sql.param(over.map(({ id }) => id))}::bigint[]) and ${isHeld(held)}`;
  await scope.tx.execute(sql`with ${lockMessagesOf(among)} select count(*) from held`);
  return undoRefusedChanges(scope, refused, isHeld(held));
}

/** Locks the messages of outbox rows, before the rows themselves. */
const lockMessagesOf = (which: SQL) => sql`
  held as materialized (
    select m.id from messages m where m.company_id = current_company() and m.id = any(array(
      select o.message_id from outbox o where o.company_id = current_company() and ${which}))
    order by m.id for no key update)`;

async function announceChanged(scope: Scope, told: Row[]): Promise<void> {
  const rows = rowsAmong(parsed(told), MessageWithTicket, 'what has left the outbox');
  announceUpdates(scope, rows);
  const standing = rows.filter(({ message }) => message.failure === 'ERR_DELETE_WAPP_MSG').map(({ message }) => message.id);
  if (standing.length > 0) await updateLastMessages(scope, standing);
}

/** Marks waiting messages of a removed connection as failed. */
export const failWaitingMessages = (scope: Scope, connectionId: number): Promise<void> =>
  failWaiting(scope, sql`o.connection_id = ${connectionId}`, 'ERR_NO_WAPP_FOUND');

/** Of a contact who wants no more of them. What is on its way already, or may be, stays. */
export const dropWaitingCampaigns = (scope: Scope, contactId: number): Promise<void> =>
  failWaiting(
    scope,
    sql`o.state = 'queued'
      and o.deed = 'send'
      and not o.unsure
      and o.message_id in (
        select unnest(array[s.message_id, s.question_id])
        from campaign_shippings s
        where s.company_id = current_company() and s.contact_id = ${contactId} and s.state = 'waiting')`,
    'ERR_CAMPAIGN_OPTED_OUT',
  );

async function failWaiting(scope: Scope, which: SQL, reason: ErrorCode): Promise<void> {
  const waiting = sql`o.company_id = current_company() and ${which}`;
  const ids = await rowsOf(scope.tx, IdRow, sql`select o.id from outbox o where ${waiting}`);
  if (ids.length === 0) return;
  await lockTickets(
    scope,
    ids.map(({ id }) => id),
    sql`true`,
  );
  await scope.tx.execute(sql`with ${lockMessagesOf(waiting)} select count(*) from held`);
  const undone = await undoRefusedChanges(
    scope,
    ids.map(({ id }) => ({ id, reason })),
    sql`true`,
  );
  const rows = await rowsOf(
    scope.tx,
    ToldRow,
    sql`
    with ${lockMessagesOf(waiting)},
    over as (
      delete from outbox o
      where ${waiting} and (select count(*) from held) >= 0
      returning o.message_id, o.deed, -1 as ack, ${reason}::text as reason),
    ${deliveryOutcome}`,
  );
  await announceChanged(
    scope,
    rows.map(({ told }) => [told]),
  );
  await announceUndone(scope, undone);
}

/** A restored message or wording may be the last of its ticket. Locks tickets before messages, in the common order. */
async function lockTickets({ tx }: Scope, outboxIds: number[], condition: SQL): Promise<void> {
  await tx.execute(sql`
    select from tickets
    where ${condition}
      and company_id = current_company()
      and id in (
        select m.ticket_id
        from outbox o
        join messages m on m.company_id = o.company_id and m.id = o.message_id
        where o.company_id = current_company()
          and o.id = any(${sql.param(outboxIds)}::bigint[])
          and o.deed in ('retract', 'edit'))
    order by id
    for update`);
}
