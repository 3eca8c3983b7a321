import type { AuthenticationCreds, ConnectionState, GroupMetadata, proto, WASocket } from '@whiskeysockets/baileys';
import type { Platform } from '../../platform/database/scope.ts';
import type { Receiver } from '../port.ts';
import { isNoConversation } from './addresses.ts';
import { BoundedMap } from './bounded.ts';
import { Inbound } from './inbound.ts';
import { KeyStore } from './key-store.ts';
import { type Baileys, silentLogger } from './library.ts';
import type { Outbound } from './outbound.ts';
import { rememberNames } from './phone-book.ts';
import type { BaileysSettings } from './settings.ts';

const qrCodes = 3;
const groupNameMilliseconds = 5_000;
const groupMilliseconds = 10 * 60_000;

/** What became of one socket. */
export type Ended = { code: number | undefined; stood: number; isPaired: boolean };
export type SocketParts = {
  library: Baileys;
  platform: Platform;
  receiver: Receiver;
  settings: BaileysSettings;
  outbound: Outbound;
  onQr(qr: string, shown: number): void;
  onPaired(): void;
  onOpen(): void;
};

/** One socket to WhatsApp, from its start to its end. A new one is made for every attempt. */
export class DeviceSocket {
  readonly ended: Promise<Ended>;
  isOpen = false;
  isShowingQr = false;
  sock: WASocket | undefined;
  private readonly store: KeyStore;
  private readonly inbound: Inbound;
  private readonly groups = new BoundedMap<{ metadata: GroupMetadata; at: number }>(1_000);
  private saving: Promise<void> = Promise.resolve();
  private openedAt: number | undefined;
  private shown = 0;
  private finish: (ended: Ended) => void = () => undefined;

  constructor(private readonly parts: SocketParts) {
    const { library, platform, receiver, settings, outbound } = parts;
    this.store = new KeyStore(platform, receiver, library, (error) => this.fail(error));
    this.ended = new Promise((resolve) => {
      this.finish = resolve;
    });
    this.inbound = new Inbound({
      library,
      platform,
      receiver,
      store: this.store,
      groupName: (jid) => this.groupName(jid),
      fail: (error) => this.fail(error),
      heard: (chat) => outbound.heard(chat),
      inTurn: (work) => outbound.inTurn(work),
      history: settings.history ?? false,
    });
  }

  async open(): Promise<void> {
    const { library, settings, outbound, platform, receiver } = this.parts;
    const creds = (await this.store.loadCredentials()) ?? library.initAuthCreds();
    if (settings.rootKey) library.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(settings.rootKey);
    const sock = this.make(creds);
    this.sock = sock;
    this.inbound.attach(sock);
    outbound.attach(sock);
    sock.ev.on('creds.update', () => this.save(creds));
    sock.ev.on('connection.update', (update) => this.follow(creds, update));
    const forgetGroup = (id: string | undefined) => this.groups.delete(id ?? '');
    sock.ev.on('groups.update', (changed) => {
      for (const { id } of changed) forgetGroup(id);
    });
    sock.ev.on('group-participants.update', ({ id }) => forgetGroup(id));
    const notKept = (error: unknown) => platform.log.warn({ err: error }, 'names of the phone book were not kept');
    sock.ev.on('contacts.upsert', (contacts) => void rememberNames(receiver, contacts).catch(notKept));
  }

  /** Stops for the next holder: the device stays linked. */
  async end(): Promise<void> {
    await this.sock?.end(undefined);
    await this.settle(undefined);
  }

  async logOut(): Promise<void> {
    await this.sock?.logout();
  }

  /** Who is in a group, asked at most every ten minutes. */
  async group(jid: string): Promise<GroupMetadata | undefined> {
    const kept = this.groups.get(jid);
    if (kept && Date.now() - kept.at < groupMilliseconds) return kept.metadata;
    const metadata = await this.sock?.groupMetadata(jid);
    if (metadata) this.groups.set(jid, { metadata, at: Date.now() });
    return metadata;
  }

  private make(creds: AuthenticationCreds): WASocket {
    const { library, settings } = this.parts;
    const logger = silentLogger();
    return library.default({
      auth: { creds, keys: this.store },
      logger,
      ...(settings.url && { waWebSocketUrl: settings.url }),
      ...(settings.version && { version: settings.version }),
      ...(settings.qrMilliseconds && { qrTimeout: settings.qrMilliseconds }),
      browser: library.Browsers.ubuntu('Chrome'),
      markOnlineOnConnect: false,
      syncFullHistory: settings.history ?? false,
      shouldSyncHistoryMessage: () => settings.history ?? false,
      emitOwnEvents: false,
      shouldIgnoreJid: isNoConversation,
      // Keys that could not be stored end the socket: trying for half a minute would hold up the next one.
      transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 1 },
      // Each time it sends again counts twice. A phone asks five times.
      maxMsgRetryCount: 10,
      getMessage: ({ id }) => this.again(id ?? ''),
      cachedGroupMetadata: async (jid) => this.groups.get(jid)?.metadata,
      makeSignalRepository: this.inbound.makeRepository,
    });
  }

  /** A phone asks for it again. Where it can not be looked up the question must not be acknowledged, as if there was no answer to it. */
  private async again(id: string): Promise<proto.IMessage | undefined> {
    try {
      return await this.parts.outbound.again(id);
    } catch (error) {
      await this.fail(error);
      throw error;
    }
  }

  /** Nothing is kept of a device that is not linked yet: a pairing that is given up leaves no trace. */
  private save(creds: AuthenticationCreds): void {
    if (!creds.account) return;
    this.saving = this.saving.then(() => this.store.saveCredentials(creds)).catch((error: unknown) => this.fail(error));
  }

  private follow(creds: AuthenticationCreds, { qr, isNewLogin, connection, lastDisconnect }: Partial<ConnectionState>): void {
    if (qr) this.showQr(qr);
    if (isNewLogin) this.parts.onPaired();
    if (connection === 'open') {
      this.isOpen = true;
      this.openedAt = performance.now();
      this.parts.onOpen();
    }
    if (connection === 'close') void this.settle(codeOf(lastDisconnect?.error), creds.account !== undefined);
  }

  private showQr(qr: string): void {
    this.shown += 1;
    this.isShowingQr = this.shown <= qrCodes;
    if (this.isShowingQr) this.parts.onQr(qr, this.shown - 1);
    else {
      void this.settle(408, false);
      void this.sock?.end(undefined);
    }
  }

  private async settle(code: number | undefined, isPaired = true): Promise<void> {
    const stood = this.openedAt === undefined ? 0 : performance.now() - this.openedAt;
    this.isOpen = false;
    this.isShowingQr = false;
    await this.saving;
    await this.store.close();
    await this.inbound.close();
    this.finish({ code, stood, isPaired });
  }

  private async fail(error: unknown): Promise<void> {
    const { platform, receiver } = this.parts;
    platform.log.warn(
      { err: error, connectionId: receiver.connectionId },
      'WhatsApp is left unanswered, since something could not be stored',
    );
    this.isOpen = false;
    await this.sock?.end(error instanceof Error ? error : new Error('not stored'));
  }

  private async groupName(jid: string): Promise<string> {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), groupNameMilliseconds).unref());
    const metadata = await Promise.race([this.group(jid).catch(() => undefined), late]);
    return metadata?.subject ?? '';
  }
}

function codeOf(error: unknown): number | undefined {
  const output: unknown = typeof error === 'object' && error !== null && 'output' in error ? error.output : undefined;
  const code: unknown = typeof output === 'object' && output !== null && 'statusCode' in output ? output.statusCode : undefined;
  return typeof code === 'number' ? code : undefined;
}
