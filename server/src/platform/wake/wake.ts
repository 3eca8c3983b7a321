import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { outsideContext } from '../work-context.ts';
import { type ConnectLine, type OpenLine, openLine } from './wake-line.ts';
import { dialPostgres } from './wake-postgres.ts';
import { dialRedis } from './wake-redis.ts';

/** Hints that a company has work. They may be lost or merged, so listeners also poll. */
export type Wake = {
  announce(topic: string, companyId: number): void;
  /** `onGap` is called when wake-ups of other nodes may have been missed. */
  on(topic: string, listener: (companyId: number) => void, onGap?: () => void): () => void;
  close(): Promise<void>;
};

export type WakeOptions = {
  /** Names this process among the nodes. */
  node?: string | undefined;
  /** Told when the line to the other nodes breaks, and when a listener throws. */
  onFault: (error: unknown) => void;
  heartbeatMilliseconds?: number | undefined;
} & ({ mode: 'alone' } | { mode: 'postgres'; connection: ClientConfig } | { mode: 'redis'; url: string });

type Listener = { hear: (companyId: number) => void; onGap?: (() => void) | undefined };

const topicShape = /^[\w.-]{1,60}$/;
/** Anyone with the database's password may write to the channel: what has another shape is passed over. */
const payloadShape = /^([\w.-]+):([\w.-]{1,60}):(\d{1,15})$/;
const gatherMilliseconds = 10;
const maxWaiting = 10_000;
const maxPerSend = 500;

/** Usable at once; it keeps connecting to the other nodes in the background. */
export async function openWake(options: WakeOptions): Promise<Wake> {
  const here = localWake(options.onFault);
  const dial = dialFor(options);
  if (dial === undefined) return here;

  const node = options.node ?? randomBytes(6).toString('hex');
  const afar = outbox(node);
  let opened = false;
  const line = await openLine({
    dial,
    heard(payload) {
      const [, sender, topic, companyId] = payloadShape.exec(payload) ?? [];
      if (sender !== node && topic !== undefined) here.announce(topic, Number(companyId));
    },
    up() {
      if (!opened) return;
      here.gap();
      afar.sendSoon();
    },
    fault: options.onFault,
    heartbeatMilliseconds: options.heartbeatMilliseconds,
  });
  opened = true;
  afar.sendOver(line);
  return {
    announce(topic, companyId) {
      here.announce(topic, companyId);
      afar.add(topic, companyId);
    },
    on: (...listening) => here.on(...listening),
    async close() {
      await here.close();
      await afar.close();
      await line.close();
    },
  };
}

function dialFor(options: WakeOptions): ConnectLine | undefined {
  if (options.mode === 'postgres') return dialPostgres(options.connection, options.heartbeatMilliseconds);
  if (options.mode === 'redis') return dialRedis(options.url, options.heartbeatMilliseconds);
  return undefined;
}

/** Listeners in this process: called in the next microtask, once for many equal announcements. */
function localWake(onFault: (error: unknown) => void): Wake & { gap(): void } {
  const listenersByTopic = new Map<string, Set<Listener>>();
  const pending = new Map<string, { topic: string; companyId: number }>();
  let closed = false;
  // One listener's failure is not another's.
  const guard = (call: () => void) => {
    try {
      call();
    } catch (error) {
      onFault(error);
    }
  };
  const deliver = () => {
    const due = [...pending.values()];
    pending.clear();
    if (closed) return;
    for (const { topic, companyId } of due) for (const { hear } of listenersByTopic.get(topic) ?? []) guard(() => hear(companyId));
  };
  return {
    announce(topic, companyId) {
      if (!topicShape.test(topic) || !Number.isSafeInteger(companyId) || companyId < 0)
        throw new Error(`Not a wake-up: ${topic} ${companyId}`);
      if (pending.size === 0) queueMicrotask(() => outsideContext(deliver));
      pending.set(`${topic}:${companyId}`, { topic, companyId });
    },
    on(topic, hear, onGap) {
      const listener = { hear, onGap };
      const listeners = listenersByTopic.get(topic) ?? new Set();
      listenersByTopic.set(topic, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    gap() {
      for (const listeners of listenersByTopic.values()) for (const { onGap } of listeners) if (onGap !== undefined) guard(onGap);
    },
    async close() {
      closed = true;
    },
  };
}

/** Batches and deduplicates wake-ups; unsent ones wait for the connection, up to a limit. */
function outbox(node: string) {
  const waiting = new Set<string>();
  let line: OpenLine | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const sendAll = async () => {
    while (line?.isUp() && waiting.size > 0) {
      const payloads = [...waiting].slice(0, maxPerSend);
      for (const payload of payloads) waiting.delete(payload);
      if (await line.send(payloads)) continue;
      for (const payload of payloads) if (waiting.size < maxWaiting) waiting.add(payload);
    }
  };
  const send = () => {
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const sendSoon = () => {
    timer ??= setTimeout(() => void send(), gatherMilliseconds);
  };
  return {
    sendSoon,
    sendOver(kept: OpenLine) {
      line = kept;
    },
    add(topic: string, companyId: number) {
      if (waiting.size >= maxWaiting) return;
      waiting.add(`${node}:${topic}:${companyId}`);
      sendSoon();
    },
    async close() {
      clearTimeout(timer);
      await send();
      line = undefined;
    },
  };
}
