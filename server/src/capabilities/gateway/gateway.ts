import type { Provider, Receiver, Session } from '../../channels/port.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { inTime } from '../../platform/in-time.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { recordSession } from '../connections/connection-session.actions.ts';
import { claimLeases, type Held, releaseLeases, renewLeases } from '../connections/leases.ts';
import { keepFrames } from '../inbox/inbox.actions.ts';
import { connectionsWaiting } from '../outbox/outbox.queries.ts';
import { gathered } from './gathered.ts';
import { openOurTyping } from './our-typing.ts';
import { openReadings } from './readings.ts';
import { openSender, type Sender } from './sender.ts';
import { typingFor } from './typing.ts';

type Running = { held: Held; session: Session; sender: Sender; readings: { wake(): void }; ourTyping: { wake(): void; stop(): void } };
export type GatewayOptions = { owner: string; leaseSeconds: number; providers: Record<string, Provider>; closeSeconds?: number };

const lookEvery = 1_000;
const fenceEvery = 500;
/** One that never says it has closed is left to itself: what it may still hand over is refused by its epoch. */
const defaultCloseSeconds = 30;

/** Runs the connections this node holds: takes free ones, prolongs its own, and lets go of what it has lost. */
export class Gateway {
  private readonly running = new Map<number, Running>();
  /** Sessions on their way out. How long one takes must not keep the others from being prolonged. */
  private readonly leaving = new Map<number, Promise<void>>();
  private lastRenewal = performance.now();
  private ticking: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private readonly timers: NodeJS.Timeout[];
  private readonly unsubscribe: Array<() => void>;

  constructor(
    private readonly platform: Platform,
    private readonly options: GatewayOptions,
  ) {
    const look = () => void this.look().catch(() => undefined);
    this.timers = [
      setInterval(() => this.tickSoon(), (options.leaseSeconds * 1000) / 5),
      setInterval(() => this.fence(), fenceEvery),
      setInterval(look, lookEvery),
    ];
    this.unsubscribe = [
      platform.wake.on('connections', () => this.tickSoon()),
      platform.wake.on('outbox', (companyId) => this.of(companyId, ({ sender }) => sender.wake())),
      platform.wake.on('reads', (companyId) => this.of(companyId, ({ readings }) => readings.wake())),
      platform.wake.on('presence', (companyId) => this.of(companyId, ({ ourTyping }) => ourTyping.wake())),
    ];
    this.tickSoon();
  }

  /** Lets go of everything, so that others can take it up at once. A session that takes longer than half of this is left to its epoch. */
  async stop(milliseconds = defaultCloseSeconds * 1000): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const stop of this.unsubscribe) stop();
    const leaving = async () => {
      await this.ticking;
      for (const each of this.running.values()) this.letGo(each);
      await Promise.all(this.leaving.values());
    };
    await inTime(leaving(), milliseconds / 2, 'it took too long').catch((error: unknown) =>
      this.platform.log.warn({ err: error }, 'not every session has closed before the leases were given back'),
    );
    await releaseLeases(this.platform, this.options.owner).catch(() => undefined);
    this.platform.wake.announce('connections', 0);
  }

  /** One round at a time; asked for during a round, another follows. */
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
    // The lease runs from when the database was asked, not from when its answer was heard.
    const asked = performance.now();
    const renewed = await renewLeases(this.platform, owner, leaseSeconds);
    this.lastRenewal = asked;
    const ours = new Map(renewed.map(({ connectionId, epoch }) => [connectionId, epoch]));
    for (const each of this.running.values()) if (ours.get(each.held.connectionId) !== each.held.epoch) this.letGo(each);
    if (this.stopped) return;
    // Let go of while cut off, and the lease outlived it: given back, it is taken up like any other, under a new epoch.
    const idle = renewed.map(({ connectionId }) => connectionId).filter((id) => !this.running.has(id));
    if (idle.length > 0) await releaseLeases(this.platform, owner, idle);
    // Two sessions of one connection never run side by side here: who is still leaving is taken up when it has left.
    for (const { provider, ...lease } of await claimLeases(this.platform, owner, leaseSeconds, [...this.leaving.keys()])) {
      this.takeUp({ ...lease, owner }, providers[provider]);
    }
  }

  private takeUp(held: Held, provider: Provider | undefined): void {
    if (!provider) return;
    const { companyId, connectionId } = held;
    const inItsContext = <T>(work: () => T) => resumeContext({ work: 'channel', companyId, connectionId }, work);
    const session = inItsContext(() => provider.open(this.receiverFor(held)));
    const sender = openSender(this.platform, held, session);
    const wake = () => inItsContext(sender.wake);
    const readings = openReadings(this.platform, held, session, provider.features);
    const ourTyping = openOurTyping(this.platform, held, session, provider.features);
    session.onOpen(wake);
    session.onOpen(() => inItsContext(readings.wake));
    this.running.set(connectionId, { held, session, sender: { ...sender, wake }, readings, ourTyping });
  }

  private receiverFor(held: Held): Receiver {
    return {
      connectionId: held.connectionId,
      companyId: held.companyId,
      receive: gathered((frames) => keepFrames(this.platform, held, frames)),
      typing: typingFor(this.platform, held),
      report: (state) => recordSession(this.platform, held, state),
    };
  }

  private letGo({ held: { connectionId, companyId }, session, sender, ourTyping }: Running): void {
    this.running.delete(connectionId);
    ourTyping.stop();
    const { closeSeconds = defaultCloseSeconds } = this.options;
    const left = inTime(Promise.all([sender.stop(), session.close()]), closeSeconds * 1000, 'it took too long')
      .catch((error: unknown) => this.platform.log.warn({ err: error, connectionId, companyId }, 'a session did not close as it should'))
      .then(() => {
        this.leaving.delete(connectionId);
        if (!this.stopped) this.tickSoon();
      });
    this.leaving.set(connectionId, left);
  }

  /** Cut off from the database, this node stops before another may begin: by a clock that nobody can set. */
  private fence(): void {
    const allowed = (this.options.leaseSeconds * 1000 * 2) / 3;
    if (performance.now() - this.lastRenewal < allowed) return;
    for (const each of this.running.values()) this.letGo(each);
  }

  private of(companyId: number, wake: (running: Running) => void): void {
    for (const each of this.running.values()) if (companyId === each.held.companyId) wake(each);
  }

  /** In case a hint was lost, and for what has waited long enough to be tried again. */
  private async look(): Promise<void> {
    if (this.running.size === 0) return;
    const waiting = await connectionsWaiting(this.platform, [...this.running.keys()]);
    for (const connectionId of waiting) {
      this.running.get(connectionId)?.sender.wake();
      this.running.get(connectionId)?.readings.wake();
    }
  }
}
