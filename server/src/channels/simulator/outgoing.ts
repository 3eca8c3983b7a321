import { sql } from '../../platform/database/database.ts';
import { AnyRow, CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { OutboundEdit, OutboundMessage, OutboundReaction, OutboundTyping, Reading, Retraction, SendOutcome } from '../port.ts';
import { type Network, nextTimestamp, openNetwork, queueFrame } from './network.ts';
import { numberOf } from './phone-book.ts';
import { business } from './phones.ts';
import { fillTemplate } from './templates.ts';

const ours = (connectionId: number) => sql`company_id = current_company() and connection_id = ${connectionId}`;

/** A company that is not linked, or whose phone is out of reach, can do nothing now. */
export function awayness({ paired, faults }: Network): SendOutcome | undefined {
  if (!paired) return { outcome: 'later', reason: 'notConnected' };
  return faults.offline ? { outcome: 'later', reason: 'offline' } : undefined;
}

/** What the next sends were told to come to. */
async function staged(scope: Scope, connectionId: number): Promise<SendOutcome | undefined> {
  if (await consumeFault(scope, connectionId, 'failNext')) return { outcome: 'failed', reason: 'refused' };
  return (await consumeFault(scope, connectionId, 'failNextTransient')) ? { outcome: 'later', reason: 'temporary' } : undefined;
}

/** Whether the next thing of this kind is to fail; then it is one less. */
export async function consumeFault(
  scope: Scope,
  connectionId: number,
  fault: 'failNext' | 'failNextTransient' | 'mediaFail',
): Promise<boolean> {
  const { rowCount } = await scope.tx.execute(sql`
    update simulator_networks set faults = jsonb_set(faults, array[${fault}], to_jsonb((faults->>${fault})::int - 1))
    where connection_id = ${connectionId} and (faults->>${fault})::int > 0`);
  return (rowCount ?? 0) > 0;
}

/** Delivers a message of the company. The phone shows one message per id, however often it is sent, and acknowledges it at once. */
export async function deliver(scope: Scope, connectionId: number, message: OutboundMessage): Promise<SendOutcome> {
  const network = await openNetwork(scope, connectionId);
  const away = awayness(network);
  if (away) return away;
  const number = await numberOf(scope, connectionId, message.chat);
  if (network.faults.invalidNumbers?.includes(number)) return { outcome: 'failed', reason: 'notOnChannel' };
  if (await isShown(scope, connectionId, message.id)) return { outcome: 'sent' };
  const refused =
    (await throttle(scope, connectionId, network)) ??
    (await staged(scope, connectionId)) ??
    (await againstRules(scope, connectionId, number, message, network));
  if (refused) return refused;
  await show(scope, connectionId, number, message);
  await queueFrame(scope, connectionId, { kind: 'receipt', id: message.id, ack: 2 });
  return { outcome: 'sent' };
}

/** More than the network takes in a minute waits. */
async function throttle(scope: Scope, connectionId: number, { faults }: Network): Promise<SendOutcome | undefined> {
  const most = faults.throttlePerMinute ?? null;
  if (most === null) return undefined;
  const [sent] = await rowsOf(
    scope.tx,
    CountRow,
    sql`
      select count(*)::int as count
      from simulator_messages
      where ${ours(connectionId)} and from_business and at > clock_timestamp() - interval '1 minute'`,
  );
  return (sent?.count ?? 0) >= most ? { outcome: 'later', reason: 'throttled' } : undefined;
}

/** A template has to be one of the network's, filled in whole; anything else has to come within the window. */
async function againstRules(
  scope: Scope,
  connectionId: number,
  number: string,
  { template }: OutboundMessage,
  { faults }: Network,
): Promise<SendOutcome | undefined> {
  if (template) return fillTemplate(template) === undefined ? { outcome: 'failed', reason: 'templateRefused' } : undefined;
  const hours = faults.windowHours ?? null;
  if (hours === null) return undefined;
  const heard = await rowsOf(
    scope.tx,
    AnyRow,
    sql`
      select from simulator_messages
      where ${ours(connectionId)}
        and number = ${number}
        and not from_business
        and at > clock_timestamp() - make_interval(secs => ${hours * 3600})
      limit 1`,
  );
  return heard.length > 0 ? undefined : { outcome: 'failed', reason: 'windowClosed' };
}

async function show(scope: Scope, connectionId: number, number: string, message: OutboundMessage): Promise<void> {
  const at = await nextTimestamp(scope, connectionId);
  const { media, mediaType, voice, template } = message;
  const body = (template && fillTemplate(template)) ?? message.body;
  const isTold = mediaType === 'locationMessage' || mediaType === 'vcard';
  const told = media ? { fileName: media.fileName, mimetype: media.mimetype, voice } : isTold ? message.data : null;
  const data = message.data?.forwarded ? { ...told, forwarded: true } : told;
  await scope.tx.execute(sql`
    insert into simulator_messages (connection_id, number, id, from_business, is_group, body, media_type, media_id,
      data, quoted_id, ack, at)
    values (${connectionId}, ${number}, ${message.id}, true, ${isGroupChat(connectionId, number)}, ${body},
      ${mediaType}, ${media?.id ?? null}, ${data && JSON.stringify(data)}::jsonb, ${message.quotedId}, 2, ${at})
    on conflict do nothing`);
}

const isGroupChat = (connectionId: number, chat: string) =>
  sql`exists (select from simulator_messages g where g.${ours(connectionId)} and g.number = ${chat} and g.is_group)`;

async function isShown(scope: Scope, connectionId: number, id: string): Promise<boolean> {
  const shown = await rowsOf(scope.tx, AnyRow, sql`select from simulator_messages where ${ours(connectionId)} and id = ${id}`);
  return shown.length > 0;
}

/** Retracts a message of the company; a message the phone never got is ignored. */
export async function retractMessage(scope: Scope, connectionId: number, { id }: Retraction): Promise<SendOutcome> {
  const refused = awayness(await openNetwork(scope, connectionId)) ?? (await staged(scope, connectionId));
  if (refused) return refused;
  await scope.tx.execute(sql`
    update simulator_messages
    set is_deleted = true
    where ${ours(connectionId)} and id = ${id} and from_business`);
  return { outcome: 'sent' };
}

/** The company reacts to a message, one reaction of its own on each. */
export async function react(scope: Scope, connectionId: number, { id, emoji }: OutboundReaction): Promise<SendOutcome> {
  const reactions =
    emoji === '' ? sql`reactions - ${business}::text` : sql`reactions || jsonb_build_object(${business}::text, ${emoji}::text)`;
  return change(scope, connectionId, sql`reactions = ${reactions} where ${ours(connectionId)} and id = ${id} and not is_deleted`);
}

/** The company changes a text that it sent. */
export async function rewrite(scope: Scope, connectionId: number, { id, body }: OutboundEdit): Promise<SendOutcome> {
  return change(
    scope,
    connectionId,
    sql`body = ${body}, is_edited = true
      where ${ours(connectionId)} and id = ${id} and from_business and media_type is null and not is_deleted`,
  );
}

async function change(scope: Scope, connectionId: number, set: ReturnType<typeof sql>): Promise<SendOutcome> {
  const refused = awayness(await openNetwork(scope, connectionId)) ?? (await staged(scope, connectionId));
  if (refused) return refused;
  const { rowCount } = await scope.tx.execute(sql`update simulator_messages set ${set}`);
  return rowCount === 0 ? { outcome: 'failed', reason: 'messageGone' } : { outcome: 'sent' };
}

/** The customer's phone shows that what they wrote was read. Out of reach, nobody can tell it: the caller tries again. */
export async function showRead(scope: Scope, connectionId: number, { messages }: Reading): Promise<void> {
  const away = awayness(await openNetwork(scope, connectionId));
  if (away) throw new Error('the simulated network is out of reach');
  await scope.tx.execute(sql`
    update simulator_messages set ack = 3 where ${ours(connectionId)} and not from_business and ack < 3
      and id = any(${sql.param(messages.map(({ id }) => id))}::text[])`);
}

/** The customer's phone shows what the business is doing. */
export async function showTyping(scope: Scope, connectionId: number, { chat, state }: OutboundTyping): Promise<void> {
  const number = await numberOf(scope, connectionId, chat);
  const typing = state === 'paused' ? sql`typing - ${number}::text` : sql`typing || jsonb_build_object(${number}::text, ${state}::text)`;
  await scope.tx.execute(sql`update simulator_networks set typing = ${typing} where ${ours(connectionId)}`);
}
