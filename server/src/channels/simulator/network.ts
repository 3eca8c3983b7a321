import { randomBytes } from 'node:crypto';
import type { MessageData } from '@prosa/contracts/messages';
import { Faults, type SimulatedMessage } from '@prosa/contracts/simulator';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { Frame, type MessageFrame, TypingFrame } from '../port.ts';
import { nameGroup } from './people.ts';
import { chatOf } from './phone-book.ts';

const NetworkRow = z.object({ paired: z.boolean(), qr: z.string().nullable(), faults: Faults });
const AtRow = z.object({ at: z.string() });
const QueuedRow = z.object({ seq: z.int(), frame: z.union([Frame, TypingFrame]) });

/** The simulated network. Nothing here depends on how Prosa processes its frames. */
export type Network = z.output<typeof NetworkRow>;

export const newPhoneId = () => randomBytes(10).toString('hex').toUpperCase();

/** The network of a simulator connection, created on first use; other connections have none. */
export async function openNetwork(scope: Scope, connectionId: number): Promise<Network> {
  // A separate statement, so that it sees a row created by a concurrent call.
  const network = (await findNetwork(scope, connectionId)) ?? (await makeNetwork(scope, connectionId)) ?? refuse('ERR_NO_WAPP_FOUND');
  return { ...network, faults: Faults.parse(network.faults) };
}

async function findNetwork(scope: Scope, connectionId: number): Promise<Network | undefined> {
  const rows = await rowsOf(
    scope.tx,
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
  scope.wake('simulator');
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
  message: SimulatedMessage,
  mediaId: number | null,
  more: MessageData | null = null,
): Promise<string> {
  const { faults } = await openNetwork(scope, connectionId);
  const id = message.id ?? newPhoneId();
  const at = await nextTimestamp(scope, connectionId);
  const { group, number, name = '', fromMe } = message;
  if (group) await nameGroup(scope, connectionId, group);
  const { mediaType, data } = kindOf(message, more);
  const participant = group && !fromMe ? number : '';
  const { rowCount } = await scope.tx.execute(sql`
    insert into simulator_messages (connection_id, number, name, id, from_business, participant, is_group, body,
      media_type, media_id, data, quoted_id, at)
    values (${connectionId}, ${group?.id ?? number}, ${name}, ${id}, ${fromMe}, ${participant},
      ${group !== undefined}, ${message.body}, ${mediaType}, ${mediaId}, ${data && JSON.stringify(data)}::jsonb,
      ${message.quotedId ?? null}, ${at})
    on conflict (company_id, connection_id, id) do nothing`);
  if (rowCount === 0) return id;
  const frame: MessageFrame = {
    kind: 'message',
    id,
    chat: group?.id ?? (await chatOf(scope, connectionId, number, faults.privacyId ?? false)),
    name: group?.name ?? name,
    isGroup: group !== undefined,
    fromMe,
    participant,
    participantName: participant && name,
    body: message.body,
    sentAt: at,
    mediaType,
    mediaId,
    data,
    quotedId: message.quotedId ?? null,
  };
  await queueFrame(scope, connectionId, frame);
  return id;
}

function kindOf({ location, contact, mediaType }: SimulatedMessage, more: MessageData | null): Pick<MessageFrame, 'mediaType' | 'data'> {
  if (location) return { mediaType: 'locationMessage', data: location };
  if (contact) return { mediaType: 'vcard', data: { contacts: [contact] } };
  return { mediaType: mediaType ?? null, data: more };
}

/** Timestamps are unique per network, so that they define the order. */
export async function nextTimestamp(scope: Scope, connectionId: number): Promise<string> {
  const rows = await rowsOf(
    scope.tx,
    AtRow,
    sql`
    update simulator_networks
    set last_at = greatest(date_trunc('milliseconds', clock_timestamp()), last_at + interval '1 millisecond')
    where connection_id = ${connectionId}
    returning iso(last_at) as at`,
  );
  return rows[0]?.at ?? refuse('ERR_NO_WAPP_FOUND');
}

export async function queueFrame(scope: Scope, connectionId: number, frame: Frame | TypingFrame): Promise<void> {
  await scope.tx.execute(sql`
    insert into simulator_frames (connection_id, frame, due_at)
    select ${connectionId}, ${JSON.stringify(frame)}::jsonb,
      clock_timestamp() + make_interval(secs => coalesce((n.faults->>'delayMs')::float8, 0) / 1000)
    from simulator_networks n
    where n.connection_id = ${connectionId}`);
  scope.wake('simulator');
}

export type QueuedFrame = z.output<typeof QueuedRow>;

export async function dueFrames(scope: Scope, connectionId: number, limit: number): Promise<QueuedFrame[]> {
  const rows = await rowsOf(
    scope.tx,
    QueuedRow,
    sql`
    select seq, frame
    from simulator_frames
    where company_id = current_company() and connection_id = ${connectionId} and due_at <= clock_timestamp()
    order by seq
    limit ${limit}`,
  );
  return rows;
}

/** Deletes acknowledged frames. */
export async function forgetFrames(scope: Scope, seqs: number[]): Promise<void> {
  await scope.tx.execute(
    sql`delete from simulator_frames where company_id = current_company() and seq = any(${sql.param(seqs)}::bigint[])`,
  );
}

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

/** `logout` is an action, not a state: it happens once. */
export async function setFaults(scope: Scope, connectionId: number, { logout, ...change }: Faults): Promise<Faults> {
  const { faults } = await openNetwork(scope, connectionId);
  const next = { ...faults, ...change };
  await scope.tx.execute(sql`
    update simulator_networks
    set faults = ${JSON.stringify(next)}::jsonb
    where connection_id = ${connectionId}`);
  if (logout) await unpair(scope, connectionId);
  scope.wake('simulator');
  return next;
}
