import { randomBytes } from 'node:crypto';
import type { MessageData } from '@prosa/contracts/messages';
import { Faults, type SimulatedMessage } from '@prosa/contracts/simulator';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Bound } from '../../platform/database/flight.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import { keptPrefix } from '../../platform/database/kept-statements.ts';
import { runAsServer } from '../../platform/database/reads.ts';
import { rowsAmong, rowsOf } from '../../platform/database/rows.ts';
import type { Platform, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { Media } from '../../platform/http/stored-files.ts';
import { Frame, type MessageFrame, TypingFrame, windowTopic } from '../port.ts';
import { nameGroup } from './people.ts';
import { chatOf } from './phone-book.ts';

const NetworkRow = z.object({ paired: z.boolean(), qr: z.string().nullable(), faults: Faults });
const AtRow = z.object({ at: z.string() });
const QueuedRow = z.object({ seq: z.int(), frame: z.union([Frame, TypingFrame]) });

/** The simulated network. Nothing here depends on how Prosa processes its frames. */
export type Network = z.output<typeof NetworkRow>;

export const newPhoneId = () => randomBytes(10).toString('hex').toUpperCase();

/** Each session hears of its own connection alone. */
export const wakeTopic = (connectionId: number) => `simulator.${connectionId}`;

/** The network of a simulator connection, created on first use; other connections have none. */
export async function openNetwork(scope: Scope, connectionId: number): Promise<Network> {
  // A separate statement, so that it sees a row created by a concurrent call.
  const network = (await findNetwork(scope, connectionId)) ?? (await makeNetwork(scope, connectionId)) ?? refuse('ERR_NO_WAPP_FOUND');
  return { ...network, faults: Faults.parse(network.faults) };
}

/** Whether the phones show a message of this id already. Whoever is writing it in this moment is waited for. */
export async function isWritten(scope: Scope, connectionId: number, id: string): Promise<boolean> {
  await scope.tx.execute(sql`
    select
    from simulator_networks
    where company_id = current_company() and connection_id = ${connectionId}
    for update`);
  const { rowCount } = await scope.tx.execute(sql`
    select
    from simulator_messages
    where company_id = current_company() and connection_id = ${connectionId} and id = ${id}`);
  return rowCount !== 0;
}

export async function findNetwork(scope: Scope, connectionId: number): Promise<Network | undefined> {
  const rows = await keptRowsOf(
    scope,
    NetworkRow,
    sql`
      select n.paired, n.qr, n.faults
      from simulator_networks n
      join connections c on c.company_id = n.company_id and c.id = n.connection_id
      where n.company_id = current_company() and n.connection_id = ${connectionId} and c.removed_at is null`,
  );
  return rows[0];
}

async function makeNetwork(scope: Scope, connectionId: number): Promise<Network | undefined> {
  await scope.tx.execute(sql`
    insert into simulator_networks (connection_id)
    select id
    from connections
    where company_id = current_company() and id = ${connectionId} and provider = 'simulator' and removed_at is null
    on conflict do nothing`);
  return findNetwork(scope, connectionId);
}

export async function pair(scope: Scope, connectionId: number): Promise<void> {
  const { qr } = await openNetwork(scope, connectionId);
  if (qr === null) refuse('ERR_WAPP_NOT_INITIALIZED');
  await scope.tx.execute(sql`update simulator_networks set paired = true, qr = null where connection_id = ${connectionId}`);
  scope.wake(wakeTopic(connectionId));
}

export async function showQr(scope: Scope, connectionId: number, qr: string | null): Promise<void> {
  await scope.tx.execute(sql`update simulator_networks set qr = ${qr} where connection_id = ${connectionId}`);
}

export async function unpair(scope: Scope, connectionId: number): Promise<void> {
  await scope.tx.execute(sql`update simulator_networks set paired = false, qr = null where connection_id = ${connectionId}`);
}

/**
 * A customer writes, or somebody on the company's own phone, in private or in a group. Writing the same id again changes nothing.
 */
export async function write(
  scope: Scope,
  connectionId: number,
  { faults }: Network,
  message: SimulatedMessage,
  file: Media | null,
  more: MessageData | null = null,
): Promise<string> {
  const id = message.id ?? newPhoneId();
  const { group, number, name = '', fromMe } = message;
  if (group) await nameGroup(scope, connectionId, group);
  const participant = group && !fromMe ? number : '';
  await storeAndQueue(scope, connectionId, {
    // The network tells what kind of file it is, as others do.
    ...plainOf(id, message, file ? { ...more, mimetype: file.mimetype } : more),
    chat: group?.id ?? (await chatOf(scope, connectionId, number, faults.privacyId ?? false)),
    name: group?.name ?? name,
    isGroup: group !== undefined,
    participant,
    participantName: participant && name,
    ...fileOf(file, faults),
    number: group?.id ?? number,
    phoneFile: file?.id ?? null,
  });
  return id;
}

/**
 * What somebody writes in private and without a file needs nothing that the network knows, unless it hides numbers: one statement does.
 * Nothing where there is more to it.
 */
export async function writePlain(scope: Scope, connectionId: number, message: SimulatedMessage): Promise<string | undefined> {
  const id = message.id ?? newPhoneId();
  return (await storeAndQueue(scope, connectionId, plainOf(id, message, null), hidesNobody(connectionId))) ? id : undefined;
}

const hidesNobody = (connectionId: number) => sql`
  and not coalesce((faults->>'privacyId')::boolean, false)
  and exists (
    select from connections c where c.company_id = current_company() and c.id = ${connectionId} and c.removed_at is null)`;

function plainOf(id: string, message: SimulatedMessage, more: MessageData | null): Written {
  const { number, name = '', fromMe, body, quotedId = null, historyAt } = message;
  const said = { kind: 'message', id, chat: number, name, isGroup: false, fromMe, participant: '', participantName: '', body } as const;
  const written = { number, phoneName: name, phoneFile: null, saidAt: historyAt };
  return { ...said, ...kindOf(message, more), mediaId: null, quotedId, ...(historyAt !== undefined && { silent: true }), ...written };
}

/** With its message, or on the network still: then it is fetched from there. */
function fileOf(file: Media | null, { mediaFail }: Faults): Pick<MessageFrame, 'mediaId' | 'remote'> {
  if (!file || mediaFail === undefined || mediaFail === null) return { mediaId: file?.id ?? null };
  const { id, kind, mimetype, fileName, size } = file;
  return { mediaId: null, remote: { ref: String(id), kind, mimetype, fileName, size } };
}

type Written = Omit<MessageFrame, 'sentAt'> & {
  number: string;
  phoneName: string;
  phoneFile: number | null;
  saidAt: string | undefined;
};

/**
 * Stores a message on the phones and queues its frame in one statement. A message whose id is known changes nothing. Whether there is such
 * a network.
 */
async function storeAndQueue(
  scope: Scope,
  connectionId: number,
  { number, phoneName, phoneFile, saidAt, ...frame }: Written,
  suits = sql``,
): Promise<boolean> {
  const { id, fromMe, participant, isGroup, body, mediaType, data, quotedId } = frame;
  const at = sql`coalesce(${saidAt ?? null}::timestamptz, n.last_at)`;
  const statement = sql`
    with network as (${advanceTime(connectionId)} ${suits} returning last_at, faults),
    stored as (
      insert into simulator_messages (connection_id, number, name, id, from_business, participant, is_group, body,
        media_type, media_id, data, quoted_id, at)
      select ${connectionId}, ${number}, ${phoneName}, ${id}, ${fromMe}, ${participant}, ${isGroup}, ${body},
        ${mediaType}::text, ${phoneFile}::bigint, ${data && JSON.stringify(data)}::jsonb, ${quotedId}::text, ${at}
      from network n
      on conflict (company_id, connection_id, id) do nothing
      returning 1),
    queued as (
      insert into simulator_frames (connection_id, frame, due_at)
      select ${connectionId}, ${JSON.stringify(frame)}::jsonb || jsonb_build_object('sentAt', iso(${at})), ${dueAt}
      from network n
      where exists (select from stored))
    select 1 as found from network`;
  const found = await keptRowsOf(scope, z.object({ found: z.int() }), statement);
  if (found.length > 0) scope.wake(wakeTopic(connectionId));
  return found.length > 0;
}

type Kind = Pick<MessageFrame, 'mediaType' | 'data'>;

function kindOf({ location, contact, mediaType, forwarded }: SimulatedMessage, more: MessageData | null): Kind {
  const marked = (data: MessageData | null) => (forwarded ? { ...data, forwarded: true as const } : data);
  if (location) return { mediaType: 'locationMessage', data: marked(location) };
  if (contact) return { mediaType: 'vcard', data: marked({ contacts: [contact] }) };
  return { mediaType: mediaType ?? null, data: marked(more) };
}

/** Timestamps are unique per network, so that they define the order. */
const advanceTime = (connectionId: number) => sql`
  update simulator_networks
  set last_at = greatest(date_trunc('milliseconds', clock_timestamp()), last_at + interval '1 millisecond')
  where connection_id = ${connectionId}`;

/** When the network hands a frame over: at once, or later if it is slow. */
const dueAt = sql`clock_timestamp() + make_interval(secs => coalesce((n.faults->>'delayMs')::float8, 0) / 1000)`;

export async function nextTimestamp(scope: Scope, connectionId: number): Promise<string> {
  const rows = await rowsOf(scope.tx, AtRow, sql`${advanceTime(connectionId)} returning iso(last_at) as at`);
  return rows[0]?.at ?? refuse('ERR_NO_WAPP_FOUND');
}

export async function queueFrame(scope: Scope, connectionId: number, frame: Frame | TypingFrame): Promise<void> {
  await scope.tx.execute(sql`
    insert into simulator_frames (connection_id, frame, due_at)
    select ${connectionId}, ${JSON.stringify(frame)}::jsonb, ${dueAt}
    from simulator_networks n
    where n.connection_id = ${connectionId}`);
  scope.wake(wakeTopic(connectionId));
}

export type QueuedFrame = z.output<typeof QueuedRow>;
const WaitingRow = z.object({ paired: z.boolean(), faults: Faults, due: z.array(QueuedRow) });
export type Waiting = z.output<typeof WaitingRow>;
/** Which connection of which company, and how many frames at most. */
export type Exchange = { companyId: number; connectionId: number; acknowledged: number[]; limit: number };

/** One round trip with the network: frames that are stored here are acknowledged, and the next ones that are due are returned. */
export async function exchangeFrames(platform: Platform, { companyId, connectionId, acknowledged, limit }: Exchange): Promise<Waiting> {
  const forget = { ...forgetFrames, values: [acknowledged] };
  const look = { ...waitingFrames, values: [connectionId, limit] };
  const results = await runAsServer(platform, companyId, acknowledged.length > 0 ? [forget, look] : [look]);
  const found: unknown[] = (results.at(-1) ?? []).map(([row]) => JSON.parse(row ?? ''));
  const [waiting] = rowsAmong(found, WaitingRow, look.text);
  return waiting ?? refuse('ERR_NO_WAPP_FOUND');
}

const forgetFrames: Bound = {
  name: `${keptPrefix}simulator-forget`,
  text: 'delete from simulator_frames where company_id = current_company() and seq = any($1::bigint[])',
  values: [],
};
const waitingFrames: Bound = {
  name: `${keptPrefix}simulator-waiting`,
  text: `select json_build_object('paired', n.paired, 'faults', n.faults, 'due', coalesce((
      select json_agg(json_build_object('seq', f.seq, 'frame', f.frame) order by f.seq)
      from (
        select seq, frame from simulator_frames
        where company_id = current_company() and connection_id = $1 and due_at <= clock_timestamp()
        order by seq limit $2) f), '[]'::json))::text
    from simulator_networks n
    join connections c on c.company_id = n.company_id and c.id = n.connection_id
    where n.company_id = current_company() and n.connection_id = $1 and c.removed_at is null`,
  values: [],
};

export async function receipt(scope: Scope, connectionId: number, id: string, ack: number): Promise<void> {
  await openNetwork(scope, connectionId);
  const { rowCount } = await scope.tx.execute(
    sql`
      update simulator_messages
      set ack = greatest(ack, ${ack})
      where connection_id = ${connectionId} and id = ${id} and from_business`,
  );
  if (rowCount === 0) refuse('ERR_NO_MESSAGE_FOUND');
  await queueFrame(scope, connectionId, { kind: 'receipt', id, ack });
}

/** What happens once has happened. */
export async function clearFault(scope: Scope, connectionId: number, fault: keyof Faults): Promise<void> {
  await scope.tx.execute(sql`
    update simulator_networks set faults = faults - ${fault}::text
    where company_id = current_company() and connection_id = ${connectionId}`);
}

/** `logout` is an action, not a state: it happens once. */
export async function setFaults(scope: Scope, connectionId: number, { logout, ...change }: Faults): Promise<Faults> {
  const { faults } = await openNetwork(scope, connectionId);
  const next = { ...faults, ...change };
  await scope.tx.execute(sql`
    update simulator_networks
    set faults = ${JSON.stringify(next)}::jsonb
    where connection_id = ${connectionId}`);
  if (logout) await unpair(scope, connectionId);
  scope.wake(wakeTopic(connectionId));
  scope.wake(windowTopic);
  return next;
}
