import { randomBytes } from 'node:crypto';
import { Faults, type PhoneMessage, type SimulatedMessage } from '@prosa/contracts/simulator';
import { sql } from '../../platform/database.ts';
import { refuse } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Frame, MessageFrame, OutboundMessage, SendOutcome } from '../port.ts';

/** The simulated network as the rest of the world sees it. Nothing here knows what Prosa does with its frames. */
export type Network = { paired: boolean; qr: string | null; faults: Faults };

export const newPhoneId = () => randomBytes(10).toString('hex').toUpperCase();

/** The network of a simulator connection, made when first asked for; a connection of another kind, or of another company, has none. */
export async function openNetwork(scope: Scope, connectionId: number): Promise<Network> {
  // Made by a statement of its own: only a later one sees what another call made at the same moment.
  const network = (await findNetwork(scope, connectionId)) ?? (await makeNetwork(scope, connectionId)) ?? refuse('ERR_NO_WAPP_FOUND');
  return { ...network, faults: Faults.parse(network.faults) };
}

async function findNetwork(scope: Scope, connectionId: number): Promise<Network | undefined> {
  const { rows } = await scope.tx.execute<Network>(
    sql`select paired, qr, faults from simulator_networks where company_id = current_company() and connection_id = ${connectionId}`,
  );
  return rows[0];
}

async function makeNetwork(scope: Scope, connectionId: number): Promise<Network | undefined> {
  await scope.tx.execute(sql`
    insert into simulator_networks (connection_id)
    select id from connections where company_id = current_company() and id = ${connectionId} and provider = 'simulator' on conflict do nothing`);
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

/** A customer writes, or somebody on the company's own phone. Writing the same id again changes nothing. */
export async function write(scope: Scope, connectionId: number, message: SimulatedMessage, mediaId: number | null): Promise<string> {
  await openNetwork(scope, connectionId);
  const id = message.id ?? newPhoneId();
  const at = await tick(scope, connectionId);
  const mediaType = message.mediaType ?? null;
  const { rowCount } = await scope.tx.execute(sql`
    insert into simulator_messages (connection_id, number, name, id, from_business, body, media_type, media_id, quoted_id, at)
    values (${connectionId}, ${message.number}, ${message.name ?? ''}, ${id}, ${message.fromMe}, ${message.body}, ${mediaType}, ${mediaId}, ${message.quotedId ?? null}, ${at})
    on conflict (company_id, connection_id, id) do nothing`);
  if (rowCount === 0) return id;
  const frame: MessageFrame = {
    kind: 'message',
    id,
    chat: message.number,
    name: message.name ?? '',
    isGroup: false,
    fromMe: message.fromMe,
    participant: '',
    body: message.body,
    sentAt: at,
    mediaType,
    mediaId,
    quotedId: message.quotedId ?? null,
  };
  await queueFrame(scope, connectionId, frame);
  return id;
}

/** No two messages of a network are of the same millisecond: their order can be told from their times. */
async function tick(scope: Scope, connectionId: number): Promise<string> {
  const { rows } = await scope.tx.execute<{ at: string }>(sql`
    update simulator_networks set last_at = greatest(date_trunc('milliseconds', clock_timestamp()), last_at + interval '1 millisecond') where connection_id = ${connectionId} returning iso(last_at) as at`);
  return rows[0]?.at ?? refuse('ERR_NO_WAPP_FOUND');
}

export async function queueFrame(scope: Scope, connectionId: number, frame: Frame): Promise<void> {
  await scope.tx.execute(sql`
    insert into simulator_frames (connection_id, frame, due_at)
    select ${connectionId}, ${JSON.stringify(frame)}::jsonb, clock_timestamp() + make_interval(secs => coalesce((n.faults->>'delayMs')::float8, 0) / 1000) from simulator_networks n where n.connection_id = ${connectionId}`);
  scope.wake('simulator');
}

export type QueuedFrame = { seq: number; frame: Frame };

export async function dueFrames(scope: Scope, connectionId: number, limit: number): Promise<QueuedFrame[]> {
  const { rows } = await scope.tx.execute<QueuedFrame>(sql`
    select seq, frame from simulator_frames where company_id = current_company() and connection_id = ${connectionId} and due_at <= clock_timestamp() order by seq limit ${limit}`);
  return rows;
}

/** The company has acknowledged these: the network forgets them. */
export async function forgetFrames(scope: Scope, seqs: number[]): Promise<void> {
  await scope.tx.execute(
    sql`delete from simulator_frames where company_id = current_company() and seq = any(${sql.param(seqs)}::bigint[])`,
  );
}

/** The company sends. The phone shows one message per id, however often it is handed over, and says at once that it has it. */
export async function deliver(scope: Scope, connectionId: number, message: OutboundMessage): Promise<SendOutcome> {
  const { paired, faults } = await openNetwork(scope, connectionId);
  if (!paired) return { outcome: 'later', reason: 'ERR_WAPP_NOT_INITIALIZED' };
  if (faults.offline) return { outcome: 'later', reason: 'offline' };
  if (faults.invalidNumbers?.includes(message.chat)) return { outcome: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT' };
  const known = await scope.tx.execute(
    sql`select 1 from simulator_messages where company_id = current_company() and connection_id = ${connectionId} and id = ${message.id}`,
  );
  if (known.rows.length > 0) return { outcome: 'sent' };
  if (await useUp(scope, connectionId, 'failNext')) return { outcome: 'failed', reason: 'ERR_SENDING_WAPP_MSG' };
  if (await useUp(scope, connectionId, 'failNextTransient')) return { outcome: 'later', reason: 'refused for now' };
  const at = await tick(scope, connectionId);
  await scope.tx.execute(sql`
    insert into simulator_messages (connection_id, number, id, from_business, body, media_type, media_id, quoted_id, ack, at)
    values (${connectionId}, ${message.chat}, ${message.id}, true, ${message.body}, ${message.mediaType}, ${message.mediaId}, ${message.quotedId}, 2, ${at}) on conflict do nothing`);
  await queueFrame(scope, connectionId, { kind: 'receipt', id: message.id, ack: 2 });
  return { outcome: 'sent' };
}

async function useUp(scope: Scope, connectionId: number, fault: 'failNext' | 'failNextTransient'): Promise<boolean> {
  const { rowCount } = await scope.tx.execute(sql`
    update simulator_networks set faults = jsonb_set(faults, array[${fault}], to_jsonb((faults->>${fault})::int - 1)) where connection_id = ${connectionId} and (faults->>${fault})::int > 0`);
  return (rowCount ?? 0) > 0;
}

export async function receipt(scope: Scope, connectionId: number, id: string, ack: number): Promise<void> {
  await openNetwork(scope, connectionId);
  const { rowCount } = await scope.tx.execute(
    sql`update simulator_messages set ack = greatest(ack, ${ack}) where connection_id = ${connectionId} and id = ${id} and from_business`,
  );
  if (rowCount === 0) refuse('ERR_NO_MESSAGE_FOUND');
  await queueFrame(scope, connectionId, { kind: 'receipt', id, ack });
}

type Row = Omit<PhoneMessage, 'mediaUrl'> & { mediaKey: string | null };

export async function readPhone(scope: Scope, connectionId: number, number: string): Promise<Row[]> {
  await openNetwork(scope, connectionId);
  const { rows } = await scope.tx.execute<Row>(sql`
    select s.id, s.from_business as "fromBusiness", s.body, s.media_type as "mediaType", md.key as "mediaKey", s.quoted_id as "quotedId", s.ack, s.is_deleted as "isDeleted", iso(s.at) as at
    from simulator_messages s left join media md on md.company_id = s.company_id and md.id = s.media_id
    where s.company_id = current_company() and s.connection_id = ${connectionId} and s.number = ${number} order by s.at, s.seq`);
  return rows;
}

export async function listPhones(scope: Scope, connectionId: number) {
  await openNetwork(scope, connectionId);
  const { rows } = await scope.tx.execute<{ number: string; name: string; lastMessage: string; at: string }>(sql`
    select number, coalesce((array_agg(name order by at desc) filter (where name <> ''))[1], '') as name, (array_agg(body order by at desc))[1] as "lastMessage", iso(max(at)) as at
    from simulator_messages where company_id = current_company() and connection_id = ${connectionId} group by number order by max(at) desc limit 200`);
  return rows;
}

/** `logout` is a deed, not a state: it happens once. */
export async function setFaults(scope: Scope, connectionId: number, { logout, ...change }: Faults): Promise<Faults> {
  const { faults } = await openNetwork(scope, connectionId);
  const next = { ...faults, ...change };
  await scope.tx.execute(sql`update simulator_networks set faults = ${JSON.stringify(next)}::jsonb where connection_id = ${connectionId}`);
  if (logout) await unpair(scope, connectionId);
  scope.wake('simulator');
  return next;
}
