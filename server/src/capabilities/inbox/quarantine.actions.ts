import { z } from 'zod';
import { isPassing, sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { raiseAlarm } from '../alarms/alarms.actions.ts';
import { retryPauses } from './bad-frame.rules.ts';

const BlamedRow = z.object({ inboxId: z.int(), connectionId: z.int(), attempts: z.int(), isSetAside: z.boolean() });

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error);

/** What went wrong, in a word that says nothing of what was said: the database's code, or the kind of error. */
export function codeOf(error: unknown): string {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

const statementTimeout = '57014';
const heldTooLong = '25P03';

/**
 * Whether the frames may be to blame. Not where the database was lost, had no room, or had us wait for somebody else's lock; but where
 * a statement took too long: that may be their doing.
 */
export function mayBlameFrames(error: unknown): boolean {
  const code = codeOf(error);
  return code === statementTimeout || !(code === heldTooLong || isPassing(causeOf(error)));
}

/**
 * A frame failed alone: it is tried again later, and in the end set aside, with an alarm, and the others go on. Where it could not even
 * be read, it is the first that waits.
 */
export async function blameFrame(platform: Platform, companyId: number, inboxId: number | undefined, error: unknown): Promise<void> {
  const code = codeOf(error);
  const blamed = await inScope(platform, { companyId }, async (scope) => {
    const now = scope.now.toISOString();
    const rows = await rowsOf(
      scope.tx,
      BlamedRow,
      sql`
      update inbox set tries = tries + 1, failure = ${code},
        retry_at = ${now}::timestamptz + make_interval(secs => (${sql.param([...retryPauses])}::int[])[least(tries + 1, ${retryPauses.length})]),
        quarantined_at = case when tries >= ${retryPauses.length} then ${now}::timestamptz end
      where company_id = current_company() and quarantined_at is null and id = coalesce(${inboxId ?? null}::bigint,
        (select id from inbox where company_id = current_company() and quarantined_at is null and retry_at is null order by id limit 1))
      returning id as "inboxId", connection_id as "connectionId", tries as attempts, quarantined_at is not null as "isSetAside"`,
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
export async function putBack({ tx, now }: Scope, inboxId: number): Promise<void> {
  await tx.execute(sql`
    update inbox set quarantined_at = null, retry_at = ${now.toISOString()}
    where company_id = current_company() and id = ${inboxId} and quarantined_at is not null`);
}
