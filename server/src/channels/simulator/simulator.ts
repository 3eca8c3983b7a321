import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '../../platform/crash-points.ts';
import { inScope, type Platform, type Scope } from '../../platform/scope.ts';
import type { Provider, Receiver, Session } from '../port.ts';
import { deliver, dueFrames, forgetFrames, openNetwork, type QueuedFrame, showQr, unpair } from './network.ts';

const qrCodes = 3;
const defaultQrSeconds = 20;
const framesAtOnce = 50;
const lookEvery = 1_000;
const giveUpAfter = 120_000;

/** A linked device on the simulated network: pairs by QR code, takes frames in, hands messages over. */
export function simulatorProvider(platform: Platform): Provider {
  return {
    open: (receiver) => openSession(platform, receiver),
    forget: (scope, connectionId) => unpair(scope, connectionId),
  };
}

function openSession(platform: Platform, receiver: Receiver): Session {
  const { connectionId, companyId } = receiver;
  const listeners: Array<() => void> = [];
  const closed = new AbortController();
  let open = false;
  let nudge = () => {};

  const here = <T>(work: (scope: Scope) => Promise<T>) => inScope(platform, { companyId }, work);
  const stopHearing = platform.wake.on('simulator', (company) => company === companyId && nudge());

  /** Until something happens on the network, or the time is up. */
  const pause = (milliseconds: number) =>
    Promise.race([sleep(milliseconds, undefined, { signal: closed.signal }).catch(() => undefined), new Promise<void>((resolve) => (nudge = resolve))]);

  async function live(): Promise<void> {
    await receiver.report({ status: 'OPENING' });
    if (!(await reachNetwork())) return receiver.report({ status: 'TIMEOUT' });
    if (!(await becomePaired())) return closed.signal.aborted ? undefined : receiver.report({ status: 'DISCONNECTED' });
    await receiver.report({ status: 'CONNECTED' });
    open = true;
    for (const tell of listeners) tell();
    while (!closed.signal.aborted) {
      const { paired, faults } = await here((scope) => openNetwork(scope, connectionId));
      if (!paired) {
        open = false;
        return receiver.report({ status: 'DISCONNECTED' });
      }
      const taken = faults.offline ? 0 : await takeFrames(faults);
      if (taken < framesAtOnce) await pause(lookEvery);
    }
  }

  /** Tries for about two minutes, ever more slowly. */
  async function reachNetwork(): Promise<boolean> {
    const began = performance.now();
    for (let attempt = 0; !closed.signal.aborted; attempt++) {
      const { faults } = await here((scope) => openNetwork(scope, connectionId));
      if (!faults.refuseConnect) return true;
      if (performance.now() - began > giveUpAfter) return false;
      await receiver.report({ status: 'OPENING', retries: attempt + 1 });
      await pause(Math.min(30_000, 1_000 * 2 ** attempt));
    }
    return false;
  }

  async function becomePaired(): Promise<boolean> {
    const { paired, faults } = await here((scope) => openNetwork(scope, connectionId));
    if (paired) return true;
    for (let code = 0; code < qrCodes && !closed.signal.aborted; code++) {
      const qrcode = `simulator:${connectionId}:${randomBytes(24).toString('base64url')}`;
      await here((scope) => showQr(scope, connectionId, qrcode));
      await receiver.report({ status: 'qrcode', qrcode, retries: code });
      const ends = performance.now() + (faults.qrSeconds ?? defaultQrSeconds) * 1000;
      while (performance.now() < ends && !closed.signal.aborted) {
        await pause(Math.min(ends - performance.now(), lookEvery));
        if ((await here((scope) => openNetwork(scope, connectionId))).paired) {
          await receiver.report({ status: 'PAIRING' });
          return true;
        }
      }
    }
    await here((scope) => showQr(scope, connectionId, null));
    return false;
  }

  /** As the real network does: sometimes twice, sometimes out of order, and again until it hears that we have them. */
  async function takeFrames({ duplicate, reorder }: { duplicate?: boolean | undefined; reorder?: boolean | undefined }): Promise<number> {
    const due = await here((scope) => dueFrames(scope, connectionId, framesAtOnce));
    if (due.length === 0) return 0;
    const arriving: QueuedFrame[] = reorder ? shuffled(due) : due;
    await receiver.receive(arriving.map(({ frame }) => frame));
    if (duplicate) await receiver.receive(arriving.map(({ frame }) => frame));
    crashPoint('simulator.acknowledge');
    await here((scope) => forgetFrames(scope, due.map(({ seq }) => seq)));
    return due.length;
  }

  async function stayAlive(): Promise<void> {
    while (!closed.signal.aborted) {
      try {
        return await live();
      } catch (error) {
        open = false;
        platform.log.warn({ err: error, connectionId }, 'the simulated connection broke and will be taken up again');
        await pause(1_000);
      }
    }
  }

  const running = stayAlive();
  return {
    isOpen: () => open && !closed.signal.aborted,
    onOpen: (listener) => void listeners.push(listener),
    send: (message) => here((scope) => deliver(scope, connectionId, message)),
    async close() {
      closed.abort();
      nudge();
      stopHearing();
      await running.catch(() => undefined);
    },
  };
}

function shuffled<T>(items: T[]): T[] {
  return items.map((item) => ({ item, place: randomBytes(4).readUInt32LE() })).toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
