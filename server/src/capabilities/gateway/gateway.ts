import type { Frame, Provider, Receiver, Session } from '../../channels/port.ts';
import type { Platform } from '../../platform/scope.ts';
import { claimLeases, type Held, releaseLeases, renewLeases } from '../connections/leases.ts';
import { recordSession } from '../connections/session.actions.ts';
import { keepFrames } from '../inbox/inbox.actions.ts';
import { connectionsWaiting } from '../outbox/outbox.queries.ts';
import { openSender, type Sender } from './sender.ts';

type Running = { held: Held; session: Session; sender: Sender };

const lookEvery = 1_000;

export type GatewayOptions = { owner: string; leaseSeconds: number; providers: Record<string, Provider> };

/** Runs the connections this node holds: takes free ones, prolongs its own, and lets go of what it has lost. */
export function startGateway(platform: Platform, { owner, leaseSeconds, providers }: GatewayOptions): { stop(): Promise<void> } {
  const running = new Map<number, Running>();
  let lastRenewal = performance.now();
  let ticking: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function tick(): Promise<void> {
    const ours = new Map((await renewLeases(platform, owner, leaseSeconds)).map((lease) => [lease.connectionId, lease.epoch]));
    lastRenewal = performance.now();
    await Promise.all([...running.values()].filter(({ held }) => ours.get(held.connectionId) !== held.epoch).map(letGo));
    if (stopped) return;
    for (const { provider, ...lease } of await claimLeases(platform, owner, leaseSeconds)) takeUp({ ...lease, owner }, providers[provider]);
  }

  function takeUp(held: Held, provider: Provider | undefined): void {
    if (!provider) return;
    const session = provider.open(receiverFor(held));
    const sender = openSender(platform, held, session);
    session.onOpen(sender.wake);
    running.set(held.connectionId, { held, session, sender });
  }

  function receiverFor(held: Held): Receiver {
    const receive = gathered((frames: Frame[]) => keepFrames(platform, held, frames));
    return { connectionId: held.connectionId, companyId: held.companyId, receive, report: (state) => recordSession(platform, held, state) };
  }

  async function letGo({ held, session, sender }: Running): Promise<void> {
    running.delete(held.connectionId);
    await Promise.all([sender.stop(), session.close()]);
  }

  function soon(): void {
    if (ticking) {
      again = true;
      return;
    }
    ticking = tick()
      .catch((error: unknown) => platform.log.warn({ err: error }, 'leases could not be renewed'))
      .finally(() => {
        ticking = undefined;
        if (again && !stopped) {
          again = false;
          soon();
        }
      });
  }

  /** Cut off from the database, this node stops before another may begin: by a clock that nobody can set. */
  function fence(): void {
    if (performance.now() - lastRenewal < (leaseSeconds * 1000 * 2) / 3) return;
    for (const each of running.values()) void letGo(each);
  }

  const timers = [setInterval(soon, (leaseSeconds * 1000) / 5), setInterval(fence, 500), setInterval(() => void look().catch(() => undefined), lookEvery)];
  const wakeSenders = (companyId: number) => {
    for (const { held, sender } of running.values()) if (companyId === held.companyId) sender.wake();
  };

  /** In case a hint was lost, and for what has waited long enough to be tried again. */
  async function look(): Promise<void> {
    if (running.size === 0) return;
    for (const connectionId of await connectionsWaiting(platform, [...running.keys()])) running.get(connectionId)?.sender.wake();
  }

  const stops = [platform.wake.on('connections', soon), platform.wake.on('outbox', wakeSenders)];
  soon();

  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      for (const stop of stops) stop();
      await ticking;
      await Promise.all([...running.values()].map(letGo));
      await releaseLeases(platform, owner).catch(() => undefined);
      platform.wake.announce('connections', 0);
    },
  };
}

/** What comes while a write is under way is written together next: under load many frames share one commit. */
function gathered(keep: (frames: Frame[]) => Promise<void>): (frames: Frame[]) => Promise<void> {
  let waiting: Array<{ frames: Frame[]; done: () => void; failed: (error: unknown) => void }> = [];
  let writing = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await keep(batch.flatMap(({ frames }) => frames));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = false;
  }

  return (frames) =>
    new Promise((done, failed) => {
      waiting.push({ frames, done, failed });
      if (writing) return;
      writing = true;
      void write();
    });
}
