import type { BinaryNode, proto, SignalRepositoryWithLIDStore, SocketConfig, WASocket } from '@whiskeysockets/baileys';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import type { Frame, Receiver } from '../port.ts';
import { isGroup, isPrivacyId, numberIn, privacyIdIn } from './addresses.ts';
import { BoundedMap } from './bounded.ts';
import { toNumber } from './content.ts';
import { storedBeforeSent } from './encryption.ts';
import {
  callFrame,
  type Envelope,
  envelopeOfKey,
  framesOf,
  identityIn,
  isMissed,
  isNeverSealed,
  type Known,
  nameOf,
  receiptsIn,
  unreadableFrames,
} from './frames.ts';
import { holdBack } from './holding.ts';
import type { Deferral, KeyStore } from './key-store.ts';
import { findMessage } from './known-messages.ts';
import type { Baileys } from './library.ts';
import { sealReference } from './references.ts';
import { Tally } from './tally.ts';

/** One message on its way in: encrypted in one or more parts, committed with the last of them. */
type Stanza = { node: BinaryNode; parts: number; frames: Frame[]; deferral: Deferral };

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
 * What arrives on one socket. The library acknowledges a message as soon as it has decrypted it, so that it is committed inside the
 * decryption: first the message, then the keys that reading it has changed, and only then the library goes on to acknowledge.
 * Receipts and calls are committed before the library gets to see them.
 */
export class Inbound {
  private readonly stanzas = new WeakMap<Uint8Array, Stanza>();
  private readonly numbers = new BoundedMap<string>(rememberedIds);
  /** Committed here lately, so that the library's own events about the same message say nothing new. */
  private readonly committed = new BoundedMap<true>(rememberedIds);
  private readonly told = new BoundedMap<true>(rememberedIds);
  private readonly tally: Tally;
  private sock: WASocket | undefined;
  private signal: SignalRepositoryWithLIDStore | undefined;

  constructor(private readonly parts: InboundParts) {
    this.tally = new Tally((tally) => parts.receiver.countReplay(tally));
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
    sock.ws.prependListener('CB:message', (node: BinaryNode) => this.expect(node));
    holdBack(sock.ws, 'CB:receipt', (node) => this.commit(this.receiptFrames(node)), this.parts);
    holdBack(sock.ws, 'CB:call', (node) => this.takeCall(node), this.parts);
    sock.ev.on('messages.upsert', ({ messages }) => void this.takeEvents(messages).catch((error: unknown) => this.parts.fail(error)));
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

  private expect(node: BinaryNode): void {
    const content = Array.isArray(node.content) ? node.content : [];
    const sealed = content.filter(({ tag }) => tag === 'enc').map((part) => part.content);
    const stanza: Stanza = { node, parts: sealed.length, frames: [], deferral: { places: new Set() } };
    for (const part of sealed) if (part instanceof Uint8Array) this.stanzas.set(part, stanza);
  }

  private async opened(sealed: Uint8Array, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const stanza = this.stanzas.get(sealed);
    return stanza ? this.parts.inTurn(() => this.openPart(stanza, decrypt)) : decrypt();
  }

  private async openPart(stanza: Stanza, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const { store } = this.parts;
    stanza.parts -= 1;
    let plain: Uint8Array;
    try {
      plain = await store.defer(stanza.deferral, decrypt);
    } catch (error) {
      if (stanza.parts === 0) await this.commitUnread(stanza);
      throw error;
    }
    stanza.frames.push(...(await this.framesIn(stanza.node, plain)));
    if (stanza.parts === 0) await this.commitStanza(stanza);
    return plain;
  }

  /** Before the network hears that it was not read: what stands for it, unless it has been read before and has only come again. */
  private async commitUnread(stanza: Stanza): Promise<void> {
    const { node, frames } = stanza;
    if (frames.length === 0 && isMissed(node)) frames.push(...(await this.standIn(this.envelopeOf(node))));
    await this.commitStanza(stanza);
  }

  private async standIn(envelope: Envelope): Promise<Frame[]> {
    const { platform, receiver } = this.parts;
    if (await findMessage(platform, receiver, envelope.id)) return [];
    this.tally.add({ unreadable: 1 });
    return unreadableFrames(envelope, await this.knownOf(envelope));
  }

  private async commitStanza({ node, frames, deferral }: Stanza): Promise<void> {
    crashPoint('baileys.received');
    try {
      await this.commit(frames);
      crashPoint('baileys.committed');
      await this.parts.store.flush(deferral);
    } catch (error) {
      await this.parts.fail(error);
      throw error;
    }
    const isRead = frames.every((frame) => frame.kind !== 'message' || !frame.data?.unreadable);
    if (node.attrs.id && isRead) this.committed.set(node.attrs.id, true);
    if (isRead && node.attrs.offline && frames.some(({ kind }) => kind === 'message')) this.tally.add({ replayed: 1 });
  }

  private async framesIn(node: BinaryNode, plain: Uint8Array): Promise<Frame[]> {
    const { proto: protocol, unpadRandomMax16 } = this.parts.library;
    try {
      return await this.read(this.envelopeOf(node), protocol.Message.decode(unpadRandomMax16(plain)));
    } catch {
      // What can not be read here can not be read by the library either, which then asks for it again.
      return [];
    }
  }

  private async read(envelope: Envelope, message: proto.IMessage | null | undefined, silent = false): Promise<Frame[]> {
    return framesOf(envelope, message, await this.knownOf(envelope, silent));
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

  private envelopeOf(node: BinaryNode): Envelope {
    const { attrs } = node;
    const [id = '', lid = ''] = this.me;
    const { key, pushName } = this.parts.library.decodeMessageNode(node, id, lid).fullMessage;
    const fromMe = key.fromMe ?? false;
    // The other address of a message of ours is that of whom it was written to.
    const chatAlt = fromMe
      ? (attrs.peer_recipient_pn ?? attrs.recipient_pn ?? attrs.peer_recipient_lid ?? attrs.recipient_lid)
      : key.remoteJidAlt;
    return {
      id: key.id ?? '',
      chat: key.remoteJid ?? '',
      chatAlt: chatAlt ?? undefined,
      participant: key.participant ?? undefined,
      participantAlt: key.participantAlt ?? undefined,
      fromMe,
      name: pushName ?? '',
      at: Number(attrs.t),
    };
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

  private receiptFrames({ attrs, content }: BinaryNode): Frame[] {
    const [list] = Array.isArray(content) ? content : [];
    const items = list?.tag === 'list' && Array.isArray(list.content) ? list.content : [];
    return receiptsIn(
      attrs,
      items.flatMap((item) => item.attrs.id ?? []),
      this.me,
    );
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

  /** Only what did not come by decryption here: what the phone sent again, and what could not be read. */
  private async takeEvents(messages: proto.IWebMessageInfo[]): Promise<void> {
    for (const each of messages) {
      const { key, message, pushName, messageTimestamp } = each;
      if (!key?.id || this.committed.has(key.id)) continue;
      const envelope = envelopeOfKey(key, pushName ?? '', toNumber(messageTimestamp));
      if (message) {
        await this.commit(await this.read(envelope, message));
        this.committed.set(key.id, true);
      } else if (isNeverSealed(each)) await this.commit(await this.standIn(envelope));
    }
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
