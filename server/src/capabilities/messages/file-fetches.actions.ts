import { z } from 'zod';
import type { MessageFrame } from '../../channels/port.ts';
import { RemoteFile } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { type HeldLease, isHeld } from '../connections/leases.ts';
import { queueMediaWork } from '../media/media-work.queue.ts';
import { announceUpdates } from './message-arrival.actions.ts';
import { announceFile } from './message-files.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins } from './messages.queries.ts';

const FetchRow = RemoteFile.extend({ messageId: z.int(), isLast: z.boolean() });
/** `isLast`: it has been tried for long enough, and is given up if it fails once more. */
export type FileFetch = z.output<typeof FetchRow>;

/** Woken when there is a file to fetch. */
export const fetchTopic = 'files';
export const patienceHours = 24;
const firstWaitSeconds = 5;
const longestWaitSeconds = 3_600;

/** A message whose file is still on the network, as it is stored: without the file, and saying so. */
export function awaitingFile(frame: MessageFrame): MessageFrame {
  const { remote } = frame;
  if (!remote) return frame;
  const { kind, fileName, mimetype, size } = remote;
  const told = { fileName, mimetype, ...(size !== null && { size }), file: 'waiting' as const };
  return { ...frame, mediaType: frame.mediaType ?? kind, data: { ...frame.data, ...told } };
}

/** Queues the files of messages that were stored in this transaction. */
export async function queueFetches(scope: Scope, arrived: Array<{ frame: MessageFrame; connectionId: number }>): Promise<void> {
  const given = arrived.flatMap(({ frame: { remote, id, chat, fromMe, participant, silent = false }, connectionId }) =>
    remote ? [{ ...remote, id, chat, fromMe, participant, silent, connectionId }] : [],
  );
  if (given.length === 0) return;
  await scope.tx.execute(sql`
    insert into file_fetches (message_id, connection_id, ref, kind, mimetype, file_name, size, is_history)
    select m.id, m.connection_id, g.ref, g.kind, g.mimetype, g."fileName", g.size, g.silent
    from json_to_recordset(${JSON.stringify(given)}) as g("connectionId" int, chat text, "fromMe" boolean, id text,
      participant text, ref text, kind text, mimetype text, "fileName" text, size bigint, silent boolean)
    join messages m on m.company_id = current_company()
      and m.connection_id = g."connectionId"
      and m.chat = g.chat
      and m.from_me = g."fromMe"
      and m.channel_id = g.id
      and m.participant = g.participant
    where m.data->>'file' = 'waiting'
    on conflict do nothing`);
  scope.wake(fetchTopic);
}

/**
 * The next files to fetch on a connection. The time of the next attempt is set with the claim: whatever becomes of this one, also the
 * death of the node, the file is tried again then.
 */
export async function claimFetches(platform: Platform, held: HeldLease, busy: number[], limit: number): Promise<FileFetch[]> {
  return inScope(platform, held, ({ tx }) =>
    rowsOf(
      tx,
      FetchRow,
      sql`
      with due as materialized (
        select message_id
        from file_fetches
        where company_id = current_company()
          and connection_id = ${held.connectionId}
          and next_at <= clock_timestamp()
          and message_id <> all(${sql.param(busy)}::bigint[])
        order by is_history, next_at, message_id
        limit ${limit})
      update file_fetches f
      set attempts = f.attempts + 1,
        next_at = clock_timestamp()
          + make_interval(secs => least(${longestWaitSeconds}::float8, ${firstWaitSeconds} * 2 ^ least(f.attempts, 20)))
      from due
      where f.company_id = current_company() and f.message_id = due.message_id and ${isHeld(held)}
      returning f.message_id as "messageId", f.ref, f.kind, f.mimetype, f.file_name as "fileName", f.size,
        f.created_at < clock_timestamp() - make_interval(hours => ${patienceHours}) as "isLast"`,
    ),
  );
}

/**
 * The file has been stored: from now on the message has it. False where nobody waits for it any more, or another node has taken over:
 * then the stored bytes are of no use.
 */
export async function keepFetched(platform: Platform, held: HeldLease, messageId: number, file: Upload): Promise<boolean> {
  return inScope(platform, held, async (scope) => {
    if (!(await endFetch(scope, held, messageId))) return false;
    const [media] = await insertMedia(scope, [file]);
    if (!media) throw new Error('no file was noted');
    // What was sent as a document stays one, whatever it is by its bytes.
    await scope.tx.execute(sql`
      update messages
      set media_id = ${media.id},
        media_type = case when media_type = 'application' then media_type else ${media.kind} end,
        data = nullif(data - array['file', 'fileName', 'mimetype', 'size'], '{}')
      where company_id = current_company() and id = ${messageId}`);
    await queueMediaWork(scope, [media.id]);
    await announceFile(scope, media.id);
    return true;
  });
}

/** The file will never come: the message says so. */
export async function giveUpFetch(platform: Platform, held: HeldLease, messageId: number): Promise<void> {
  await inScope(platform, held, async (scope) => {
    if (await endFetch(scope, held, messageId)) await markGone(scope, [messageId]);
  });
}

/** Nobody fetches the files of a removed connection. */
export async function giveUpFetchesOf(scope: Scope, connectionId: number): Promise<void> {
  const gone = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      delete from file_fetches
      where company_id = current_company() and connection_id = ${connectionId}
      returning message_id as id`,
  );
  if (gone.length > 0)
    await markGone(
      scope,
      gone.map(({ id }) => id),
    );
}

async function endFetch({ tx }: Scope, held: HeldLease, messageId: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    delete from file_fetches
    where company_id = current_company() and message_id = ${messageId} and ${isHeld(held)}`);
  return rowCount !== 0;
}

export async function markGone(scope: Scope, messageIds: number[]): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
    with gone as (
      update messages
      set data = data || '{"file": "gone"}', failure = 'ERR_WAPP_DOWNLOAD_MEDIA'
      where company_id = current_company() and id = any(${sql.param(messageIds)}::bigint[])
      returning *)
    select ${messageWithTicketColumns} from gone m ${messageWithTicketJoins} order by m.id`,
  );
  announceUpdates(scope, rows);
}
