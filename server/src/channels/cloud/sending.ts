import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { ConnectionRef, OutboundMessage, SendOutcome } from '../port.ts';
import type { Account } from './account.ts';
import { type GraphError, meaningOf } from './errors.rules.ts';
import type { Graph } from './graph.ts';
import { sendableKind, uploadFile } from './media.ts';
import { isTooLong, type Prepared, payloadOf, type SendableFile } from './outgoing.rules.ts';
import type { Pace } from './pace.ts';
import { beginAttempt, canSendFreely, forgetAttempt, recordAccepted, wamidOf } from './remembered.ts';
import { type CloudTemplate, type Listing, templatePayload } from './templates.ts';

const SendAnswer = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const sendSeconds = 30;

export type Sending = {
  platform: Platform;
  graph: Graph;
  pace: Pace;
  connection: ConnectionRef;
  account: Account;
  /** Ids under which Meta has files already, by their key in the storage. */
  uploads: Map<string, string>;
  /** How long a status is waited for, before a message whose answer was lost is sent again. */
  doubtSeconds: number;
  templates(): Promise<Listing>;
  /** The token is not good any more. */
  lose(): void;
};

const later = (reason: Extract<SendOutcome, { outcome: 'later' }>['reason']): SendOutcome => ({ outcome: 'later', reason });
const failed = (reason: Extract<SendOutcome, { outcome: 'failed' }>['reason']): SendOutcome => ({ outcome: 'failed', reason });

const within = <T>({ platform, connection: { companyId } }: Sending, work: (scope: Scope) => Promise<T>): Promise<T> =>
  inScope(platform, { companyId }, work);

/** What becomes of something that Meta refused. */
export function judge({ pace, lose }: Pick<Sending, 'pace' | 'lose'>, error: GraphError, chat: string): SendOutcome {
  const meaning = meaningOf(error);
  if (meaning.kind === 'failed') return failed(meaning.reason);
  if (meaning.kind === 'later') return later(meaning.reason);
  if (meaning.kind === 'pairRate') pace.pairLimited(chat);
  else if (meaning.kind === 'numberRate') pace.numberLimited();
  else {
    lose();
    return later('notConnected');
  }
  return later('throttled');
}

/**
 * Hands one message over. Meta has nothing by which it would know a message that comes twice, so the attempt is written down before the
 * call: whoever tries again, after a crash or an answer that was lost, waits for a status, which carries our id.
 */
export async function sendMessage(sending: Sending, message: OutboundMessage): Promise<SendOutcome> {
  const { connection, pace } = sending;
  if (message.chat.endsWith('@g.us')) return failed('unsupported');
  if (isTooLong(message)) return failed('refused');
  if (!pace.mayGo(message.chat)) return later('throttled');
  // A message may have waited for hours since it was stored: a schedule, a campaign, an offline connection.
  if (!message.template && !(await within(sending, (scope) => canSendFreely(scope, connection.connectionId, message))))
    return failed('windowClosed');
  const prepared = await prepare(sending, message);
  if ('outcome' in prepared) return prepared;
  const attempt = await within(sending, (scope) => beginAttempt(scope, connection.connectionId, message.id, sending.doubtSeconds));
  if (attempt === 'sent') return { outcome: 'sent' };
  if (attempt === 'wait') return later('noAnswer');
  if (attempt !== 'begun') return failed(attempt.failed);
  const forget = () => within(sending, (scope) => forgetAttempt(scope, connection.connectionId, message.id));
  try {
    return await hand(sending, message, prepared, forget);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.mayHaveArrived) return later('noAnswer');
    await forget();
    return later('offline');
  }
}

async function hand(sending: Sending, message: OutboundMessage, prepared: Prepared, forget: () => Promise<void>): Promise<SendOutcome> {
  const { graph, account, connection, pace } = sending;
  const answer = await graph.call(account, {
    method: 'POST',
    path: `${account.phoneNumberId}/messages`,
    json: payloadOf(message, prepared),
    totalSeconds: sendSeconds,
  });
  if (!answer.ok) {
    // A gateway before Meta that failed says nothing of the message.
    if (answer.error.code === undefined && answer.error.status >= 500) return later('noAnswer');
    await forget();
    return judge(sending, answer.error, message.chat);
  }
  const wamid = SendAnswer.safeParse(answer.data).data?.messages[0]?.id;
  if (wamid === undefined) return later('noAnswer');
  crashPoint('cloud.sent');
  await within(sending, (scope) => recordAccepted(scope, connection.connectionId, message.id, wamid));
  pace.wentWell(message.chat);
  return { outcome: 'sent' };
}

/** What has to be done before: the file brought to Meta, the template looked up, the quoted message's id. */
async function prepare(sending: Sending, message: OutboundMessage): Promise<Prepared | SendOutcome> {
  try {
    const file = message.media ? await bring(sending, message, message.media) : undefined;
    if (file && 'outcome' in file) return file;
    const template = message.template ? await fill(sending, message.template) : undefined;
    if (template && 'outcome' in template) return template;
    const { quotedId } = message;
    const quotedWamid =
      quotedId === null ? undefined : await within(sending, (scope) => wamidOf(scope, sending.connection.connectionId, quotedId));
    return { file, template, quotedWamid };
  } catch (error) {
    // Nothing was said to the customer yet: what became of the call leaves no doubt about the message.
    if (error instanceof OutboundError) return later(error.mayHaveArrived ? 'temporary' : 'offline');
    throw error;
  }
}

const maxUploads = 1_000;

async function bring(
  sending: Sending,
  { body, chat }: OutboundMessage,
  media: NonNullable<OutboundMessage['media']>,
): Promise<SendableFile | SendOutcome> {
  const { graph, account, platform, uploads } = sending;
  const found = await platform.storage.stat(media.key);
  if (!found) return failed('mediaRefused');
  const as = sendableKind(media, found.size, body !== '');
  if (as === undefined) return failed('mediaRefused');
  const known = uploads.get(media.key);
  if (known !== undefined) return { as, id: known };
  const uploaded = await uploadFile(graph, account, platform.storage, media);
  if ('error' in uploaded) return uploaded.error.code === 100 ? failed('mediaRefused') : judge(sending, uploaded.error, chat);
  if (uploads.size >= maxUploads) uploads.clear();
  uploads.set(media.key, uploaded.id);
  return { as, id: uploaded.id };
}

/** Where the list may not be read, the values are taken for those of the text. */
async function fill(
  sending: Sending,
  { name, language, variables }: NonNullable<OutboundMessage['template']>,
): Promise<NonNullable<Prepared['template']> | SendOutcome> {
  const listing = await sending.templates();
  const isMeant = (each: CloudTemplate) => each.name === name && each.language === language;
  if (!listing.ok && listing.meaning.kind !== 'credentials') return later('temporary');
  const template = listing.ok
    ? listing.templates.find(isMeant)
    : { name, language, category: 'utility' as const, body: '', places: variables.map(() => ({ component: 'body' as const })) };
  return (template && templatePayload(template, variables)) ?? failed('templateRefused');
}
