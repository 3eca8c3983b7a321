import type { BinaryNode, proto, WASocket } from '@whiskeysockets/baileys';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import type { OutboundEdit, OutboundMessage, OutboundReaction, Receiver, Retraction, SendOutcome } from '../port.ts';
import { isGroup, isPrivacyId, jidOf, numberIn } from './addresses.ts';
import { BoundedMap } from './bounded.ts';
import { asOutbound, asQuoted, findMessage } from './known-messages.ts';
import { type MediaHosts, sealFile, upload } from './media.ts';
import { contentOf, mediaWord, type Quoted, type Uploaded } from './writing.ts';

const sent: SendOutcome = { outcome: 'sent' };
const away: SendOutcome = { outcome: 'later', reason: 'notConnected' };
const noAnswer: SendOutcome = { outcome: 'later', reason: 'noAnswer' };
const rememberedNumbers = 20_000;
const rememberedContents = 500;
const maxFileBytes = 100 * 1024 * 1024;

/** What the server's refusal of a message means. Another try after 463 would make it worse. */
export function outcomeOfRefusal(code: string): SendOutcome {
  if (code === '463' || code === '403' || code === '475') return { outcome: 'failed', reason: 'restricted' };
  if (code === '404') return { outcome: 'failed', reason: 'notOnChannel' };
  if (code === '420' || code === '429') return { outcome: 'later', reason: 'throttled' };
  if (code.startsWith('5')) return { outcome: 'later', reason: 'temporary' };
  return { outcome: 'failed', reason: 'refused' };
}

export type OutboundParts = {
  platform: Platform;
  receiver: Receiver;
  hosts: MediaHosts;
  /** The socket, while the connection stands. */
  socket(): WASocket | undefined;
  ackMilliseconds: number;
};

/** What we send, on whichever socket stands. Ids are chosen before, so that a message sent twice is one for WhatsApp. */
export class Outbound {
  private readonly answers = new Map<string, (error: string | undefined) => void>();
  /** Where WhatsApp says that a number is: it may be written otherwise there. */
  private readonly jids = new BoundedMap<string>(rememberedNumbers);
  private readonly ours = new BoundedMap<true>(rememberedNumbers);
  /** What was sent lately: edits, reactions and the like are kept nowhere else. */
  private readonly contents = new BoundedMap<proto.IMessage>(rememberedContents);

  private turn: Promise<unknown> = Promise.resolve();
  private current: WASocket | undefined;

  constructor(private readonly parts: OutboundParts) {}

  attach(sock: WASocket): void {
    this.current = sock;
    sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => this.answers.get(attrs.id ?? '')?.(attrs.error));
  }

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const sock = this.parts.socket();
    if (!sock) return away;
    const jid = await this.find(sock, message.chat).catch(() => 'nowhere' as const);
    if (jid === 'nowhere') return away;
    if (jid === undefined) return { outcome: 'failed', reason: 'notOnChannel' };
    if (await this.isTooLarge(message)) return { outcome: 'failed', reason: 'mediaRefused' };
    const content = await this.build(sock, message);
    if (!content) return { outcome: 'later', reason: 'temporary' };
    const outcome = await this.relay(sock, jid, content, message.id);
    if (outcome.outcome === 'sent') this.ours.set(message.id, true);
    return outcome;
  }

  async retract({ id, chat }: Retraction): Promise<SendOutcome> {
    return this.change(chat, { protocolMessage: { key: keyOf(id, chat, true), type: 0 } }, '7');
  }

  async react({ id, chat, fromMe, participant, emoji }: OutboundReaction): Promise<SendOutcome> {
    const key = { ...keyOf(id, chat, fromMe), ...(participant && isGroup(chat) && { participant: jidOf(participant) }) };
    return this.change(chat, { reactionMessage: { key, text: emoji, senderTimestampMs: Date.now() } });
  }

  async edit({ id, chat, body }: OutboundEdit): Promise<SendOutcome> {
    const isOurs = this.ours.has(id) || (await findMessage(this.parts.platform, this.parts.receiver, id))?.fromMe;
    if (!isOurs) return { outcome: 'failed', reason: 'messageGone' };
    const editedMessage = { extendedTextMessage: { text: body } };
    return this.change(chat, { protocolMessage: { key: keyOf(id, chat, true), type: 14, editedMessage, timestampMs: Date.now() } }, '1');
  }

  /** For a phone that could not read it: the message as it was, once more. It may ask before the connection is said to stand. */
  async again(id: string): Promise<proto.IMessage | undefined> {
    const lately = this.contents.get(id);
    if (lately) return lately;
    const sock = this.current;
    const found = await findMessage(this.parts.platform, this.parts.receiver, id);
    return sock && found?.fromMe ? this.build(sock, asOutbound(id, found)) : undefined;
  }

  /** Where a conversation is on WhatsApp; undefined when nobody is there. Asked once for a number that we never heard of. */
  async find(sock: WASocket, chat: string): Promise<string | undefined> {
    const jid = jidOf(chat);
    if (isGroup(jid) || isPrivacyId(jid)) return jid;
    const known = this.jids.get(chat);
    if (known) return known;
    const heard = await sock.authState.keys.get('device-list', [chat]);
    if (heard[chat]) return jid;
    const found = await sock.onWhatsApp(chat);
    // Without an answer it is tried: the server says so itself.
    if (found === undefined) return jid;
    const there = found.find(({ exists }) => exists)?.jid;
    if (there) this.remember(chat, there);
    return there;
  }

  /** They wrote: they are there. */
  heard(chat: string): void {
    if (!chat.includes('@')) this.remember(chat, jidOf(chat));
  }

  private remember(chat: string, jid: string): void {
    this.jids.set(chat, numberIn(jid) ? jid : jidOf(chat));
  }

  private async change(chat: string, content: proto.IMessage, edit?: '1' | '7'): Promise<SendOutcome> {
    const sock = this.parts.socket();
    if (!sock) return away;
    const jid = (await this.find(sock, chat).catch(() => undefined)) ?? jidOf(chat);
    return this.relay(sock, jid, content, sock.generateMessageTag().replace(/\W/g, '') + Date.now().toString(16).toUpperCase(), edit);
  }

  /** Sent when the server has said so. Without its answer in time it is in doubt, and is sent again under the same id. */
  private async relay(sock: WASocket, jid: string, content: proto.IMessage, id: string, edit?: '1' | '7'): Promise<SendOutcome> {
    const answer = this.answerTo(id);
    this.contents.set(id, content);
    try {
      await this.inTurn(() => sock.relayMessage(jid, content, { messageId: id, ...(edit && { additionalAttributes: { edit } }) }));
      crashPoint('baileys.sent');
      const told = await answer.come;
      crashPoint('baileys.answered');
      if (told === 'nothing') return noAnswer;
      return told === undefined ? sent : outcomeOfRefusal(told);
    } catch {
      return noAnswer;
    } finally {
      answer.forget();
    }
  }

  /** One after the other: what is encrypted and what is decrypted change the keys of the same conversation. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private answerTo(id: string) {
    let timer: NodeJS.Timeout | undefined;
    const come = new Promise<string | undefined>((resolve) => {
      timer = setTimeout(() => resolve('nothing'), this.parts.ackMilliseconds);
      this.answers.set(id, resolve);
    });
    const forget = () => {
      clearTimeout(timer);
      this.answers.delete(id);
    };
    return { come, forget };
  }

  private async build(sock: WASocket, message: OutboundMessage): Promise<proto.IMessage | undefined> {
    const file = message.media ? await this.lift(sock, message.media) : undefined;
    if (message.media && !file) return undefined;
    const quoted = message.quotedId === null ? undefined : await this.quoted(message.quotedId);
    return contentOf(message, file, quoted, jidOf(numberIn(sock.authState.creds.me?.id) ?? ''));
  }

  private async quoted(id: string): Promise<Quoted> {
    const found = await findMessage(this.parts.platform, this.parts.receiver, id);
    return found ? asQuoted(id, found) : { id, body: '', fromMe: this.ours.has(id), participant: '' };
  }

  private async isTooLarge({ media }: OutboundMessage): Promise<boolean> {
    const found = media && (await this.parts.platform.storage.stat(media.key));
    return (found?.size ?? 0) > maxFileBytes;
  }

  /** The file from our storage to WhatsApp's. */
  private async lift(sock: WASocket, media: NonNullable<OutboundMessage['media']>): Promise<Uploaded | undefined> {
    const { stream } = await this.parts.platform.storage.read(media.key);
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(Buffer.from(part));
    const word = mediaWord(media.kind);
    const file = sealFile(Buffer.concat(parts), word);
    const { hosts, auth } = await sock.refreshMediaConn(false);
    const lies = await upload(this.parts.hosts, { host: hosts[0]?.hostname ?? 'mmg.whatsapp.net', auth }, word, file).catch(
      () => undefined,
    );
    return lies && { ...file, ...lies };
  }
}

const keyOf = (id: string, chat: string, fromMe: boolean) => ({ remoteJid: jidOf(chat), id, fromMe });
