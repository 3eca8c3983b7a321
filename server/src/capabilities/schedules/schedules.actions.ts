import { type Schedule, type ScheduleInput, type ScheduleUpdate, scheduleLive } from '@prosa/contracts/schedules';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { findSchedules, getSchedule } from './schedules.queries.ts';

const ZoneRow = z.object({ zone: z.string() });
const LockedRow = z.object({
  contactId: z.int(),
  whatsappId: z.int().nullable(),
  body: z.string(),
  sendAt: z.string(),
  isSent: z.boolean(),
});

export async function createSchedule(scope: Scope, input: z.output<typeof ScheduleInput>, uploads: Upload[] = []): Promise<Schedule> {
  const { body, contactId, whatsappId } = input;
  await assertExisting(scope, contactId, whatsappId);
  const sendAt = await instantOf(scope, input.sendAt);
  const [row] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into schedules (contact_id, connection_id, user_id, body, send_at, due_at, created_at, updated_at)
    values (${contactId}, ${whatsappId}, ${scope.actor.userId ?? null}, ${body}, ${sendAt}, ${sendAt},
      ${scope.now.toISOString()}, ${scope.now.toISOString()})
    returning id`,
  );
  const id = row?.id ?? refuse('ERR_NO_SCHEDULE_FOUND');
  if (uploads.length > 0) await storeFile(scope, id, uploads);
  return tell(scope, 'create', id);
}

/** One that failed waits for its time anew. Who is being sent at this moment is locked: then it is sent, and can not be saved. */
export async function updateSchedule(
  scope: Scope,
  id: number,
  given: z.output<typeof ScheduleUpdate>,
  uploads: Upload[] = [],
): Promise<Schedule> {
  const before = await lockUnsent(scope, id);
  const { body = before.body, contactId = before.contactId, whatsappId = before.whatsappId } = given;
  await assertExisting(scope, contactId === before.contactId ? null : contactId, whatsappId === before.whatsappId ? null : whatsappId);
  const sendAt = given.sendAt === undefined ? before.sendAt : await instantOf(scope, given.sendAt);
  await scope.tx.execute(sql`
    update schedules
    set contact_id = ${contactId}, connection_id = ${whatsappId}, body = ${body}, send_at = ${sendAt}, due_at = ${sendAt},
      status = 'PENDENTE', reason = null, message_id = null, attempts = 0, updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${id}`);
  if (uploads.length > 0) await storeFile(scope, id, uploads);
  return tell(scope, 'update', id);
}

export async function removeSchedule(scope: Scope, id: number): Promise<void> {
  const rows = await rowsOf(scope.tx, AnyRow, sql`delete from schedules where company_id = current_company() and id = ${id} returning id`);
  if (rows.length === 0) refuse('ERR_NO_SCHEDULE_FOUND');
  scope.emit(scheduleLive, { action: 'delete', scheduleId: id }, everybody);
}

/** The file goes with the message; its text is the caption. */
export async function attachFile(scope: Scope, id: number, uploads: Upload[]): Promise<Schedule> {
  await lockUnsent(scope, id);
  await storeFile(scope, id, uploads);
  return tell(scope, 'update', id);
}

export async function detachFile(scope: Scope, id: number): Promise<Schedule> {
  await lockUnsent(scope, id);
  await putFile(scope, id, null);
  return tell(scope, 'update', id);
}

/** What was to be sent to a contact who turns out to be another one is sent to that one. */
export async function giveSchedules(scope: Scope, from: number, into: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    update schedules
    set contact_id = ${into}
    where company_id = current_company() and contact_id = ${from}
    returning id`,
  );
  for (const schedule of await findSchedules(
    scope,
    rows.map(({ id }) => id),
  ))
    scope.emit(scheduleLive, { action: 'update', schedule }, everybody);
}

/** Of a contact who is removed. */
export async function removeSchedulesOf(scope: Scope, contactId: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`delete from schedules where company_id = current_company() and contact_id = ${contactId} returning id`,
  );
  for (const { id } of rows) scope.emit(scheduleLive, { action: 'delete', scheduleId: id }, everybody);
}

export async function tell(scope: Scope, action: 'create' | 'update', id: number): Promise<Schedule> {
  const schedule = await getSchedule(scope, id);
  scope.emit(scheduleLive, { action, schedule }, everybody);
  return schedule;
}

async function storeFile(scope: Scope, id: number, uploads: Upload[]): Promise<void> {
  const [media] = uploads.length === 0 ? [] : await insertMedia(scope, uploads);
  await putFile(scope, id, media?.id ?? refuse('ERR_VALIDATION', { details: [{ path: 'file', message: 'required' }] }));
}

async function putFile({ tx, now }: Scope, id: number, mediaId: number | null): Promise<void> {
  await tx.execute(sql`
    update schedules
    set media_id = ${mediaId}, updated_at = ${now.toISOString()}
    where company_id = current_company() and id = ${id}`);
}

async function lockUnsent({ tx }: Scope, id: number) {
  const [row] = await rowsOf(
    tx,
    LockedRow,
    sql`
    select contact_id as "contactId", connection_id as "whatsappId", body, iso(send_at) as "sendAt", sent_at is not null as "isSent"
    from schedules
    where company_id = current_company() and id = ${id}
    for update`,
  );
  if (!row) refuse('ERR_NO_SCHEDULE_FOUND');
  if (row.isSent) refuse('ERR_SCHEDULE_SENT');
  return row;
}

/** Locked until the commit: neither is removed meanwhile. */
async function assertExisting({ tx }: Scope, contactId: number | null, whatsappId: number | null): Promise<void> {
  if (contactId !== null) {
    const found = await rowsOf(
      tx,
      IdRow,
      sql`select id from contacts where company_id = current_company() and id = ${contactId} for key share`,
    );
    if (found.length === 0) refuse('ERR_NO_CONTACT_FOUND');
  }
  if (whatsappId === null) return;
  const found = await rowsOf(
    tx,
    IdRow,
    sql`select id from connections where company_id = current_company() and id = ${whatsappId} and removed_at is null for key share`,
  );
  if (found.length === 0) refuse('ERR_NO_WAPP_FOUND');
}

async function instantOf({ tx }: Scope, text: string): Promise<string> {
  const [row] = await rowsOf(tx, ZoneRow, sql`select company_zone() as zone`);
  const time = DateTime.fromISO(text.replace(' ', 'T'), { zone: row?.zone ?? 'UTC' });
  return time.toUTC().toISO() ?? refuse('ERR_VALIDATION', { details: [{ path: 'sendAt', message: 'invalidDate' }] });
}
