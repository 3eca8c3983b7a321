import {
  type Campaign,
  type CampaignInput,
  type CampaignStatus,
  type CampaignTextKey,
  type CampaignUpdate,
  campaignLive,
  campaignStatuses,
} from '@prosa/contracts/campaigns';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { lockList } from '../contact-lists/contact-lists.actions.ts';
import { getCampaign } from './campaigns.queries.ts';
import { isEditable, statusOf } from './campaigns.rules.ts';
import { replaceRecipients } from './recipients.actions.ts';

const whoManages = { rooms: [rooms.can('campaigns:manage')] };
const ZoneRow = z.object({ zone: z.string() });
const LockedRow = z.object({
  status: z.enum(campaignStatuses),
  scheduledAt: z.string().nullable(),
  connectionId: z.int().nullable(),
  listId: z.int().nullable(),
  takenListId: z.int().nullable(),
  mediaId: z.int().nullable(),
});

const textColumns = {
  message1: 'message1',
  message2: 'message2',
  message3: 'message3',
  message4: 'message4',
  message5: 'message5',
  confirmationMessage1: 'confirmation_message1',
  confirmationMessage2: 'confirmation_message2',
  confirmationMessage3: 'confirmation_message3',
  confirmationMessage4: 'confirmation_message4',
  confirmationMessage5: 'confirmation_message5',
} as const satisfies Record<CampaignTextKey, string>;
const isTextKey = (key: string): key is CampaignTextKey => Object.hasOwn(textColumns, key);

export async function createCampaign(scope: Scope, input: z.output<typeof CampaignInput>, uploads: Upload[] = []): Promise<Campaign> {
  const { name, confirmation, whatsappId, contactListId } = input;
  await assertExisting(scope, whatsappId, contactListId);
  const scheduledAt = await instantOf(scope, input.scheduledAt);
  const at = scope.now.toISOString();
  const [row] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into campaigns (name, status, confirmation, scheduled_at, due_at, connection_id, contact_list_id, created_at, updated_at)
    values (${name}, ${statusOf(undefined, scheduledAt)}, ${confirmation}, ${scheduledAt}, ${scheduledAt},
      ${whatsappId}, ${contactListId}, ${at}, ${at})
    returning id`,
  );
  const id = row?.id ?? refuse('ERR_NO_CAMPAIGN_FOUND');
  await storeTexts(scope, id, input);
  if (uploads.length > 0) await storeFile(scope, id, uploads);
  return tell(scope, 'create', id);
}

export async function updateCampaign(
  scope: Scope,
  id: number,
  given: z.output<typeof CampaignUpdate>,
  uploads: Upload[] = [],
): Promise<Campaign> {
  const before = await lockEditable(scope, id);
  const { whatsappId = before.connectionId, contactListId = before.listId } = given;
  await assertExisting(
    scope,
    whatsappId === before.connectionId ? null : whatsappId,
    contactListId === before.listId ? null : contactListId,
  );
  const scheduledAt = given.scheduledAt === undefined ? before.scheduledAt : await instantOf(scope, given.scheduledAt);
  const status = statusOf(before.status, scheduledAt);
  await scope.tx.execute(sql`
    update campaigns
    set name = coalesce(${given.name ?? null}, name), confirmation = coalesce(${given.confirmation ?? null}, confirmation),
      connection_id = ${whatsappId}, contact_list_id = ${contactListId}, scheduled_at = ${scheduledAt}, status = ${status},
      due_at = case when ${status} = 'PROGRAMADA' then ${scheduledAt}::timestamptz when in_flight is not null then due_at end,
      updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${id}`);
  await storeTexts(scope, id, given);
  if (uploads.length > 0) await storeFile(scope, id, uploads);
  return tell(scope, 'update', id);
}

/** What is on its way leaves; nobody else gets it. */
export async function cancelCampaign(scope: Scope, id: number): Promise<Campaign> {
  const { status } = await lock(scope, id);
  if (status !== 'EM_ANDAMENTO') refuse('ERR_CAMPAIGN_STATE');
  await stop(scope, id, null);
  return tell(scope, 'update', id);
}

/**
 * It goes on with who has not got it yet, behind those that run on its connection. One that ended before its people were taken has none to
 * go on with: whoever serves it begins it, as when its time comes.
 */
export async function restartCampaign(scope: Scope, id: number): Promise<Campaign> {
  const { status, listId, takenListId } = await lock(scope, id);
  if (status !== 'CANCELADA') refuse('ERR_CAMPAIGN_STATE');
  const hasBegun = takenListId !== null;
  if (hasBegun && listId !== null && listId !== takenListId) await replaceRecipients(scope, id, listId);
  await scope.tx.execute(sql`
    update campaigns
    set status = 'EM_ANDAMENTO', reason = null, hold = null, due_at = clock_timestamp(),
      started_at = case when ${hasBegun} then clock_timestamp() end, taken_list_id = ${hasBegun ? (listId ?? takenListId) : null},
      tried = 0, tried_failed = 0, attempts = 0, updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${id}`);
  return tell(scope, 'update', id);
}

export async function removeCampaign(scope: Scope, id: number): Promise<void> {
  const { status } = await lock(scope, id);
  if (status === 'EM_ANDAMENTO') refuse('ERR_CAMPAIGN_STATE');
  await scope.tx.execute(sql`delete from campaigns where company_id = current_company() and id = ${id}`);
  scope.emit(campaignLive, { action: 'delete', id }, whoManages);
}

/**
 * The file goes with the message; its text is the caption. A client that stores fields and file by two calls may still attach the
 * first file within the last hour, until the campaign starts.
 */
export async function attachFile(scope: Scope, id: number, uploads: Upload[]): Promise<Campaign> {
  const before = await lock(scope, id);
  if (before.status !== 'PROGRAMADA' || before.mediaId !== null) assertEditable(scope, before);
  await storeFile(scope, id, uploads);
  return tell(scope, 'update', id);
}

export async function detachFile(scope: Scope, id: number): Promise<Campaign> {
  await lockEditable(scope, id);
  await putFile(scope, id, null);
  return tell(scope, 'update', id);
}

/** The reason is why it stopped by itself; none where somebody has stopped it. */
export async function stop({ tx, now }: Scope, id: number, reason: string | null): Promise<void> {
  await tx.execute(sql`
    update campaigns
    set status = 'CANCELADA', reason = ${reason}, hold = null, updated_at = ${now.toISOString()},
      due_at = case when in_flight is not null then clock_timestamp() end
    where company_id = current_company() and id = ${id}`);
}

/** With its counters as they are now. */
export async function tell(scope: Scope, action: 'create' | 'update', id: number): Promise<Campaign> {
  const record = await getCampaign(scope, id);
  scope.emit(campaignLive, { action, record }, whoManages);
  await scope.tx.execute(sql`
    update campaigns
    set untold = false, told_at = clock_timestamp()
    where company_id = current_company() and id = ${id}`);
  return record;
}

async function storeTexts({ tx }: Scope, id: number, given: Partial<Record<CampaignTextKey, string | undefined>>): Promise<void> {
  const set = Object.entries(given).flatMap(([key, text]) =>
    isTextKey(key) && text !== undefined ? [sql`${sql.identifier(textColumns[key])} = ${text}`] : [],
  );
  if (set.length > 0)
    await tx.execute(sql`update campaigns set ${sql.join(set, sql`, `)} where company_id = current_company() and id = ${id}`);
}

async function storeFile(scope: Scope, id: number, uploads: Upload[]): Promise<void> {
  const [media] = uploads.length === 0 ? [] : await insertMedia(scope, uploads);
  await putFile(scope, id, media?.id ?? refuse('ERR_VALIDATION', { details: [{ path: 'file', message: 'required' }] }));
}

async function putFile({ tx, now }: Scope, id: number, mediaId: number | null): Promise<void> {
  await tx.execute(sql`
    update campaigns
    set media_id = ${mediaId}, updated_at = ${now.toISOString()}
    where company_id = current_company() and id = ${id}`);
}

async function lock({ tx }: Scope, id: number) {
  const [row] = await rowsOf(
    tx,
    LockedRow,
    sql`
    select status, iso(scheduled_at) as "scheduledAt", connection_id as "connectionId", contact_list_id as "listId",
      taken_list_id as "takenListId", media_id as "mediaId"
    from campaigns
    where company_id = current_company() and id = ${id}
    for no key update`,
  );
  return row ?? refuse('ERR_NO_CAMPAIGN_FOUND');
}

async function lockEditable(scope: Scope, id: number) {
  const row = await lock(scope, id);
  assertEditable(scope, row);
  return row;
}

function assertEditable({ now }: Scope, { status, scheduledAt }: z.output<typeof LockedRow>): void {
  if (!isEditable(status satisfies CampaignStatus, scheduledAt === null ? null : new Date(scheduledAt), now)) refuse('ERR_CAMPAIGN_STATE');
}

/** Locked until the commit: neither is removed meanwhile. */
async function assertExisting(scope: Scope, whatsappId: number | null, listId: number | null): Promise<void> {
  if (listId !== null) await lockList(scope, listId);
  if (whatsappId === null) return;
  const found = await rowsOf(
    scope.tx,
    IdRow,
    sql`select id from connections where company_id = current_company() and id = ${whatsappId} and removed_at is null for key share`,
  );
  if (found.length === 0) refuse('ERR_NO_WAPP_FOUND');
}

async function instantOf({ tx }: Scope, text: string | null): Promise<string | null> {
  if (text === null) return null;
  const [row] = await rowsOf(tx, ZoneRow, sql`select company_zone() as zone`);
  const time = DateTime.fromISO(text.replace(' ', 'T'), { zone: row?.zone ?? 'UTC' });
  return time.toUTC().toISO() ?? refuse('ERR_VALIDATION', { details: [{ path: 'scheduledAt', message: 'invalidDate' }] });
}
