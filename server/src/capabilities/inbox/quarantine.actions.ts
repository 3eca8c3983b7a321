import { z } from 'zod';
import { isTransient, sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { raiseAlarm } from '../alarms/alarms.actions.ts';
import { retryDelaysSeconds } from './bad-frame.rules.ts';

const BlamedRow = z.object({ inboxId: z.int(), connectionId: z.int(), attempts: z.int(), isSetAside: z.boolean() });

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error);

/** A short error code without message text: the SQLSTATE or the name of the error. */
export function codeOf(error: unknown): string {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

const statementTimeout = '57014';
const idleTransactionTimeout = '25P03';

/**
 * Whether the frames may have caused the error. Not for lost connections, a full disk, lock timeouts or where too many waited for a
 * connection, but for statement timeouts, and where the database waited too long for us: so long may they have been computed with.
 */
export function mayBeFrameFault(error: unknown): boolean {
  const [code, cause] = [codeOf(error), causeOf(error)];
  if (code === statementTimeout || code === idleTransactionTimeout) return true;
  return !isTransient(cause) && !(cause instanceof Refusal && cause.code === 'ERR_TOO_MANY_REQUESTS');
}

/**
 * Records that a single frame failed: it is retried later and finally quarantined with an alarm, while others continue. If it could not be
 * read, the frame is meant that was to be taken: the first that waits, or `again` the one that was due first.
 */
export async function recordFrameFailure(
  platform: Platform,
  companyId: number,
  { inboxId, again }: { inboxId: number | undefined; again: boolean },
  error: unknown,
): Promise<void> {
  const code = codeOf(error);
  const blamed = await inScope(platform, { companyId }, async (scope) => {
    const now = scope.now.toISOString();
    const next = again ? sql`retry_at <= ${now}::timestamptz order by retry_at` : sql`retry_at is null order by id`;
    const rows = await rowsOf(
      scope.tx,
      BlamedRow,
      sql`
      with blamed as materialized (
        select coalesce(
          ${inboxId ?? null}::bigint,
          (
            select id
            from inbox
            where company_id = current_company() and quarantined_at is null and ${next}
            limit 1)) as id)
      update inbox i
      set tries = tries + 1, failure = ${code},
        retry_at = ${now}::timestamptz + make_interval(
          secs => (${sql.param([...retryDelaysSeconds])}::int[])[least(tries + 1, ${retryDelaysSeconds.length})]),
        quarantined_at = case when tries >= ${retryDelaysSeconds.length} then ${now}::timestamptz end
      from blamed
      where i.company_id = current_company() and i.quarantined_at is null and i.id = blamed.id
      returning i.id as "inboxId", connection_id as "connectionId", tries as attempts,
        quarantined_at is not null as "isSetAside"`,
    );
    const [row] = rows;
    if (row?.isSetAside) await raiseAlarm(scope, { ...row, code });
    return row;
  });
  if (!blamed) return;
  const { isSetAside, ...ids } = blamed;
  if (isSetAside) platform.log.error({ companyId, ...ids, code }, 'an arrived frame was set aside');
  else platform.log.warn({ companyId, ...ids, code }, 'an arrived frame could not be taken in and is tried again later');
}

/** Put a frame that was set aside back to where it is tried again, once, at the next look. */
export async function requeueFrame({ tx, now }: Scope, inboxId: number): Promise<void> {
  await tx.execute(sql`
    update inbox set quarantined_at = null, retry_at = ${now.toISOString()}
    where company_id = current_company() and id = ${inboxId} and quarantined_at is not null`);
}
