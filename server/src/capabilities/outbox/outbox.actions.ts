import type { MediaType } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import type { OutboundMessage, SendOutcome } from '../../channels/port.ts';
import { sql } from '../../platform/database.ts';
import { inScope, type Platform } from '../../platform/scope.ts';
import { type Held, isHeld } from '../connections/leases.ts';
import { announceUpdates } from '../messages/messages.actions.ts';
import { messageJoins, messageJson, type StoredMessage } from '../messages/messages.queries.ts';
import { retryAfterSeconds } from './outbox.rules.ts';

export type Claimed = OutboundMessage & { outboxId: number; attempts: number };

/** The oldest waiting message of each conversation, marked as on its way by the node that holds the connection. */
export async function claimHeads(platform: Platform, held: Held): Promise<Claimed[]> {
  return inScope(platform, held, async ({ tx }) => {
    const { rows } = await tx.execute<{
      outboxId: number;
      attempts: number;
      id: string;
      chat: string;
      body: string;
      mediaType: MediaType | null;
      mediaId: number | null;
      quotedId: string | null;
    }>(sql`
      with heads as (
        select distinct on (chat) id, next_at from outbox where company_id = current_company() and connection_id = ${held.connectionId} order by chat, id),
      claimed as (
        update outbox o set state = 'sending', epoch = ${held.epoch}, attempts = o.attempts + 1 from heads h
        where o.id = h.id and h.next_at <= clock_timestamp() and ${isHeld(held)} returning o.id, o.message_id, o.attempts)
      select o.id as "outboxId", o.attempts, m.channel_id as id, m.chat, m.body, m.media_type as "mediaType", m.media_id as "mediaId", q.channel_id as "quotedId"
      from claimed o join messages m on m.company_id = current_company() and m.id = o.message_id
      left join messages q on q.company_id = m.company_id and q.id = m.quoted_id`);
    return rows;
  });
}

export type Outcome = { outboxId: number; attempts: number; result: SendOutcome };

/** Record what became of them: handed over, refused for good, or to be tried again later. */
export async function recordOutcomes(platform: Platform, held: Held, outcomes: Outcome[]): Promise<void> {
  const given = outcomes.map(({ outboxId, attempts, result }) => ({
    id: outboxId,
    ack: result.outcome === 'sent' ? 1 : -1,
    again: result.outcome === 'later' ? retryAfterSeconds(attempts) : null,
    reason: result.outcome === 'sent' ? null : result.reason,
  }));
  await inScope(platform, held, async (scope) => {
    const { rows } = await scope.tx.execute<{
      message: StoredMessage;
      status: Ticket['status'];
      userId: number | null;
      queueId: number | null;
    }>(sql`
      with given as (select * from json_to_recordset(${JSON.stringify(given)}) as g(id bigint, ack int, again int, reason text)),
      later as (update outbox o set state = 'queued', next_at = clock_timestamp() + make_interval(secs => g.again) from given g where o.company_id = current_company() and o.id = g.id and g.again is not null and ${isHeld(held)}),
      over as (delete from outbox o using given g where o.company_id = current_company() and o.id = g.id and g.again is null and ${isHeld(held)} returning o.message_id, g.ack, g.reason),
      changed as (
        update messages m set ack = case when over.ack = 1 then greatest(m.ack, 1) else -1 end, failure = over.reason
        from over where m.company_id = current_company() and m.id = over.message_id and m.ack <= 0 returning m.*)
      select ${messageJson} as message, t.status, t.user_id as "userId", t.queue_id as "queueId" from changed m ${messageJoins} join tickets t on t.company_id = m.company_id and t.id = m.ticket_id order by m.id`);
    announceUpdates(scope, rows);
  });
}
