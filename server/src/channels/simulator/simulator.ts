import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { featuresOf } from '@prosa/contracts/channels';
import type { SessionReason } from '@prosa/contracts/connections';
import type { Faults } from '@prosa/contracts/simulator';
import { crashPoint } from '../../platform/crash-points.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import type {
  FetchedFile,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundTyping,
  Picture,
  Provider,
  Reading,
  Receiver,
  Retraction,
  SendOutcome,
  Session,
} from '../port.ts';
import { erasureSteps } from './erasure.ts';
import {
  clearFault,
  exchangeFrames,
  findNetwork,
  openNetwork,
  type QueuedFrame,
  showQr,
  unpair,
  type Waiting,
  wakeTopic,
} from './network.ts';
import { deliver, react, retractMessage, rewrite, showRead, showTyping } from './outgoing.ts';
import { drawPicture, findGroup, hasPicture } from './people.ts';
import { isReachable, readPhoneBook } from './phone-book.ts';
import { fetchRemote } from './remote-files.ts';
import { templates } from './templates.ts';

const qrCodes = 3;
const defaultQrSeconds = 20;
const framesPerBatch = 50;
const lookInterval = 1_000;
const acknowledgeAfter = 20;
const connectTimeoutMilliseconds = 120_000;

export function simulatorProvider(platform: Platform): Provider {
  return {
    features: new Set(featuresOf.simulator),
    erasureSteps,
    open: (receiver) => new SimulatorSession(platform, receiver),
    phoneBook: ({ companyId, connectionId }) => inScope(platform, { companyId }, (scope) => readPhoneBook(scope, connectionId)),
    isReachable: ({ companyId, connectionId }, number) =>
      inScope(platform, { companyId }, (scope) => isReachable(scope, connectionId, number)),
    windowHours: ({ companyId, connectionId }) =>
      inScope(platform, { companyId }, async (scope) => (await findNetwork(scope, connectionId))?.faults.windowHours ?? null),
    templates: async () => templates,
    forget: (scope, connectionId) => unpair(scope, connectionId),
  };
}

/** A linked device on the simulated network: pairs by QR code, receives frames and sends messages. */
class SimulatorSession implements Session {
  private readonly closed = new AbortController();
  private readonly listeners: Array<() => void> = [];
  private readonly stopHearing: () => void;
  private readonly running: Promise<void>;
  private open = false;
  private offersPairing = false;
  private openSince = 0;
  private nudge: () => void = () => undefined;

  constructor(
    private readonly platform: Platform,
    private readonly receiver: Receiver,
  ) {
    this.stopHearing = platform.wake.on(wakeTopic(receiver.connectionId), () => this.nudge());
    this.running = this.runUntilClosed();
  }

  isOpen(): boolean {
    return this.open && !this.closed.signal.aborted;
  }

  onOpen(listener: () => void): void {
    this.listeners.push(listener);
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return this.inScope((scope) => deliver(scope, this.receiver.connectionId, message));
  }

  retract(retraction: Retraction): Promise<SendOutcome> {
    return this.inScope((scope) => retractMessage(scope, this.receiver.connectionId, retraction));
  }

  react(reaction: OutboundReaction): Promise<SendOutcome> {
    return this.inScope((scope) => react(scope, this.receiver.connectionId, reaction));
  }

  edit(edit: OutboundEdit): Promise<SendOutcome> {
    return this.inScope((scope) => rewrite(scope, this.receiver.connectionId, edit));
  }

  markRead(reading: Reading): Promise<void> {
    return this.inScope((scope) => showRead(scope, this.receiver.connectionId, reading));
  }

  typing(doing: OutboundTyping): Promise<void> {
    return this.inScope((scope) => showTyping(scope, this.receiver.connectionId, doing));
  }

  async picture(chat: string): Promise<Picture | 'none' | 'unknown'> {
    if (!(await this.network()).faults.pictures) return 'unknown';
    const number = await this.inScope((scope) => hasPicture(scope, this.receiver.connectionId, chat));
    return number === undefined ? 'none' : drawPicture(number);
  }

  group(chat: string) {
    return this.inScope((scope) => findGroup(scope, this.receiver.connectionId, chat));
  }

  async pairingCode(): Promise<string | undefined> {
    return this.offersPairing ? newPairingCode() : undefined;
  }

  fetchFile(ref: string): Promise<FetchedFile> {
    return fetchRemote(this.platform, this.receiver, ref);
  }

  async close(): Promise<void> {
    this.closed.abort();
    this.nudge();
    this.stopHearing();
    await this.running;
  }

  private inScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    return inScope(this.platform, { companyId: this.receiver.companyId }, work);
  }

  private network() {
    return this.inScope((scope) => openNetwork(scope, this.receiver.connectionId));
  }

  private exchange(acknowledged: number[]): Promise<Waiting> {
    const { companyId, connectionId } = this.receiver;
    return exchangeFrames(this.platform, { companyId, connectionId, acknowledged, limit: framesPerBatch });
  }

  /** Waits for activity on the network, or for the timeout. */
  private async pause(milliseconds: number): Promise<void> {
    const awake = new AbortController();
    this.nudge = () => awake.abort();
    await sleep(milliseconds, undefined, { signal: AbortSignal.any([this.closed.signal, awake.signal]) }).catch(() => undefined);
  }

  private async runUntilClosed(): Promise<void> {
    while (!this.closed.signal.aborted) {
      try {
        return await this.live();
      } catch (error) {
        this.open = false;
        if (this.closed.signal.aborted) return;
        this.platform.log.warn(
          { err: error, connectionId: this.receiver.connectionId },
          'the simulated connection broke and is taken up again',
        );
        await this.pause(lookInterval);
      }
    }
  }

  private async live(): Promise<void> {
    const { receiver } = this;
    await receiver.report({ status: 'OPENING' });
    if (!(await this.reachNetwork())) return this.end('TIMEOUT', 'noNetwork');
    // Who starts it again takes it back from whoever has replaced it.
    await this.inScope((scope) => clearFault(scope, receiver.connectionId, 'replaced'));
    if ((await this.network()).faults.banned) return this.end('DISCONNECTED', 'banned');
    if (!(await this.becomePaired())) return this.end('DISCONNECTED', 'qrExpired');
    let acknowledged: number[] = [];
    while (!this.closed.signal.aborted) {
      const { paired, faults, due } = await this.exchange(acknowledged);
      const over = whyOver(paired, faults);
      if (over) return this.end('DISCONNECTED', over);
      await this.follow(faults.offline ?? false);
      acknowledged = faults.offline ? [] : await this.handOver(due, faults);
      // The work on what was handed over goes first; it is acknowledged a moment later.
      if (acknowledged.length < framesPerBatch) await this.pause(acknowledged.length === 0 ? lookInterval : acknowledgeAfter);
    }
  }

  /** Says when the network is lost and when it is there again. What was said before is a replay. */
  private async follow(offline: boolean): Promise<void> {
    if (this.open === !offline) return;
    this.open = !offline;
    if (offline) return this.receiver.report({ status: 'OPENING', why: 'noNetwork' });
    this.openSince = Date.now();
    await this.receiver.report({ status: 'CONNECTED' });
    for (const tell of this.listeners) tell();
  }

  /** Ends the session, unless only this node stops. */
  private async end(status: 'TIMEOUT' | 'DISCONNECTED', why: SessionReason): Promise<void> {
    this.open = false;
    if (!this.closed.signal.aborted) await this.receiver.report({ status, why });
  }

  /** Retries for about two minutes with growing delays. */
  private async reachNetwork(): Promise<boolean> {
    const began = performance.now();
    for (let attempt = 0; !this.closed.signal.aborted; attempt++) {
      const { faults } = await this.network();
      if (!faults.refuseConnect) return true;
      if (performance.now() - began > connectTimeoutMilliseconds) return false;
      await this.receiver.report({ status: 'OPENING', retries: attempt + 1, why: 'noNetwork' });
      await this.pause(Math.min(30_000, 1_000 * 2 ** attempt));
    }
    return false;
  }

  private async becomePaired(): Promise<boolean> {
    const { paired, faults } = await this.network();
    if (paired) return true;
    const seconds = faults.qrSeconds ?? defaultQrSeconds;
    for (let code = 0; code < qrCodes && !this.closed.signal.aborted; code++) {
      if (await this.offerQr(code, seconds)) {
        await this.receiver.report({ status: 'PAIRING' });
        const ends = performance.now() + (faults.pairingSeconds ?? 0) * 1000;
        while (performance.now() < ends && !this.closed.signal.aborted) await this.pause(ends - performance.now());
        return true;
      }
    }
    if (!this.closed.signal.aborted) await this.inScope((scope) => showQr(scope, this.receiver.connectionId, null));
    return false;
  }

  /** Shows one code until it expires; true when it was scanned. */
  private async offerQr(code: number, seconds: number): Promise<boolean> {
    const { connectionId } = this.receiver;
    const qrcode = `simulator:${connectionId}:${randomBytes(24).toString('base64url')}`;
    await this.inScope((scope) => showQr(scope, connectionId, qrcode));
    this.offersPairing = true;
    await this.receiver.report({ status: 'qrcode', qrcode, retries: code });
    const ends = performance.now() + seconds * 1000;
    let paired = false;
    while (!paired && performance.now() < ends && !this.closed.signal.aborted) {
      await this.pause(Math.min(ends - performance.now(), lookInterval));
      ({ paired } = await this.network());
    }
    this.offersPairing = false;
    return paired;
  }

  /** Like a real network: sometimes duplicated, sometimes out of order, and repeated until acknowledged. */
  private async handOver(due: QueuedFrame[], { duplicate, reorder }: Faults): Promise<number[]> {
    if (due.length === 0) return [];
    const handed = (reorder ? shuffled(due) : due).map(({ frame }) => frame);
    const frames = handed.filter((frame) => frame.kind !== 'typing');
    for (const frame of handed) if (frame.kind === 'typing') this.receiver.typing(frame);
    for (let copy = 0; copy < (duplicate ? 2 : 1) && frames.length > 0; copy += 1) await this.receiver.receive(frames);
    const replayed = frames.filter((frame) => frame.kind === 'message' && Date.parse(frame.sentAt) < this.openSince).length;
    if (replayed > 0) await this.receiver.countReplay({ replayed });
    crashPoint('simulator.acknowledge');
    return due.map(({ seq }) => seq);
  }
}

/** Why a session is over, by what the network says. */
function whyOver(paired: boolean, { banned, replaced }: Faults): SessionReason | undefined {
  if (banned) return 'banned';
  if (replaced) return 'replaced';
  return paired ? undefined : 'loggedOut';
}

/** Without letters and digits that look alike. */
const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const newPairingCode = () => Array.from(randomBytes(8), (byte) => codeAlphabet.charAt(byte % codeAlphabet.length)).join('');

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: randomBytes(4).readUInt32LE() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
