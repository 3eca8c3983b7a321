import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform/database/scope.ts';
import { inScope, type Scope } from '../../platform/database/scope.ts';
import { noExtras } from '../features.ts';
import type {
  FetchedFile,
  OutboundMessage,
  OutboundReaction,
  OutboundTyping,
  Reading,
  Receiver,
  SendOutcome,
  Session,
  SessionState,
} from '../port.ts';
import { type Account, findAccount } from './account.ts';
import { checkAccount } from './check.ts';
import type { Graph, GraphAnswer } from './graph.ts';
import { fetchFile, openFileRef } from './media.ts';
import { reactionPayload, readPayload, typingPayload } from './outgoing.rules.ts';
import { openPace } from './pace.ts';
import { lastHeard, wamidOf } from './remembered.ts';
import { judge, type Sending, sendMessage } from './sending.ts';
import type { Listing } from './templates.ts';

export type SessionTimes = {
  /** How long the network is tried to be reached at the start. */
  giveUpSeconds: number;
  /** How often the token is looked at while nothing goes wrong. */
  checkSeconds: number;
  doubtSeconds: number;
};
type SessionOptions = {
  platform: Platform;
  graph: Graph;
  times: SessionTimes;
  templates(account: Account): Promise<Listing>;
};

const later = (reason: Extract<SendOutcome, { outcome: 'later' }>['reason']): SendOutcome => ({ outcome: 'later', reason });
const maxPauseSeconds = 30;
const typingLastsMilliseconds = 20_000;

/** A number on the Cloud API. What customers do comes by the webhook, to any node; this sends, and watches over the token. */
export class CloudSession implements Session {
  private readonly closed = new AbortController();
  private readonly listeners: Array<() => void> = [];
  private readonly pace = openPace();
  private readonly uploads = new Map<string, string>();
  private readonly typed = new Map<string, number>();
  private readonly running: Promise<void>;
  private account: Account | undefined;
  private open = false;

  constructor(
    private readonly options: SessionOptions,
    private readonly receiver: Receiver,
  ) {
    this.running = this.runUntilClosed();
  }

  isOpen(): boolean {
    return this.open && !this.closed.signal.aborted;
  }

  onOpen(listener: () => void): void {
    this.listeners.push(listener);
  }

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const sending = this.sending();
    if (!sending) return later('notConnected');
    this.typed.delete(message.chat);
    return sendMessage(sending, message);
  }

  /** Meta can not take back what was sent. */
  async retract(): Promise<SendOutcome> {
    return { outcome: 'failed', reason: 'unsupported' };
  }

  edit = noExtras.edit;

  async react({ id, chat, emoji }: OutboundReaction): Promise<SendOutcome> {
    const sending = this.sending();
    if (!sending) return later('notConnected');
    const wamid = await this.inScope((scope) => wamidOf(scope, this.receiver.connectionId, id));
    try {
      const answer = await this.post(sending, reactionPayload(chat, wamid, emoji));
      return answer.ok ? { outcome: 'sent' } : judge(sending, answer.error, chat);
    } catch {
      return later('offline');
    }
  }

  async markRead({ chat, messages }: Reading): Promise<void> {
    const [sending, last] = [this.sending(), messages.at(-1)];
    if (!sending) throw new Error('the connection is not open');
    if (!last) return;
    const answer = await this.post(sending, readPayload(last.id));
    // One that Meta does not know any more will never be read.
    if (!answer.ok && judge(sending, answer.error, chat).outcome === 'later') throw new Error('Meta was not told what was read');
  }

  /** Shown until something is sent, for half a minute at most: that they stopped can not be said. */
  async typing({ chat, state }: OutboundTyping): Promise<void> {
    const sending = this.sending();
    const shownSince = this.typed.get(chat);
    const isShown = shownSince !== undefined && performance.now() - shownSince < typingLastsMilliseconds;
    if (!sending || state === 'paused' || isShown) return;
    const wamid = await this.inScope((scope) => lastHeard(scope, this.receiver.connectionId, chat));
    if (wamid === undefined) return;
    this.typed.set(chat, performance.now());
    await this.post(sending, typingPayload(wamid));
  }

  picture = noExtras.picture;
  group = noExtras.group;
  pairingCode = noExtras.pairingCode;

  async fetchFile(ref: string): Promise<FetchedFile> {
    const { platform, graph } = this.options;
    if (!this.account) return { outcome: 'later' };
    try {
      return await fetchFile(graph, this.account, openFileRef(platform.secrets, this.receiver, ref));
    } catch (error) {
      platform.log.warn({ err: error, connectionId: this.receiver.connectionId }, 'a file could not be fetched and will be tried again');
      return { outcome: 'later' };
    }
  }

  async close(): Promise<void> {
    this.closed.abort();
    await this.running;
  }

  private sending(): Sending | undefined {
    const { account, options, receiver } = this;
    if (!account || !this.isOpen()) return undefined;
    const { platform, graph, times } = options;
    return {
      platform,
      graph,
      pace: this.pace,
      uploads: this.uploads,
      connection: receiver,
      account,
      doubtSeconds: times.doubtSeconds,
      templates: () => options.templates(account),
      lose: () => void this.end({ status: 'DISCONNECTED', why: 'credentials' }),
    };
  }

  private post({ graph, account }: Sending, json: object): Promise<GraphAnswer> {
    return graph.call(account, { method: 'POST', path: `${account.phoneNumberId}/messages`, json });
  }

  private inScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    return inScope(this.options.platform, { companyId: this.receiver.companyId }, work);
  }

  private async runUntilClosed(): Promise<void> {
    while (!this.closed.signal.aborted) {
      try {
        return await this.live();
      } catch (error) {
        this.open = false;
        const { connectionId } = this.receiver;
        this.options.platform.log.warn({ err: error, connectionId }, 'a Cloud API session broke off and is taken up again');
        await this.pause(1_000);
      }
    }
  }

  private async live(): Promise<void> {
    const { times } = this.options;
    await this.receiver.report({ status: 'OPENING' });
    this.account = await findAccount(this.options.platform, this.receiver);
    if (!this.account) return this.end({ status: 'DISCONNECTED', why: 'credentials' });
    if (!(await this.reach(this.account, times.giveUpSeconds * 1000))) return;
    while (!this.closed.signal.aborted) {
      await this.pause(times.checkSeconds * 1000 * (0.75 + Math.random() / 2));
      if (this.closed.signal.aborted) return;
      const standing = await checkAccount(this.options.graph, this.account);
      if (standing.outcome === 'refused') return this.end({ status: 'DISCONNECTED', why: 'credentials' });
      // It was known before, so it is waited for as long as it takes.
      if (standing.outcome === 'unreachable' && !(await this.reach(this.account, Number.POSITIVE_INFINITY))) return;
    }
  }

  /** Asks Meta who we are until it answers; false where the session is over. */
  private async reach(account: Account, patience: number): Promise<boolean> {
    const began = performance.now();
    for (let attempt = 0; !this.closed.signal.aborted; attempt += 1) {
      const standing = await checkAccount(this.options.graph, account);
      if (standing.outcome === 'known') return this.begin();
      if (standing.outcome === 'refused') return this.over({ status: 'DISCONNECTED', why: 'credentials' });
      this.open = false;
      if (performance.now() - began > patience) return this.over({ status: 'TIMEOUT', why: 'noNetwork' });
      await this.receiver.report({ status: 'OPENING', retries: attempt + 1, why: 'noNetwork' });
      await this.pause(Math.min(maxPauseSeconds, 2 ** attempt) * 1000 * (0.5 + Math.random() / 2));
    }
    return false;
  }

  private async begin(): Promise<boolean> {
    if (this.open || this.closed.signal.aborted) return !this.closed.signal.aborted;
    await this.receiver.report({ status: 'CONNECTED' });
    this.open = true;
    for (const tell of this.listeners) tell();
    return true;
  }

  private async over(state: SessionState): Promise<false> {
    await this.end(state);
    return false;
  }

  /** Once: what else comes of it is known already. */
  private async end(state: SessionState): Promise<void> {
    if (this.closed.signal.aborted) return;
    this.closed.abort();
    this.open = false;
    const { platform } = this.options;
    await this.receiver
      .report(state)
      .catch((error: unknown) =>
        platform.log.warn({ err: error, connectionId: this.receiver.connectionId }, 'the end of a session was not recorded'),
      );
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.closed.signal }).catch(() => undefined);
  }
}
