import type { MediaType } from '@prosa/contracts/messages';
import type { OutboundMedia, OutboundMessage, SendOutcome } from '../../channels/port.ts';
import { sql } from '../../platform/database.ts';
import { inScope, type Platform, type Scope } from '../../platform/scope.ts';
import { type Held, isHeld } from '../connections/leases.ts';
import { announceUpdates } from '../messages/arrival.actions.ts';
import { followLastMessages } from '../messages/last-message.actions.ts';
import { type Told, toldColumns, toldJoins } from '../messages/messages.queries.ts';
import { retryAfterSeconds } from './outbox.rules.ts';

export type Deed = 'send' | 'retract';
export type Claimed = OutboundMessage & { outboxId: number; attempts: number; deed: Deed };

/** The oldest waiting message of each conversation, marked as on its way by the node that holds the connection. */
export async function claimHeads(platform: Platform, held: Held): Promise<Claimed[]> {
  return inScope(platform, held, async ({ tx }) => {
    const { rows } = await tx.execute<{
      outboxId: number;
      attempts: number;
      deed: Deed;
      id: string;
      chat: string;
      body: string;
      mediaType: MediaType | null;
      media: OutboundMedia | null;
      voice: boolean;
      quotedId: string | null;
    }>(sql`
      with heads as (
        select distinct on (chat) id, next_at from outbox where company_id = current_company() and connection_id = ${held.connectionId} order by chat, id),
      claimed as (
        -- One that was on its way already, when a node died, may have left.
        update outbox o set unsure = o.unsure or o.state = 'sending', state = 'sending', epoch = ${held.epoch}, attempts = o.attempts + 1 from heads h
        where o.company_id = current_company() and o.id = h.id and h.next_at <= clock_timestamp() and ${isHeld(held)} returning o.id, o.message_id, o.deed, o.attempts)
      select o.id as "outboxId", o.attempts, o.deed, m.channel_id as id, m.chat, m.body, m.media_type as "mediaType", q.channel_id as "quotedId", coalesce((m.data->>'voice')::boolean, false) as voice,
        case when md.id is not null then json_build_object('id', md.id, 'key', md.key, 'mimetype', md.mimetype, 'kind', md.kind, 'fileName', md.file_name) end as media
      from claimed o join messages m on m.company_id = current_company() and m.id = o.message_id
      left join media md on md.company_id = m.company_id and md.id = m.media_id
      left join messages q on q.company_id = m.company_id and q.id = m.quoted_id`);
    return rows;
  });
}

/** `unsure`: it may have left although it is to be tried again. */
export type Outcome = { outboxId: number; attempts: number; result: SendOutcome; unsure: boolean };

/** Record what became of them: handed over, refused for good, or to be tried again later. */
export async function recordOutcomes(platform: Platform, held: Held, outcomes: Outcome[]): Promise<void> {
  const given = outcomes.map(({ outboxId, attempts, result, unsure }) => ({
    id: outboxId,
    ack: result.outcome === 'sent' ? 1 : -1,
    again: result.outcome === 'later' ? retryAfterSeconds(attempts) : null,
    reason: result.outcome === 'sent' ? null : result.reason,
    unsure,
  }));
  await inScope(platform, held, async (scope) => {
    const refused = given.filter(({ ack, again }) => ack === -1 && again === null).map(({ id }) => id);
    if (refused.length > 0) await lockTickets(scope, refused);
    const { rows } = await scope.tx.execute<Told>(sql`
      with given as (select * from json_to_recordset(${JSON.stringify(given)}) as g(id bigint, ack int, again int, reason text, unsure boolean)),
      later as (
        update outbox o set state = 'queued', unsure = o.unsure or g.unsure, next_at = clock_timestamp() + make_interval(secs => g.again)
        from given g where o.company_id = current_company() and o.id = g.id and g.again is not null and ${isHeld(held)}),
      over as (delete from outbox o using given g where o.company_id = current_company() and o.id = g.id and g.again is null and ${isHeld(held)} returning o.message_id, o.deed, g.ack, g.reason),
      ${tellOver}`);
    await tellChanged(scope, rows);
  });
}

/** What the messages of rows that are `over` come to. */
const tellOver = sql`
  sent as (
    update messages m set ack = case when over.ack = 1 then greatest(m.ack, 1) else -1 end, failure = over.reason
    from over where over.deed = 'send' and m.company_id = current_company() and m.id = over.message_id and m.ack <= 0 returning m.*),
  -- The customer still sees what could not be taken back, so the agent does too.
  standing as (
    update messages m set is_deleted = false, failure = 'ERR_DELETE_WAPP_MSG'
    from over where over.deed = 'retract' and over.ack = -1 and m.company_id = current_company() and m.id = over.message_id returning m.*),
  changed as (select * from sent union all select * from standing)
  select ${toldColumns} from changed m ${toldJoins} order by m.id`;

async function tellChanged(scope: Scope, rows: Told[]): Promise<void> {
  announceUpdates(scope, rows);
  const standing = rows.filter(({ message }) => message.failure === 'ERR_DELETE_WAPP_MSG').map(({ message }) => message.id);
  if (standing.length > 0) await followLastMessages(scope, standing);
}

/** Its connection is gone, so it never leaves: it says so, like any that failed. */
export async function giveUpWaiting(scope: Scope, connectionId: number): Promise<void> {
  const waiting = sql`company_id = current_company() and connection_id = ${connectionId}`;
  const { rows: ids } = await scope.tx.execute<{ id: number }>(sql`select id from outbox where ${waiting} for update`);
  if (ids.length === 0) return;
  await lockTickets(
    scope,
    ids.map(({ id }) => id),
  );
  const { rows } = await scope.tx.execute<Told>(sql`
    with over as (delete from outbox where ${waiting} returning message_id, deed, -1 as ack, 'ERR_NO_WAPP_FOUND' as reason),
    ${tellOver}`);
  await tellChanged(scope, rows);
}

/** What stands again may be its ticket's last word. Tickets are locked before messages, as everybody does who changes both. */
async function lockTickets({ tx }: Scope, outboxIds: number[]): Promise<void> {
  await tx.execute(sql`
    select from tickets where company_id = current_company() and id in (
      select m.ticket_id from outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id
      where o.company_id = current_company() and o.id = any(${sql.param(outboxIds)}::bigint[]) and o.deed = 'retract')
    order by id for update`);
}
