import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { onCompany, type SuperUser } from '../../platform/database/on-company.ts';
import { CompanyRow, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const RetriedRow = z.object({ inboxId: z.int() });

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

/** Puts the frame behind an alarm back to where it is tried again. */
export type PutBack = (scope: Scope, inboxId: number) => Promise<void>;

/** Have it tried again. The alarm goes when the frame was taken in, and says so when it failed once more. */
export async function retryAlarm(platform: Platform, who: SuperUser, alarmId: number, putBack: PutBack): Promise<void> {
  const companyId = await companyOf(platform, alarmId);
  await onCompany(platform, who, companyId, { what: 'alarms.retry', details: { alarmId } }, async (scope) => {
    const rows = await rowsOf(
      scope.tx,
      RetriedRow,
      sql`
      update alarms set retried_at = coalesce(retried_at, ${scope.now.toISOString()})
      where company_id = current_company() and id = ${alarmId} returning inbox_id as "inboxId"`,
    );
    await putBack(scope, rows[0]?.inboxId ?? refuse('ERR_NO_ALARM_FOUND'));
    scope.wake('inbox');
  });
}

async function companyOf(platform: Platform, alarmId: number): Promise<number> {
  return acrossCompanies(platform, async (tx) => {
    const rows = await rowsOf(tx, CompanyRow, sql`select company_id from alarms where id = ${alarmId}`);
    return rows[0]?.company_id ?? refuse('ERR_NO_ALARM_FOUND');
  });
}
