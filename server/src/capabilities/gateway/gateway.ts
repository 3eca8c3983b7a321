import type { Frame, Provider, Receiver, Session } from '../../channels/port.ts';
import { batchWrites } from '../../platform/batch-writes.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { recordSession } from '../connections/connection-session.actions.ts';
import { claimLeases, type HeldLease, inLease, releaseLeases, renewLeases } from '../connections/leases.ts';
import { countReplay } from '../connections/ledger.actions.ts';
import { resetLostSessions } from '../connections/lost-sessions.actions.ts';
import { pairingTopic } from '../connections/pairing.actions.ts';
import { openFrameStore, type StoreFrames } from '../inbox/frame-store.ts';
import { fetchTopic } from '../messages/file-fetches.actions.ts';
import { outboxTopic } from '../messages/outgoing.actions.ts';
import { offerSender } from '../outbox/direct-sending.ts';
import type { Claimed } from '../outbox/outbox.actions.ts';
import { connectionsWaiting } from '../outbox/outbox.queries.ts';
import { noteOutageSoon } from '../tickets/outage.jobs.ts';
import type { CountEnded } from './ended-sessions.ts';
import { openFileFetches } from './file-fetches.ts';
import { openOurTyping } from './our-typing.ts';
import { openPairing } from './pairing.ts';
import { openPictures } from './pictures.ts';
import { openReadings } from './readings.ts';
import { openSender, type Sender } from './sender.ts';
import { openStartPace, type StartLimits, type StartPace } from './start-pace.rules.ts';
import { openTypingRelay } from './typing.ts';

type RunningConnection = {
  held: HeldLease;
  session: Session;
  sender: Pick<Sender, 'wake' | 'stop'>;
  readings: { wake(): void };
  files: { wake(): void; stop(): Promise<void> };
  pairing: { wake(): void };
  pictures: { note(frames: Frame[]): void; stop(): void };
  ourTyping: { wake(): void; stop(): void };
};
export type GatewayOptions = {
  owner: string;
  leaseSeconds: number;
  providers: Record<string, Provider>;
  closeSeconds?: number;
  starts?: StartLimits;
  countEnded?: CountEnded;
};

const lookInterval = 1_000;
const fenceInterval = 500;
/** A session that never closes is abandoned: its later writes are refused by the epoch. */
const defaultCloseSeconds = 30;

/** Runs the connections this node holds: claims free ones, renews its own leases and stops those it has lost. */
export class Gateway {
  private readonly running = new Map<number, RunningConnection>();
  /** Sessions that are closing. A slow one must not delay lease renewal of the others. */
  private readonly leaving = new Map<number, Promise<void>>();
  private lastRenewal = performance.now();
  private ticking: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private later: NodeJS.Timeout | undefined;
  private readonly starts: StartPace;
  private readonly storeFrames: StoreFrames;
  private readonly timers: NodeJS.Timeout[];
  private readonly unsubscribe: Array<() => void>;

  constructor(
    private readonly platform: Platform,
    private readonly options: GatewayOptions,
  ) {
    this.starts = openStartPace(options.starts);
    this.storeFrames = openFrameStore(platform);
    const look = () => void this.look().catch(() => undefined);
    this.timers = [
      setInterval(() => this.tickSoon(), (options.leaseSeconds * 1000) / 5),
      setInterval(() => this.fence(), fenceInterval),
      setInterval(look, lookInterval),
    ];
    this.unsubscribe = [
      platform.wake.on('connections', () => this.tickSoon()),
      platform.wake.on('outbox', (companyId) => this.of(companyId, ({ sender }) => sender.wake())),
      platform.wake.on('reads', (companyId) => this.of(companyId, ({ readings }) => readings.wake())),
      platform.wake.on(fetchTopic, (companyId) => this.of(companyId, ({ files }) => files.wake())),
      platform.wake.on(pairingTopic, (companyId) => this.of(companyId, ({ pairing }) => pairing.wake())),
      platform.wake.on('presence', (companyId) => this.of(companyId, ({ ourTyping }) => ourTyping.wake())),
    ];
    this.tickSoon();
  }

  /** Releases everything so that other nodes can take over at once. A session that takes longer than half of this time is abandoned. */
  async stop(milliseconds = defaultCloseSeconds * 1000): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.later);
    for (const stop of this.unsubscribe) stop();
    const leaving = async () => {
      await this.ticking;
      for (const each of this.running.values()) this.stopSession(each);
      await Promise.all(this.leaving.values());
    };
    await withTimeout(leaving(), milliseconds / 2, 'it took too long').catch((error: unknown) =>
      this.platform.log.warn({ err: error }, 'not every session has closed before the leases were given back'),
    );
    await releaseLeases(this.platform, this.options.owner).catch(() => undefined);
    this.platform.wake.announce('connections', 0);
  }

  /** Runs one round at a time; a request during a round causes one more. */
  private tickSoon(): void {
    this.again = this.ticking !== undefined;
    this.ticking ??= this.tick()
      .catch((error: unknown) => this.platform.log.warn({ err: error }, 'leases could not be renewed'))
      .finally(() => {
        this.ticking = undefined;
        if (this.again && !this.stopped) this.tickSoon();
      });
  }

  private async tick(): Promise<void> {
    const { owner, leaseSeconds, providers } = this.options;
    // The lease runs from the moment the query was sent, not from the answer.
    const asked = performance.now();
    const renewed = await renewLeases(this.platform, owner, leaseSeconds);
    this.lastRenewal = asked;
    const ours = new Map(renewed.map(({ connectionId, epoch }) => [connectionId, epoch]));
    for (const each of this.running.values()) if (ours.get(each.held.connectionId) !== each.held.epoch) this.stopSession(each);
    if (this.stopped) return;
    // Stopped while disconnected but the lease is still valid: released here, then claimed again under a new epoch.
    const idle = renewed.map(({ connectionId }) => connectionId).filter((id) => !this.running.has(id));
    if (idle.length > 0) await releaseLeases(this.platform, owner, idle);
    await resetLostSessions(this.platform);
    const limit = this.starts.available();
    if (limit === 0) return this.tickLater();
    // Never runs two sessions of one connection: a closing one is restarted only after it has closed.
    const claimed = await claimLeases(this.platform, owner, leaseSeconds, [...this.leaving.keys()], limit);
    this.starts.take(claimed.length);
    for (const { provider, ...lease } of claimed) this.startOrEnd({ ...lease, owner }, provider, providers[provider]);
    // There may be more.
    if (claimed.length === limit) this.tickLater();
  }

  private tickLater(): void {
    if (this.stopped || this.later) return;
    this.later = setTimeout(
      () => {
        this.later = undefined;
        this.tickSoon();
      },
      this.starts.wait() * (0.5 + Math.random()),
    );
  }

  /** A connection that nobody here can run ends: it would be claimed again and again. */
  private startOrEnd(held: HeldLease, name: string, provider: Provider | undefined): void {
    const { connectionId, companyId } = held;
    try {
      if (!provider) throw new Error(`there is no provider ${name} here`);
      this.startSession(held, provider, name);
    } catch (error) {
      this.platform.log.error({ err: error, connectionId, companyId, provider: name }, 'a connection can not be run and was ended');
      void recordSession(this.platform, held, { status: 'DISCONNECTED' }).catch(() => undefined);
    }
  }

  private startSession(held: HeldLease, provider: Provider, name: string): void {
    const { companyId, connectionId } = held;
    const inItsContext = <T>(work: () => T) => resumeContext({ work: 'channel', companyId, connectionId }, work);
    const session = inItsContext(() => provider.open(this.receiverFor(held, name)));
    const sender = openSender(this.platform, held, session);
    const wake = () => inItsContext(sender.wake);
    const stopHearing = this.platform.wake.on(outboxTopic(connectionId), wake);
    const keep = (chat: string) => {
      const kept = sender.keep(chat);
      return kept && { send: (messages: Claimed[]) => inItsContext(() => kept.send(messages)), letGo: () => inItsContext(kept.letGo) };
    };
    const withdraw = offerSender(this.platform, { held, keep });
    const stop = () => {
      withdraw();
      stopHearing();
      return sender.stop();
    };
    const readings = openReadings(this.platform, held, session, provider.features);
    const ourTyping = openOurTyping(this.platform, held, session, provider.features);
    const files = openFileFetches(this.platform, held, session);
    const pairing = openPairing(this.platform, held, session);
    const pictures = openPictures(this.platform, held, session, provider.features);
    session.onOpen(wake);
    session.onOpen(() => inItsContext(readings.wake));
    session.onOpen(() => inItsContext(files.wake));
    this.running.set(connectionId, { held, session, sender: { wake, stop }, readings, ourTyping, files, pairing, pictures });
  }

  private receiverFor(held: HeldLease, provider: string): Receiver {
    return {
      connectionId: held.connectionId,
      companyId: held.companyId,
      receive: batchWrites(async (frames) => {
        await this.storeFrames(held, frames);
        this.running.get(held.connectionId)?.pictures.note(frames);
      }),
      typing: openTypingRelay(this.platform, held),
      report: async (state) => {
        await recordSession(this.platform, held, state, noteOutageSoon);
        this.options.countEnded?.(provider, state);
      },
      countReplay: (tally) => countReplay(this.platform, held, tally, noteOutageSoon),
      whileHeld: (work) => inLease(this.platform, held, work),
    };
  }

  private stopSession({ held: { connectionId, companyId }, session, sender, ourTyping, files, pictures }: RunningConnection): void {
    this.running.delete(connectionId);
    ourTyping.stop();
    pictures.stop();
    const { closeSeconds = defaultCloseSeconds } = this.options;
    const left = withTimeout(Promise.all([sender.stop(), files.stop(), session.close()]), closeSeconds * 1000, 'it took too long')
      .catch((error: unknown) => this.platform.log.warn({ err: error, connectionId, companyId }, 'a session did not close as it should'))
      .then(() => {
        this.leaving.delete(connectionId);
        if (!this.stopped) this.tickSoon();
      });
    this.leaving.set(connectionId, left);
  }

  /** Without the database this node stops its sessions before the lease expires, measured by a monotonic clock. */
  private fence(): void {
    const allowed = (this.options.leaseSeconds * 1000 * 2) / 3;
    if (performance.now() - this.lastRenewal < allowed) return;
    for (const each of this.running.values()) this.stopSession(each);
  }

  private of(companyId: number, wake: (running: RunningConnection) => void): void {
    for (const each of this.running.values()) if (companyId === each.held.companyId) wake(each);
  }

  /** Catches lost hints and due retries. */
  private async look(): Promise<void> {
    if (this.running.size === 0) return;
    const waiting = await connectionsWaiting(this.platform, [...this.running.keys()]);
    for (const connectionId of waiting) {
      this.running.get(connectionId)?.sender.wake();
      this.running.get(connectionId)?.readings.wake();
      this.running.get(connectionId)?.files.wake();
      this.running.get(connectionId)?.pairing.wake();
    }
  }
}
