import { type AnnouncementInput, type AnnouncementUpdate, announcementImage, announcementLive } from '@prosa/contracts/announcements';
import type { z } from 'zod';
import { changedFields, recordAudit } from '../../platform/database/audit.ts';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { AccessClaims } from '../../platform/http/access-token.ts';
import { insertUnheldMedia, type Media } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { ForAll } from '../../platform/live/mount-for-all.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { readAnnouncement, type StoredAnnouncement } from './announcements.queries.ts';

export type HeldFile = Media & { companyId: number };

export async function createAnnouncement(work: ForAll, { title, text, priority, status }: z.output<typeof AnnouncementInput>) {
  const [row] = await rowsOf(
    work.tx,
    IdRow,
    sql`
      insert into announcements (title, text, priority, status, created_at, updated_at)
      values (${title}, ${text}, ${priority}, ${status}, ${work.now.toISOString()}, ${work.now.toISOString()})
      returning id`,
  );
  if (!row) throw new Error('no announcement was created');
  const record = await readAnnouncement(work.tx, row.id);
  if (!record) throw new Error('the announcement is not there');
  await recordAudit(work, { action: 'announcements.create', object: objectOf(record), after: fieldsOf(record) });
  tell(work, undefined, record);
  return record;
}

export async function updateAnnouncement(work: ForAll, id: number, given: z.output<typeof AnnouncementUpdate>) {
  const before = await lockAnnouncement(work, id);
  const { title = before.title, text = before.text, priority = before.priority, status = before.status } = given;
  await work.tx.execute(sql`
    update announcements
    set title = ${title}, text = ${text}, priority = ${priority}, status = ${status}, updated_at = ${work.now.toISOString()}
    where id = ${id}`);
  return tellOfChange(work, before);
}

export async function removeAnnouncement(work: ForAll, id: number): Promise<void> {
  const before = await lockAnnouncement(work, id);
  await work.tx.execute(sql`delete from announcements where id = ${id}`);
  await recordAudit(work, { action: 'announcements.delete', object: objectOf(before), before: fieldsOf(before) });
  work.emit(announcementLive, { action: 'delete', id });
}

/** The image sent, checked by its name, its bytes and its size, and noted in the company of who sent it. */
export async function storeImage(platform: Platform, { companyId, userId }: AccessClaims, [upload]: Upload[]): Promise<HeldFile> {
  if (!upload) refuse('ERR_VALIDATION', { details: [{ path: 'file', message: 'required' }] });
  if (!['image/png', 'image/jpeg'].includes(upload.mimetype) || !announcementImage.name.test(upload.fileName))
    refuse('ERR_UNSUPPORTED_TYPE');
  if (upload.size > announcementImage.maxBytes) refuse('ERR_TOO_LARGE');
  const media = await inScope(platform, { companyId, visitor: `super:${userId}` }, (scope) => insertUnheldMedia(scope, upload));
  return { ...media, companyId };
}

export async function attachImage(work: ForAll, id: number, file: HeldFile | undefined) {
  const before = await lockAnnouncement(work, id);
  await work.tx.execute(sql`
    update announcements
    set media_company = ${file?.companyId ?? null}, media_id = ${file?.id ?? null}, media_key = ${file?.key ?? null},
      media_name = ${file?.fileName ?? null}, updated_at = ${work.now.toISOString()}
    where id = ${id}`);
  return tellOfChange(work, before);
}

async function lockAnnouncement({ tx }: ForAll, id: number): Promise<StoredAnnouncement> {
  return (await readAnnouncement(tx, id, sql`for update`)) ?? refuse('ERR_NO_ANNOUNCEMENT_FOUND');
}

async function tellOfChange(work: ForAll, before: StoredAnnouncement): Promise<StoredAnnouncement> {
  const record = await readAnnouncement(work.tx, before.id);
  if (!record) throw new Error('the announcement is not there');
  const changed = changedFields(fieldsOf(before), fieldsOf(record));
  await recordAudit(work, { action: 'announcements.update', object: objectOf(record), ...changed });
  tell(work, before, record);
  return record;
}

const objectOf = ({ id }: StoredAnnouncement) => `announcement ${id}`;
const fieldsOf = ({ title, text, priority, status, mediaName }: StoredAnnouncement) => ({ title, text, priority, status, mediaName });

/** Who writes announcements hears of all; everybody else of what is active, and that it is gone when it no longer is. */
function tell({ emit }: ForAll, before: StoredAnnouncement | undefined, record: StoredAnnouncement): void {
  const action = before ? 'update' : 'create';
  if (record.status) {
    emit(announcementLive, { action, record }, everybody);
    return;
  }
  emit(announcementLive, { action, record }, { rooms: [rooms.super] });
  if (before?.status) emit(announcementLive, { action: 'delete', id: record.id }, { ...everybody, except: [rooms.super] });
}
