import type { BinaryNode, proto, SignalRepositoryWithLIDStore, SocketConfig, WASocket } from '@whiskeysockets/baileys';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import type { Frame, Receiver } from '../port.ts';
import { isGroup, isNoConversation, isPrivacyId, numberIn, privacyIdIn } from './addresses.ts';
import { BoundedMap } from './bounded.ts';
import { toNumber } from './content.ts';
import { storedBeforeSent } from './encryption.ts';
import {
  callFrame,
  type Envelope,
  envelopeOfKey,
  envelopeOfNode,
  framesOf,
  identityIn,
  type Known,
  nameOf,
  receiptsIn,
  unreadableFrames,
} from './frames.ts';
import { holdBack } from './holding.ts';
import type { Deferral, KeyStore } from './key-store.ts';
import { findMessage } from './known-messages.ts';
import type { Baileys } from './library.ts';
import { MissingWords } from './missing-words.ts';
import { sealReference } from './references.ts';
import { encryptedParts, isMissed, plaintextParts, receiptItems, sharedKeys } from './stanzas.rules.ts';
import { Tally } from './tally.ts';

/** One message on its way in: decrypted in one or more parts, committed with the last of them. */
type Stanza = {
  node: BinaryNode;
  envelope: Envelope;
  /** Parts that are still to be decrypted. */
  parts: number;
  messages: proto.IMessage[];
  hasFailed: boolean;
  deferral: Deferral;
};

export type InboundParts = {
  library: Baileys;
  platform: Platform;
  receiver: Receiver;
  store: KeyStore;
  /** The name of a group, as far as it is known in good time. */
  groupName(jid: string): Promise<string>;
  /** Nothing more may be acknowledged: the socket has to go. */
  fail(error: unknown): Promise<void>;
  /** Somebody wrote from there. */
  heard(chat: string): void;
  /** Not while something is being encrypted: both change the keys of the same conversation, and the later one would win. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  history: boolean;
};

const rememberedIds = 5_000;
const historyBatch = 200;

/**
 * Receives what arrives on one socket. The library acknowledges by itself, so everything is committed before it can: messages that it
 * decrypts inside the decryption, every other stanza before the library sees it. The table in docs/channels.md lists the kinds.
 */
export class Inbound {
  private readonly stanzas = new WeakMap<Uint8Array, Stanza>();
  private readonly numbers = new BoundedMap<string>(rememberedIds);
  private readonly told = new BoundedMap<true>(rememberedIds);
  private readonly tally: Tally;
  private readonly missing: MissingWords;
  private sock: WASocket | undefined;
  private signal: SignalRepositoryWithLIDStore | undefined;

  constructor(private readonly parts: InboundParts) {
    this.tally = new Tally((tally) => parts.receiver.countReplay(tally));
    this.missing = new MissingWords({ ...parts, warn: (error, what) => this.warn(error, what) });
  }

  /** The library's own encryption, which hands over what it has decrypted before anybody else hears of it. */
  makeRepository: SocketConfig['makeSignalRepository'] = (auth, logger, pnToLid) => {
    const signal = this.parts.library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid);
    this.signal = signal;
    const { decryptMessage, decryptGroupMessage } = signal;
    return Object.assign(signal, {
      decryptMessage: (sealed: Parameters<typeof decryptMessage>[0]) =>
        this.opened(sealed.ciphertext, () => decryptMessage.call(signal, sealed)),
      decryptGroupMessage: (sealed: Parameters<typeof decryptGroupMessage>[0]) =>
        this.opened(sealed.msg, () => decryptGroupMessage.call(signal, sealed)),
      ...storedBeforeSent(signal, auth.keys, (data) => this.parts.store.set(data)),
    });
  };

  attach(sock: WASocket): void {
    this.sock = sock;
    holdBack(sock.ws, 'CB:message', (node) => this.takeMessage(node), this.parts);
    holdBack(sock.ws, 'CB:receipt', (node) => this.commit(receiptsIn(node.attrs, receiptItems(node), this.me)), this.parts);
    holdBack(sock.ws, 'CB:call', (node) => this.takeCall(node), this.parts);
    sock.ev.on('lid-mapping.update', ({ lid, pn }) => void this.commit(identityIn(lid, pn)).catch(() => undefined));
    sock.ev.on('presence.update', ({ id, presences }) => void this.takePresence(id, presences).catch(() => undefined));
    sock.ev.on('messaging-history.set', ({ messages }) => void this.takeHistory(messages).catch(() => undefined));
  }

  close(): Promise<void> {
    return this.tally.close();
  }

  /** The number behind a privacy id, as far as it is known. */
  async lookUp(jid: string | null | undefined): Promise<void> {
    const privacyId = privacyIdIn(jid);
    if (!privacyId || this.numbers.has(privacyId)) return;
    const number = numberIn(await this.signal?.lidMapping.getPNForLID(privacyId).catch(() => undefined));
    if (number) this.numbers.set(privacyId, number);
  }

  private get me(): string[] {
    const { id, lid } = this.sock?.authState.creds.me ?? {};
    return [id, lid].filter((jid) => jid !== undefined);
  }

  /** Commits a message that the library will not decrypt; any other is committed while it is decrypted. */
  private async takeMessage(node: BinaryNode): Promise<void> {
    const envelope = isNoConversation(node.attrs.from) ? undefined : this.envelopeOf(node);
    if (!envelope) return;
    const sealed = encryptedParts(node);
    const stanza: Stanza = { node, envelope, parts: sealed.length, messages: [], hasFailed: false, deferral: { places: new Set() } };
    for (const part of sealed) this.stanzas.set(part, stanza);
    if (sealed.length > 0) return;
    for (const plain of plaintextParts(node)) this.decode(stanza, plain);
    await this.commitStanza(stanza);
    const { sock } = this;
    if (sock && stanza.messages.length === 0 && isMissed(node)) await this.missing.request(sock, node, envelope);
  }

  private async opened(sealed: Uint8Array, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const stanza = this.stanzas.get(sealed);
    return stanza ? this.parts.inTurn(() => this.openPart(stanza, decrypt)) : decrypt();
  }

  private async openPart(stanza: Stanza, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> {
    stanza.parts -= 1;
    try {
      const plain = await this.parts.store.defer(stanza.deferral, decrypt);
      this.decode(stanza, this.parts.library.unpadRandomMax16(plain));
      return plain;
    } catch (error) {
      stanza.hasFailed = true;
      throw error;
    } finally {
      if (stanza.parts === 0) await this.commitStanza(stanza);
    }
  }

  /** The library can decode no more than this: it asks for the message again. */
  private decode(stanza: Stanza, plain: Uint8Array): void {
    try {
      stanza.messages.push(this.parts.library.proto.Message.decode(plain));
    } catch {
      stanza.hasFailed = true;
    }
  }

  private async commitStanza(stanza: Stanza): Promise<void> {
    const { node, envelope, messages, deferral } = stanza;
    crashPoint('baileys.received');
    try {
      const frames = await this.framesIn(stanza);
      await this.commit(frames);
      crashPoint('baileys.committed');
      const keys = envelope.fromMe ? messages.flatMap(sharedKeys) : [];
      if (keys.length > 0) await this.parts.store.set({ 'app-state-sync-key': Object.fromEntries(keys) });
      await this.parts.store.flush(deferral);
      const isRead = frames.some((frame) => frame.kind === 'message' && !frame.data?.unreadable);
      if (node.attrs.offline && isRead) this.tally.add({ replayed: 1 });
    } catch (error) {
      await this.parts.fail(error);
      throw error;
    }
  }

  /** Returns the stanza's frames, or a placeholder for a message that could not be read. */
  private async framesIn({ node, envelope, messages, hasFailed }: Stanza): Promise<Frame[]> {
    const frames: Frame[] = [];
    for (const message of messages) {
      frames.push(...(await this.read(envelope, message)));
      for (const answer of await this.missing.answersIn(envelope, message))
        frames.push(...(await this.read(answer.envelope, answer.message)));
    }
    const isUnread = frames.length === 0 && (hasFailed || messages.length === 0);
    return isUnread && isMissed(node) ? this.placeholderFor(envelope) : frames;
  }

  /** Returns undefined when the message was stored before and only arrived again. */
  private async placeholderFor(envelope: Envelope): Promise<Frame[]> {
    const { platform, receiver } = this.parts;
    const frames = unreadableFrames(envelope, await this.knownOf(envelope));
    if (frames.length === 0 || (await findMessage(platform, receiver, envelope.id))) return [];
    this.missing.remember(envelope);
    this.tally.add({ unreadable: 1 });
    return frames;
  }

  private async read(envelope: Envelope, message: proto.IMessage | null | undefined, silent = false): Promise<Frame[]> {
    const known = await this.knownOf(envelope, silent);
    try {
      return framesOf(envelope, message, known);
    } catch (error) {
      this.warn(error, 'a message could not be converted; a placeholder is stored');
      return silent ? [] : unreadableFrames(envelope, known);
    }
  }

  private async knownOf({ chat, participant }: Envelope, silent = false): Promise<Known> {
    for (const jid of [chat, participant]) if (isPrivacyId(jid)) await this.lookUp(jid);
    return { ...this.known(silent), groupName: isGroup(chat) ? await this.parts.groupName(chat) : '' };
  }

  private known(silent = false): Known {
    const { platform, receiver } = this.parts;
    return {
      me: this.me,
      numberOf: (privacyId) => this.numbers.get(privacyId),
      groupName: '',
      sealFile: (reference) => sealReference(platform, receiver, reference),
      silent,
    };
  }

  /** Undefined for a stanza without a sender or a conversation, which the library rejects. */
  private envelopeOf(node: BinaryNode): Envelope | undefined {
    const [id = '', lid = ''] = this.me;
    try {
      return envelopeOfNode(node.attrs, this.parts.library.decodeMessageNode(node, id, lid).fullMessage);
    } catch (error) {
      this.warn(error, 'a message stanza belongs to no conversation and is rejected');
      return undefined;
    }
  }

  private warn(error: unknown, what: string): void {
    const { platform, receiver } = this.parts;
    // Only its text: the library's errors carry the stanza.
    const reason = error instanceof Error ? error.message : 'unknown';
    platform.log.warn({ reason, connectionId: receiver.connectionId }, what);
  }

  /** Identities are told once; everything else is deduplicated where it is stored. */
  private async commit(frames: Frame[]): Promise<void> {
    const isNew = (frame: Frame) => frame.kind !== 'identity' || !this.told.has(`${frame.privacyId} ${frame.number}`);
    const fresh = frames.filter(isNew);
    if (fresh.length === 0) return;
    await this.parts.receiver.receive(fresh);
    for (const frame of fresh) {
      if (frame.kind === 'message' && !frame.fromMe) this.parts.heard(frame.chat);
      if (frame.kind !== 'identity') continue;
      this.told.set(`${frame.privacyId} ${frame.number}`, true);
      this.numbers.set(frame.privacyId, frame.number);
    }
  }

  private async takeCall({ attrs, content }: BinaryNode): Promise<void> {
    const [info] = Array.isArray(content) ? content : [];
    const { 'call-id': id, 'call-creator': creator, 'group-jid': group, caller_pn: number } = info?.attrs ?? {};
    const from = attrs.from ?? creator;
    if (info?.tag !== 'offer' || !id || !from || group) return;
    await this.lookUp(from);
    const video = Array.isArray(info.content) && info.content.some(({ tag }) => tag === 'video');
    const envelope = { id, chat: from, chatAlt: number, participant: undefined, participantAlt: undefined, fromMe: false };
    await this.commit([callFrame({ ...envelope, name: attrs.notify ?? '', at: Number(attrs.t) }, video, this.known())]);
    if (!attrs.offline) void this.sock?.rejectCall(id, from).catch(() => undefined);
  }

  private async takeHistory(messages: proto.IWebMessageInfo[]): Promise<void> {
    if (!this.parts.history) return;
    let frames: Frame[] = [];
    for (const { key, message, pushName, messageTimestamp } of messages) {
      if (!key?.id) continue;
      frames.push(...(await this.read(envelopeOfKey(key, pushName ?? '', toNumber(messageTimestamp)), message, true)));
      if (frames.length < historyBatch) continue;
      await this.commit(frames);
      frames = [];
    }
    await this.commit(frames);
  }

  private async takePresence(jid: string, presences: Record<string, { lastKnownPresence: string }>): Promise<void> {
    if (isGroup(jid)) return;
    const said = Object.values(presences)[0]?.lastKnownPresence;
    await this.lookUp(jid);
    const chat = nameOf(jid, undefined, this.known());
    const state = said === 'composing' ? 'typing' : said === 'recording' ? 'recording' : 'paused';
    this.parts.receiver.typing({ kind: 'typing', chat, state });
  }
}
