import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { onCompany, type SuperUser } from '../../platform/database/on-company.ts';
import { CompanyRow, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const RetriedRow = z.object({ inboxId: z.int().nullable(), changedBy: z.int().nullable(), hasOtherSuper: z.boolean() });

export type NewAlarm = { inboxId: number; connectionId: number; attempts: number; code: string };

/** Raises an alarm for a quarantined frame, shown to platform operators until the frame is processed. */
export async function raiseAlarm({ tx, now }: Scope, { inboxId, connectionId, attempts, code }: NewAlarm): Promise<void> {
  await tx.execute(sql`
    insert into alarms as a (what, connection_id, inbox_id, attempts, code, raised_at)
    values ('inbox', ${connectionId}, ${inboxId}, ${attempts}, ${code}, ${now.toISOString()})
    on conflict (company_id, inbox_id)
      do update set attempts = excluded.attempts, code = excluded.code, raised_at = excluded.raised_at,
        retried_at = null`);
}

export async function clearAlarm({ tx }: Scope, inboxId: number): Promise<void> {
  await tx.execute(sql`delete from alarms where company_id = current_company() and inbox_id = ${inboxId}`);
}

/** Why a payment did not count, or counts no more. */
type PaymentFault = 'REFUNDED' | 'PARTLY_REFUNDED' | 'SHORT' | 'UNKNOWN_CHARGE' | 'NOT_CONFIRMED' | 'COUNTED_ELSEWHERE' | 'BAD_SIGNATURE';

/** Raises an alarm about a payment that did not count; one for each subject, however often it is told of. */
export async function raisePaymentAlarm({ tx, now }: Scope, subject: string, code: PaymentFault): Promise<void> {
  await tx.execute(sql`
    insert into alarms as a (what, subject, attempts, code, raised_at)
    values ('payment', ${subject.slice(0, 200)}, 1, ${code}, ${now.toISOString()})
    on conflict (company_id, subject) where subject is not null
      do update set attempts = a.attempts + 1, code = excluded.code, raised_at = excluded.raised_at`);
}

export async function clearPaymentAlarm({ tx }: Scope, subject: string): Promise<void> {
  await tx.execute(sql`delete from alarms where company_id = current_company() and subject = ${subject.slice(0, 200)}`);
}

const webhookSubject = (webhookId: number) => `webhook ${webhookId}`;

/** Raises an alarm about a webhook of a company that was switched off, since nothing arrived by it for days. */
export async function raiseWebhookAlarm({ tx, now }: Scope, webhookId: number): Promise<void> {
  await tx.execute(sql`
    insert into alarms as a (what, subject, attempts, code, raised_at)
    values ('webhook', ${webhookSubject(webhookId)}, 1, 'WEBHOOK_DISABLED', ${now.toISOString()})
    on conflict (company_id, subject) where subject is not null
      do update set attempts = a.attempts + 1, raised_at = excluded.raised_at`);
}

export async function clearWebhookAlarm({ tx }: Scope, webhookId: number): Promise<void> {
  await tx.execute(sql`delete from alarms where company_id = current_company() and subject = ${webhookSubject(webhookId)}`);
}

/** Raises an alarm about a setting that decides where companies' payments go: one for each key and user, with the latest time. */
export async function raiseSettingAlarm({ tx, now, actor }: Scope, key: string): Promise<void> {
  await tx.execute(sql`
    insert into alarms as a (what, subject, attempts, code, raised_at, changed_by)
    values ('setting', ${`${key} ${actor.email}`.slice(0, 200)}, 1, 'SETTING_CHANGED', ${now.toISOString()}, ${actor.userId ?? null})
    on conflict (company_id, subject) where subject is not null
      do update set attempts = a.attempts + 1, raised_at = excluded.raised_at,
          changed_by = excluded.changed_by`);
}

/** Puts the frame behind an alarm back to where it is tried again. */
export type RequeueFrame = (scope: Scope, inboxId: number) => Promise<void>;

/**
 * Retries the frame: the alarm is cleared when processing succeeds and updated when it fails again. An alarm about
 * a payment, a webhook or a setting goes: somebody has looked into it.
 */
export async function retryAlarm(platform: Platform, who: SuperUser, alarmId: number, requeueFrame: RequeueFrame): Promise<void> {
  const companyId = await companyOf(platform, alarmId);
  await onCompany(platform, who, companyId, { action: 'alarms.retry', object: `alarm ${alarmId}` }, async (scope) => {
    const rows = await rowsOf(
      scope.tx,
      RetriedRow,
      sql`
      update alarms set retried_at = coalesce(retried_at, ${scope.now.toISOString()})
      where company_id = current_company() and id = ${alarmId}
      returning inbox_id as "inboxId", changed_by as "changedBy",
        exists (select from users where super and id <> ${who.userId}) as "hasOtherSuper"`,
    );
    const { inboxId, changedBy, hasOtherSuper } = rows[0] ?? refuse('ERR_NO_ALARM_FOUND');
    if (changedBy === who.userId && hasOtherSuper) refuse('ERR_OWN_ALARM');
    if (inboxId === null) {
      await scope.tx.execute(sql`delete from alarms where company_id = current_company() and id = ${alarmId}`);
      return;
    }
    await requeueFrame(scope, inboxId);
    scope.wake('inbox');
  });
}

async function companyOf(platform: Platform, alarmId: number): Promise<number> {
  return acrossCompanies(platform, async (tx) => {
    const rows = await rowsOf(tx, CompanyRow, sql`select company_id from alarms where id = ${alarmId}`);
    return rows[0]?.company_id ?? refuse('ERR_NO_ALARM_FOUND');
  });
}
