import { z } from 'zod';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const RetriedRow = z.object({ companyId: z.int(), inboxId: z.int() });

export type Raised = { inboxId: number; connectionId: number; attempts: number; code: string };

/** A frame was set aside: the platform's own people are to see it, until it was taken in. */
export async function raiseAlarm({ tx, now }: Scope, { inboxId, connectionId, attempts, code }: Raised): Promise<void> {
  await tx.execute(sql`
    insert into alarms as a (what, connection_id, inbox_id, attempts, code, raised_at)
    values ('inbox', ${connectionId}, ${inboxId}, ${attempts}, ${code}, ${now.toISOString()})
    on conflict (company_id, inbox_id) do update set attempts = excluded.attempts, code = excluded.code, raised_at = excluded.raised_at, retried_at = null`);
}

export async function clearAlarm({ tx }: Scope, inboxId: number): Promise<void> {
  await tx.execute(sql`delete from alarms where company_id = current_company() and inbox_id = ${inboxId}`);
}

/** Puts the frame behind an alarm back to where it is tried again, in the transaction it is given. */
export type PutBack = (tx: Transaction, inboxId: number, now: Date) => Promise<void>;

/** Have it tried again. The alarm goes when the frame was taken in, and says so when it failed once more. */
export async function retryAlarm(platform: Platform, alarmId: number, putBack: PutBack): Promise<void> {
  const now = platform.clock();
  const companyId = await acrossCompanies(platform, async (tx) => {
    const rows = await rowsOf(
      tx,
      RetriedRow,
      sql`
      update alarms set retried_at = coalesce(retried_at, ${now.toISOString()}) where id = ${alarmId} returning company_id as "companyId", inbox_id as "inboxId"`,
    );
    const [alarm] = rows;
    if (!alarm) refuse('ERR_NO_ALARM_FOUND');
    await putBack(tx, alarm.inboxId, now);
    return alarm.companyId;
  });
  platform.wake.announce('inbox', companyId);
}
