import { can } from '@prosa/contracts/permissions';
import { type QuickMessageInput, type QuickMessageUpdate, quickMessageLive } from '@prosa/contracts/quick-messages';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Audience, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { insertUnheldMedia, noteUnheld } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { forgetDeleted, restorableSince } from '../../platform/jobs/deleted-records.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import {
  findQuickMessage,
  findRestorable,
  findSharedOf,
  getVisibleQuickMessage,
  type StoredQuickMessage,
} from './quick-messages.queries.ts';
import { mayChangeQuickMessage } from './quick-messages.rules.ts';

const UsesRow = z.object({ uses: z.int() });

export async function createQuickMessage(scope: Scope, { shortcode, message, shared }: z.output<typeof QuickMessageInput>) {
  assertMayShare(scope, shared);
  const now = scope.now.toISOString();
  const [row] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      insert into quick_messages (user_id, shortcode, message, shared, created_at, updated_at)
      values (${scope.actor.userId ?? null}, ${shortcode}, ${message}, ${shared}, ${now}, ${now})
      returning id`,
  );
  if (!row) throw new Error('no quick message was created');
  const record = await findQuickMessage(scope, row.id);
  scope.emit(quickMessageLive, { action: 'create', record }, audienceOf(record));
  return record;
}

export async function updateQuickMessage(scope: Scope, id: number, given: z.output<typeof QuickMessageUpdate>) {
  const before = await lockForChange(scope, id);
  const { shortcode = before.shortcode, message = before.message, shared = before.shared } = given;
  if (shared !== before.shared) assertMayShare(scope, true);
  // One that nobody is the author of any more becomes that of who takes it back.
  const author = before.userId ?? (shared ? null : (scope.actor.userId ?? null));
  await scope.tx.execute(sql`
    update quick_messages
    set shortcode = ${shortcode}, message = ${message}, shared = ${shared}, user_id = ${author},
      updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${id}`);
  return tellOfChange(scope, before);
}

export async function removeQuickMessage(scope: Scope, id: number): Promise<void> {
  const before = await lockForChange(scope, id);
  await setDeleted(scope, id, scope.now.toISOString());
  // Whoever brings it back a moment later finds its file: that is swept away a day later.
  await noteUnheld(scope, sql`key = ${before.mediaPath}`);
  await forgettingQuickMessages.soon(scope);
  scope.emit(quickMessageLive, { action: 'delete', id }, audienceOf(before));
}

/** What was deleted a moment ago, as it was: with its file, and with how often each person used it. */
export async function restoreQuickMessage(scope: Scope, id: number): Promise<StoredQuickMessage> {
  const { isDeleted, ...record } = await findRestorable(scope, id, restorableSince(scope.now));
  if (!mayChangeQuickMessage(scope.actor, record)) refuse('ERR_NO_PERMISSION');
  if (!isDeleted) return record;
  await setDeleted(scope, id, null);
  scope.emit(quickMessageLive, { action: 'create', record }, audienceOf(record));
  return record;
}

const setDeleted = (scope: Scope, id: number, at: string | null) =>
  scope.tx.execute(sql`update quick_messages set deleted_at = ${at}::timestamptz where company_id = current_company() and id = ${id}`);

export const forgettingQuickMessages = forgetDeleted('quick-messages.forget', (scope, before) =>
  scope.tx.execute(sql`delete from quick_messages q where q.company_id = current_company() and q.deleted_at < ${before}`),
);

/** Whoever may use it counts their own uses of it. */
export async function countUse(scope: Scope, id: number) {
  await getVisibleQuickMessage(scope, id);
  const [row] = await rowsOf(
    scope.tx,
    UsesRow,
    sql`
      insert into quick_message_uses as u (quick_message_id, user_id, used_at)
      values (${id}, ${scope.actor.userId ?? null}, ${scope.now.toISOString()})
      on conflict (company_id, user_id, quick_message_id)
      do update set uses = u.uses + 1, used_at = excluded.used_at
      returning u.uses`,
  );
  return { id, uses: row?.uses ?? 0 };
}

export async function attachFile(scope: Scope, id: number, [upload]: Upload[]) {
  const before = await lockForChange(scope, id);
  if (!upload) refuse('ERR_VALIDATION', { details: [{ path: 'file', message: 'required' }] });
  // Noted as left from the beginning: it stays while it is held, and is swept away once another takes its place.
  const media = await insertUnheldMedia(scope, upload);
  return setFile(scope, before, media.id);
}

export const detachFile = async (scope: Scope, id: number) => setFile(scope, await lockForChange(scope, id), null);

async function setFile(scope: Scope, before: StoredQuickMessage, mediaId: number | null) {
  await scope.tx.execute(sql`
    update quick_messages
    set media_id = ${mediaId}, updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${before.id}`);
  return tellOfChange(scope, before);
}

/** Somebody leaves the company: what they shared stays, as nobody's; the rest goes with them. */
export async function leaveSharedQuickMessages(scope: Scope, userId: number): Promise<void> {
  const theirs = await findSharedOf(scope, userId);
  if (theirs.length === 0) return;
  await scope.tx.execute(sql`
    update quick_messages
    set user_id = null
    where company_id = current_company() and user_id = ${userId} and shared`);
  for (const record of theirs) scope.emit(quickMessageLive, { action: 'update', record: { ...record, userId: null } }, everybody);
}

async function lockForChange(scope: Scope, id: number): Promise<StoredQuickMessage> {
  const found = await findQuickMessage(scope, id, { forUpdate: true });
  return mayChangeQuickMessage(scope.actor, found) ? found : refuse('ERR_NO_PERMISSION');
}

function assertMayShare({ actor }: Scope, shared: boolean): void {
  if (shared && !can(actor, 'quick-messages:share')) refuse('ERR_NO_PERMISSION');
}

const authorsRoom = ({ userId }: StoredQuickMessage) => (userId === null ? [] : [rooms.user(userId)]);
const audienceOf = (record: StoredQuickMessage): Audience => (record.shared ? everybody : { rooms: authorsRoom(record) });

async function tellOfChange(scope: Scope, before: StoredQuickMessage): Promise<StoredQuickMessage> {
  const record = await findQuickMessage(scope, before.id);
  scope.emit(quickMessageLive, { action: 'update', record }, audienceOf(record));
  if (before.shared && !record.shared)
    scope.emit(quickMessageLive, { action: 'delete', id: record.id }, { ...everybody, except: authorsRoom(record) });
  return record;
}
