import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { type FailureReason, failureReasons } from '../failures.ts';

const Reason = z.enum(failureReasons);
const BegunRow = z.object({
  begun: z.boolean(),
  state: z.enum(['accepted', 'arrived', 'failed']).nullable(),
  reason: Reason.nullable(),
});
const OwnRow = z.object({ wamid: z.string(), ownId: z.string() });
const LearntRow = OwnRow.extend({ state: z.enum(['accepted', 'arrived', 'failed']), isNews: z.boolean() });
const ChatRow = z.object({ wamid: z.string() });

/** After a customer's last message, only templates may be sent to them. */
export const serviceWindowHours = 24;

const here = (connectionId: number) => sql`company_id = current_company() and connection_id = ${connectionId}`;

type Attempt = 'begun' | 'wait' | 'sent' | { failed: FailureReason };

/**
 * Whether a message may be handed to Meta now. It is not handed over while an earlier attempt may still turn out to have been taken:
 * statuses tell that, since they carry our id. After so long without one it was not, as far as anybody can know.
 */
export async function beginAttempt(scope: Scope, connectionId: number, ownId: string, doubtSeconds: number): Promise<Attempt> {
  const mine = sql`${here(connectionId)} and own_id = ${ownId}`;
  const [row] = await rowsOf(
    scope.tx,
    BegunRow,
    sql`
      with tried as materialized (select tried_at from cloud_attempts where ${mine}),
      -- That an earlier attempt failed says nothing of a later one.
      known as materialized (
        select state, reason
        from cloud_messages
        where ${mine} and (state <> 'failed' or changed_at >= (select tried_at from tried))
        order by state = 'failed'
        limit 1),
      settled as (delete from cloud_attempts where ${mine} and exists (select from known)),
      begun as (
        insert into cloud_attempts as a (connection_id, own_id, tried_at)
        select ${connectionId}::int, ${ownId}::text, clock_timestamp()
        where not exists (select from known)
        on conflict (company_id, connection_id, own_id) do update set tried_at = excluded.tried_at
        where a.tried_at <= clock_timestamp() - make_interval(secs => ${doubtSeconds})
        returning 1)
      select exists (select from begun) as begun,
        (select state from known) as state, (select reason from known) as reason`,
  );
  if (row?.state === 'accepted' || row?.state === 'arrived') return 'sent';
  if (row?.begun) return 'begun';
  return row?.state === 'failed' ? { failed: row.reason ?? 'refused' } : 'wait';
}

/** Meta has taken it under this id. */
export async function recordAccepted(scope: Scope, connectionId: number, ownId: string, wamid: string): Promise<void> {
  await scope.tx.execute(sql`
    with over as (delete from cloud_attempts where ${here(connectionId)} and own_id = ${ownId})
    insert into cloud_messages (connection_id, wamid, own_id, state)
    values (${connectionId}, ${wamid}, ${ownId}, 'accepted')
    on conflict do nothing`);
}

/** It was refused, or never left: a next attempt need not wait. */
export async function forgetAttempt(scope: Scope, connectionId: number, ownId: string): Promise<void> {
  await scope.tx.execute(sql`delete from cloud_attempts where ${here(connectionId)} and own_id = ${ownId}`);
}

/** What statuses say of our messages, the strongest word for each of Meta's ids. */
export type Learnt = { wamid: string; ownId: string | null; state: 'accepted' | 'arrived' | 'failed'; reason: FailureReason | null };
/** Whose id it is, what is known of it now, and whether that is news. */
export type Known = z.output<typeof LearntRow>;

/** A message that arrived has not failed, whichever was heard first; one that failed is not merely accepted. */
export async function learn(scope: Scope, connectionId: number, learnt: Learnt[]): Promise<Map<string, Known>> {
  const rows = await rowsOf(
    scope.tx,
    LearntRow,
    sql`
      with given as materialized (
        select *
        from json_to_recordset(${JSON.stringify(learnt)}) as g(wamid text, "ownId" text, state text, reason text)),
      owned as materialized (
        select g.wamid, coalesce(c.own_id, g."ownId") as own_id, g.state, g.reason, c.state as before
        from given g
        left join cloud_messages c on c.company_id = current_company()
          and c.connection_id = ${connectionId}
          and c.wamid = g.wamid),
      written as (
        insert into cloud_messages as c (connection_id, wamid, own_id, state, reason)
        select ${connectionId}::int, wamid, own_id, state, reason
        from owned
        where own_id is not null
        order by wamid
        on conflict (company_id, connection_id, wamid)
          do update set state = excluded.state, reason = excluded.reason, changed_at = clock_timestamp()
        where (c.state, excluded.state) in (('accepted', 'arrived'), ('accepted', 'failed'), ('failed', 'arrived'))
        returning c.wamid, c.state)
      select o.wamid, o.own_id as "ownId", coalesce(w.state, o.before, o.state) as state, w.wamid is not null as "isNews"
      from owned o
      left join written w on w.wamid = o.wamid
      where o.own_id is not null`,
  );
  return new Map(rows.map((row) => [row.wamid, row]));
}

/** Which of these ids of Meta's are messages of ours. */
export async function ownIdsOf(scope: Scope, connectionId: number, wamids: string[]): Promise<Map<string, string>> {
  const rows = await rowsOf(
    scope.tx,
    OwnRow,
    sql`
      select wamid, own_id as "ownId"
      from cloud_messages
      where ${here(connectionId)} and wamid = any(${sql.param(wamids)}::text[])`,
  );
  return new Map(rows.map(({ wamid, ownId }) => [wamid, ownId]));
}

/** What Meta calls a message: what a customer wrote has its id already. */
export async function wamidOf(scope: Scope, connectionId: number, id: string): Promise<string> {
  const [row] = await rowsOf(
    scope.tx,
    OwnRow,
    sql`
      select wamid, own_id as "ownId"
      from cloud_messages
      where ${here(connectionId)} and own_id = ${id}
      order by state = 'failed', changed_at desc
      limit 1`,
  );
  return row?.wamid ?? id;
}

/** The last that each of these customers wrote. */
export async function noteChats(
  scope: Scope,
  connectionId: number,
  heard: Array<{ chat: string; wamid: string; at: string }>,
): Promise<void> {
  await scope.tx.execute(sql`
    insert into cloud_chats as c (connection_id, chat, wamid, heard_at)
    select distinct on (chat) ${connectionId}::int, chat, wamid, at
    from json_to_recordset(${JSON.stringify(heard)}) as g(chat text, wamid text, at timestamptz)
    order by chat, at desc
    on conflict (company_id, connection_id, chat) do update set wamid = excluded.wamid, heard_at = excluded.heard_at
    where c.heard_at <= excluded.heard_at`);
}

/**
 * Whether Meta may be asked to send something other than a template: the customer wrote within the service window, or an earlier
 * attempt is in doubt, whose outcome is awaited first. Numbers are compared by their key, because Meta drops the ninth digit of some.
 */
export async function canSendFreely(scope: Scope, connectionId: number, { id, chat }: { id: string; chat: string }): Promise<boolean> {
  const rows = await rowsOf(
    scope.tx,
    AnyRow,
    sql`
      select from cloud_chats
      where ${here(connectionId)}
        and number_key(chat) = number_key(${chat})
        and heard_at > ${scope.now.toISOString()}::timestamptz - make_interval(hours => ${serviceWindowHours})
      union all
      select from cloud_attempts where ${here(connectionId)} and own_id = ${id}
      union all
      select from cloud_messages where ${here(connectionId)} and own_id = ${id} and state <> 'failed'
      limit 1`,
  );
  return rows.length > 0;
}

export async function lastHeard(scope: Scope, connectionId: number, chat: string): Promise<string | undefined> {
  const [row] = await rowsOf(scope.tx, ChatRow, sql`select wamid from cloud_chats where ${here(connectionId)} and chat = ${chat}`);
  return row?.wamid;
}
