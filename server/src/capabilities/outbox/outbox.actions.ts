import type { ErrorCode } from '@prosa/contracts/errors';
import { editMinutes } from '@prosa/contracts/messages';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { errorOfFailure } from '../../channels/failures.ts';
import { OutboundMessage, type SendOutcome } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { type HeldLease, isHeld } from '../connections/leases.ts';
import { deliveryOutcome } from '../messages/delivery.ts';
import { updateLastMessages } from '../messages/last-message.actions.ts';
import { announceUpdates } from '../messages/message-arrival.actions.ts';
import { MessageWithTicket } from '../messages/messages.queries.ts';
import { announceUndone, type UndoneChange, undoRefusedChanges } from '../messages/refused-changes.actions.ts';
import { retryAfterSeconds } from './outbox.rules.ts';

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

/** Messages claimed per conversation at a time: a slow one only delays those claimed with it. */
export const maxPerConversation = 8;

export type SendingCapacity = {
  /** Conversations with messages being sent: their next messages wait. */
  busy: string[];
  /** Recently served conversations: others go first. */
  recent: string[];
  conversations: number;
};

/** Phones take an edit for some minutes longer than people may begin one; one that had to wait beyond that would be shown here alone. */
const maxEditMinutes = editMinutes + 5;

/**
 * What the provider is handed of each one `claimed`. A message leaves as it was said, and what was edited meanwhile follows it: should that
 * be refused, what the customer has and what is shown here are the same again.
 */
const claimedMessages = (now: Date) => sql`
  select o.id as "outboxId", o.attempts, o.deed, m.channel_id as id, o.chat, m.from_me as "fromMe", m.participant,
    case
      when o.deed = 'edit' then o.content->>'body'
      else coalesce(
        (
          select e.before
          from outbox w
          join message_edits e on e.company_id = w.company_id and e.id = (w.content->>'editId')::bigint
          where w.company_id = current_company() and w.message_id = o.message_id and w.deed = 'edit'
          order by w.id
          limit 1),
        m.body)
    end as body,
    o.content->>'emoji' as emoji,
    o.deed = 'edit' and m.created_at < ${now.toISOString()}::timestamptz - make_interval(mins => ${maxEditMinutes}) as "isTooLate",
    m.media_type as "mediaType",
    q.channel_id as "quotedId",
    coalesce((m.data->>'voice')::boolean, false) as voice,
    m.data, m.data->'template' as template,
    case
      when md.id is not null then json_build_object('id', md.id, 'key', md.key, 'mimetype', md.mimetype,
        'kind', md.kind, 'fileName', md.file_name)
    end as media
  from claimed o
  join messages m on m.company_id = current_company() and m.id = o.message_id
  left join media md on md.company_id = m.company_id and md.id = m.media_id
  left join messages q on q.company_id = m.company_id and q.id = m.quoted_id
  order by o.id`;

/**
 * The next messages of conversations that nobody works on, in their order, marked as on their way by the node that holds the connection.
 * Heads are found by steps from one conversation to the next, so that it costs the same however much has piled up in each. One that
 * has to wait lets none pass it.
 */
export async function claimNext(platform: Platform, held: HeldLease, { busy, recent, conversations }: SendingCapacity): Promise<Claimed[]> {
  const here = sql`company_id = current_company() and connection_id = ${held.connectionId}`;
  // Planning it takes longer than doing it; a kept statement takes texts, so the lists of conversations travel as one each.
  return inScope(platform, { companyId: held.companyId, keepsPlans: true }, (scope) =>
    keptRowsOf(
      scope,
      ClaimedRow,
      sql`
      with recursive heads as (
        (select chat, id, next_at from outbox where ${here} order by chat, id limit 1)
        union all
        select n.*
        from heads h
        cross join lateral (
          select chat, id, next_at
          from outbox
          where ${here} and chat > h.chat
          order by chat, id
          limit 1) n),
      due as (
        select chat
        from heads
        where next_at <= clock_timestamp() and chat <> all(${listed(busy)})
        order by chat = any(${listed(recent)}), id
        limit ${conversations}),
      picked as (
        select n.id
        from due d
        cross join lateral (
          select o.id, bool_and(o.next_at <= clock_timestamp()) over (order by o.id) as is_due
          from outbox o
          where o.${here} and o.chat = d.chat
          order by o.id
          limit ${maxPerConversation}) n
        where n.is_due),
      locked as materialized (
        select id
        from outbox
        where ${isHeld(held)} and company_id = current_company() and id = any(array(select id from picked))
        order by id
        for update),
      claimed as (
        -- One that was on its way already, when a node died, may have left.
        update outbox o
        set unsure = o.unsure or o.state = 'sending', state = 'sending', epoch = ${held.epoch},
          attempts = o.attempts + 1
        from locked l
        where o.company_id = current_company() and o.id = l.id
        returning o.id, o.message_id, o.chat, o.deed, o.attempts, o.content)
      ${claimedMessages(platform.clock())}`,
    ),
  );
}

const listed = (texts: string[]) => sql`array(select json_array_elements_text(${JSON.stringify(texts)}::json))`;

/** `unsure`: it may have been sent although it will be retried. No result: it was claimed but never handed to the provider. */
export type Outcome = { outboxId: number; attempts: number; result: SendOutcome | undefined; unsure: boolean };

/**
 * Records outcomes: sent, refused, to be retried, or not attempted. Rows are locked as everywhere: the lease, tickets, messages, then the
 * outbox, and of each kind in the order of ids.
 */
export async function recordOutcomes(platform: Platform, held: HeldLease, outcomes: Outcome[]): Promise<void> {
  const given = outcomes.map(({ outboxId, attempts, result, unsure }) => ({
    id: outboxId,
    ack: result?.outcome === 'sent' ? 1 : -1,
    again: result?.outcome === 'later' ? retryAfterSeconds(attempts) : null,
    untried: result === undefined,
    reason: result?.outcome === 'failed' ? errorOfFailure[result.reason] : null,
    unsure,
  }));
  await inScope(platform, { companyId: held.companyId, keepsPlans: true }, async (scope) => {
    const over = given.filter(({ again, untried }) => again === null && !untried);
    const refused = over.filter(({ ack }) => ack === -1);
    const undone = refused.length > 0 ? await undoRefused(scope, held, over, refused) : undefined;
    // Planning it takes several times as long as doing it.
    const rows = await keptRowsOf(
      scope,
      MessageWithTicket,
      sql`
      with given as (
        select *
        from json_to_recordset(${JSON.stringify(given)}) as g(id bigint, ack int, again int, untried boolean,
          reason text, unsure boolean)),
      ${lockMessagesOf(sql`o.id in (select id from given where again is null and not untried) and ${isHeld(held)}`)},
      later as (
        update outbox o
        set state = 'queued', unsure = o.unsure or g.unsure,
          next_at = clock_timestamp() + make_interval(secs => g.again)
        from given g
        where o.company_id = current_company() and o.id = g.id and g.again is not null and ${isHeld(held)}),
      untried as (
        update outbox o
        set state = 'queued', attempts = o.attempts - 1
        from given g
        where o.company_id = current_company() and o.id = g.id and g.untried and ${isHeld(held)}),
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
      ${deliveryOutcome}`,
    );
    await announceChanged(scope, rows);
    if (undone) await announceUndone(scope, undone);
  });
}

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

async function announceChanged(scope: Scope, rows: MessageWithTicket[]): Promise<void> {
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
    MessageWithTicket,
    sql`
    with ${lockMessagesOf(waiting)},
    over as (
      delete from outbox o
      where ${waiting} and (select count(*) from held) >= 0
      returning o.message_id, o.deed, -1 as ack, ${reason}::text as reason),
    ${deliveryOutcome}`,
  );
  await announceChanged(scope, rows);
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
