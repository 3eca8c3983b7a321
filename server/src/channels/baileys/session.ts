import { setTimeout as sleep } from 'node:timers/promises';
import type { WASocket } from '@whiskeysockets/baileys';
import type { Platform } from '../../platform/database/scope.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type {
  FetchedFile,
  Group,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundTyping,
  Picture,
  Reachable,
  Reading,
  Receiver,
  Retraction,
  SendOutcome,
  Session,
  SessionState,
} from '../port.ts';
import { isGroup, jidOf, numberIn, privacyIdIn } from './addresses.ts';
import { BoundedMap } from './bounded.ts';
import { fetchFile } from './fetching.ts';
import { forgetKeys } from './key-store.ts';
import { loadBaileys } from './library.ts';
import { afterClose, noAttempts } from './lifecycle.rules.ts';
import { fetchPicture, type MediaHosts } from './media.ts';
import { Outbound } from './outbound.ts';
import type { BaileysSettings } from './settings.ts';
import { DeviceSocket, type Ended } from './socket.ts';

const defaultAckMilliseconds = 20_000;
const pictureMilliseconds = 10_000;
const logOutMilliseconds = 3_000;
const watchedChats = 500;

/** Announced when the pairing of a connection is forgotten, to whichever node has its socket. */
export const forgetTopic = (connectionId: number) => `baileys.forget.${connectionId}`;

/** A device that is linked to the company's phone. */
export class BaileysSession implements Session {
  private readonly closed = new AbortController();
  private readonly listeners: Array<() => void> = [];
  private readonly outbound: Outbound;
  private readonly watched = new BoundedMap<true>(watchedChats);
  private readonly stopHearing: () => void;
  private readonly running: Promise<void>;
  private socket: DeviceSocket | undefined;
  private isForgotten = false;
  private reporting: Promise<void> = Promise.resolve();

  constructor(
    private readonly platform: Platform,
    private readonly receiver: Receiver,
    private readonly settings: BaileysSettings,
    private readonly hosts: MediaHosts,
  ) {
    const ackMilliseconds = settings.ackMilliseconds ?? defaultAckMilliseconds;
    this.outbound = new Outbound({ platform, receiver, hosts, socket: () => this.openSocket(), ackMilliseconds });
    this.stopHearing = platform.wake.on(forgetTopic(receiver.connectionId), () => {
      this.isForgotten = true;
    });
    this.running = this.run();
  }

  isOpen(): boolean {
    return this.openSocket() !== undefined;
  }

  onOpen(listener: () => void): void {
    this.listeners.push(listener);
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return this.outbound.send(message);
  }

  retract(retraction: Retraction): Promise<SendOutcome> {
    return this.outbound.retract(retraction);
  }

  react(reaction: OutboundReaction): Promise<SendOutcome> {
    return this.outbound.react(reaction);
  }

  edit(edit: OutboundEdit): Promise<SendOutcome> {
    return this.outbound.edit(edit);
  }

  async markRead({ chat, messages }: Reading): Promise<void> {
    const sock = this.openSocket();
    if (!sock) return;
    const remoteJid = jidOf(chat);
    const keyOf = (id: string, participant: string) => ({
      remoteJid,
      id,
      fromMe: false,
      ...(participant && { participant: jidOf(participant) }),
    });
    await sock.readMessages(messages.map(({ id, participant }) => keyOf(id, participant)));
    await this.watch(sock, remoteJid);
  }

  async typing({ chat, state }: OutboundTyping): Promise<void> {
    await this.openSocket()?.sendPresenceUpdate(state === 'typing' ? 'composing' : state, jidOf(chat));
  }

  async picture(chat: string): Promise<Picture | 'none' | 'unknown'> {
    const sock = this.openSocket();
    if (!sock) return 'unknown';
    try {
      const url = await sock.profilePictureUrl(jidOf(chat), 'preview', pictureMilliseconds);
      return url ? ((await fetchPicture(this.hosts, url)) ?? 'unknown') : 'unknown';
    } catch (error) {
      return isRefusal(error) ? 'none' : 'unknown';
    }
  }

  async group(chat: string): Promise<Group | undefined> {
    if (!this.isOpen() || !isGroup(chat)) return undefined;
    const metadata = await this.socket?.group(chat).catch(() => undefined);
    return (
      metadata && {
        name: metadata.subject,
        participants: metadata.participants.map(({ id, phoneNumber, name, notify, admin }) => ({
          address: numberIn(phoneNumber) ?? numberIn(id) ?? privacyIdIn(id) ?? id,
          name: name ?? notify ?? '',
          isAdmin: Boolean(admin),
        })),
      }
    );
  }

  async pairingCode(number: string): Promise<string | undefined> {
    const { socket } = this;
    return socket?.isShowingQr ? socket.sock?.requestPairingCode(number) : undefined;
  }

  fetchFile(ref: string): Promise<FetchedFile> {
    return fetchFile({ platform: this.platform, receiver: this.receiver, hosts: this.hosts, sock: this.openSocket() }, ref);
  }

  async reach(number: string): Promise<Reachable> {
    const sock = this.openSocket();
    if (!sock) return 'unknown';
    const found = await sock.onWhatsApp(number).catch(() => undefined);
    return found === undefined ? 'unknown' : found.some(({ exists }) => exists) ? 'yes' : 'no';
  }

  async close(): Promise<void> {
    this.closed.abort();
    this.stopHearing();
    const { socket } = this;
    if (this.isForgotten && socket?.isOpen) await withTimeout(socket.logOut(), logOutMilliseconds, 'no answer').catch(() => undefined);
    await socket?.end();
    await this.running;
    await this.reporting;
  }

  private openSocket(): WASocket | undefined {
    return this.socket?.isOpen && !this.closed.signal.aborted ? this.socket.sock : undefined;
  }

  /** To be told when somebody types, one has to say whom one looks at. */
  private async watch(sock: WASocket, jid: string): Promise<void> {
    if (isGroup(jid) || this.watched.has(jid)) return;
    this.watched.set(jid, true);
    await sock.presenceSubscribe(jid);
  }

  /** In order, and never the end of the session: without the database there is nobody to tell. */
  private report(state: SessionState): void {
    if (this.closed.signal.aborted) return;
    this.reporting = this.reporting
      .then(() => this.receiver.report(state))
      .catch((error: unknown) => this.platform.log.warn({ err: error }, 'the state of a WhatsApp connection was not stored'));
  }

  private async run(): Promise<void> {
    const library = await loadBaileys(this.platform.log);
    if (!library) return this.report({ status: 'DISCONNECTED', why: 'stopped' });
    this.report({ status: 'OPENING' });
    let attempts = noAttempts;
    while (!this.closed.signal.aborted) {
      const ended = await this.connect(library);
      if (this.closed.signal.aborted) return;
      const beforeTakingBack = this.settings.takeBackMilliseconds;
      const next = afterClose(attempts, { ...ended, now: performance.now(), beforeTakingBack }, Math.random());
      if (next.next === 'end') return this.finish(next);
      ({ attempts } = next);
      this.report({ status: 'OPENING', retries: attempts.failed, ...(next.why && { why: next.why }) });
      await sleep(next.after, undefined, { signal: this.closed.signal }).catch(() => undefined);
    }
  }

  private async connect(library: NonNullable<Awaited<ReturnType<typeof loadBaileys>>>): Promise<Ended> {
    const socket = new DeviceSocket({
      library,
      platform: this.platform,
      receiver: this.receiver,
      settings: this.settings,
      outbound: this.outbound,
      onQr: (qrcode, retries) => this.report({ status: 'qrcode', qrcode, retries }),
      onPaired: () => this.report({ status: 'PAIRING' }),
      onOpen: () => {
        this.report({ status: 'CONNECTED' });
        for (const tell of this.listeners) tell();
      },
    });
    this.socket = socket;
    try {
      await socket.open();
      // Closed while the keys were read: there was no socket to end yet.
      if (this.closed.signal.aborted) await socket.end();
    } catch (error) {
      this.platform.log.warn({ err: error, connectionId: this.receiver.connectionId }, 'a WhatsApp connection could not be started');
      return { code: undefined, stood: 0, isPaired: true };
    }
    return socket.ended;
  }

  private async finish({ status, why, forget }: Extract<ReturnType<typeof afterClose>, { next: 'end' }>): Promise<void> {
    const { connectionId } = this.receiver;
    if (forget)
      await this.receiver
        .whileHeld((scope) => forgetKeys(scope, connectionId))
        .catch((error: unknown) => this.platform.log.warn({ err: error, connectionId }, 'keys of an unlinked device were not removed'));
    this.report({ status, why });
    await this.reporting;
  }
}

/** Nobody, nothing, or hidden from us. */
function isRefusal(error: unknown): boolean {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  return data === 401 || data === 404 || data === '401' || data === '404';
}
