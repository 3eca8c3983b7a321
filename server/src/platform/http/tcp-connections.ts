import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from '../boot/connection-limits.ts';
import type { Logger } from '../log.ts';
import { clientAddress, type IsTrusted, sourceOf } from './trusted-proxy.ts';

/**
 * No connection may hold its place without getting on: heads, bodies and readers that drip or stall are cut, and one address has
 * a bounded number of places. Live connections are watched by their own heartbeat.
 */
export function boundConnections(server: Server, limits: ConnectionLimits, isTrusted: IsTrusted, log: Pick<Logger, 'warn'>): void {
  const connections = new Map<Socket, Connection>();
  const watch = openWatch(sweepMilliseconds(limits));
  const takePlace = limitPerAddress(limits.HTTP_CONNECTIONS_PER_ADDRESS, isTrusted, log);
  server.keepAliveTimeout = limits.HTTP_IDLE_SECONDS * 1000;
  server.maxConnections = limits.HTTP_CONNECTIONS ?? connectionCapacity();
  server.on('connection', (socket: Socket) => {
    if (!takePlace(socket)) return void socket.destroy();
    connections.set(socket, new Connection(socket, limits, watch));
    socket.once('close', () => connections.delete(socket));
  });
  // Only now has everybody who answers requests of their own (the live channel) put their listeners in place of others'.
  server.once('listening', () => {
    server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => connections.get(socket)?.begin(answer));
    // With a listener of ours alone, a request for an upgrade would get no answer at all.
    if (server.listenerCount('upgrade') > 0) server.on('upgrade', ({ socket }: IncomingMessage) => connections.delete(socket));
  });
  const sweep = setInterval(() => {
    watch.tick();
    for (const connection of connections.values()) connection.check(watch.now());
  }, sweepMilliseconds(limits)).unref();
  server.once('close', () => clearInterval(sweep));
}

const sweepMilliseconds = ({ HTTP_HEAD_SECONDS, HTTP_BODY_SECONDS, HTTP_STALL_SECONDS }: ConnectionLimits) =>
  Math.min(1000, Math.max(25, Math.min(HTTP_HEAD_SECONDS, HTTP_BODY_SECONDS, HTTP_STALL_SECONDS) * 250));

type Watch = { now(): number };

/** A clock that excludes pauses of this process, so that clients are not blamed for them. */
function openWatch(interval: number): Watch & { tick(): void } {
  let time = 0;
  let ticked = performance.now();
  return {
    now: () => time,
    tick() {
      const now = performance.now();
      time += Math.min(now - ticked, 2 * interval);
      ticked = now;
    },
  };
}

class Connection {
  private readonly socket: Socket;
  private readonly limits: ConnectionLimits;
  private answer: ServerResponse | undefined;
  private answersOpen = 0;
  private isOver = false;
  /** Since when a head is coming; undefined while nothing has been said since the last request. */
  private headSince: number | undefined;
  private bytesBefore = 0;
  private body = { checkedAt: 0, waited: 0, received: 0, waitedThen: 0 };
  private sent = { mark: '', at: 0 };

  private readonly watch: Watch;

  constructor(socket: Socket, limits: ConnectionLimits, watch: Watch) {
    this.socket = socket;
    this.limits = limits;
    this.watch = watch;
    this.headSince = watch.now();
  }

  /** The head of a request is complete. */
  begin(answer: ServerResponse): void {
    this.headSince = undefined;
    this.answer = answer;
    this.bytesBefore = this.socket.bytesRead;
    this.body = { checkedAt: this.watch.now(), waited: 0, received: 0, waitedThen: 0 };
    this.answersOpen += 1;
    answer.once('close', () => {
      this.answersOpen -= 1;
      this.settle(answer);
    });
  }

  /** Request and answer are over: what comes from now on is the next head. */
  private settle(answer: ServerResponse): void {
    if (answer !== this.answer || !answer.req.complete || this.answersOpen > 0) return;
    this.answer = undefined;
    this.bytesBefore = this.socket.bytesRead;
  }

  check(now: number): void {
    // Was answered with a timeout and does not even read that.
    if (this.isOver) return void this.socket.destroy();
    if (this.hasStalledReader(now)) return void this.socket.destroy();
    if (this.answer) this.settle(this.answer);
    if (this.answer && !this.answer.req.complete) {
      if (this.hasSlowBody(this.answer.req, now)) this.timeOut();
    } else if (this.answersOpen === 0 && this.hasSlowHead(now)) this.timeOut();
  }

  private hasSlowHead(now: number): boolean {
    if (this.socket.bytesRead > this.bytesBefore) this.headSince ??= now;
    return this.headSince !== undefined && now - this.headSince > this.limits.HTTP_HEAD_SECONDS * 1000;
  }

  /** Counts the time in which we waited for the body, not that in which it waited for us: what has come and is not read yet. */
  private hasSlowBody(request: IncomingMessage, now: number): boolean {
    const { body, limits } = this;
    const received = this.socket.bytesRead - this.bytesBefore;
    if (request.readableLength === 0) body.waited += now - body.checkedAt;
    if (received > body.received || request.readableLength > 0) Object.assign(body, { received, waitedThen: body.waited });
    body.checkedAt = now;
    const allowed = limits.HTTP_BODY_SECONDS + received / limits.HTTP_BODY_RATE;
    return body.waited > allowed * 1000 || body.waited - body.waitedThen > limits.HTTP_STALL_SECONDS * 1000;
  }

  /** Something waits to be sent, and neither did a write end nor did what the system holds of it become less. */
  private hasStalledReader(now: number): boolean {
    const handle: unknown = Reflect.get(this.socket, '_handle');
    const queued: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : undefined;
    const mark = `${this.socket.bytesWritten - this.socket.writableLength}/${String(queued)}`;
    if (this.socket.writableLength === 0 || mark !== this.sent.mark) this.sent = { mark, at: now };
    return now - this.sent.at > this.limits.HTTP_STALL_SECONDS * 1000;
  }

  private timeOut(): void {
    this.isOver = true;
    if (this.answersOpen > 0 && this.answer?.headersSent) return void this.socket.destroy();
    this.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    this.socket.destroySoon();
  }
}

/** Counts connections per address. Trusted proxies are not counted. */
function limitPerAddress(most: number, isTrusted: IsTrusted, log: Pick<Logger, 'warn'>): (socket: Socket) => boolean {
  const taken = new Map<string, number>();
  let saidAt = -Infinity;
  return (socket) => {
    const address = clientAddress({ socket, headers: {} }, isTrusted);
    if (isTrusted(address, 0)) return true;
    const source = sourceOf(address);
    const others = taken.get(source) ?? 0;
    if (others >= most) {
      if (performance.now() - saidAt > 60_000) {
        saidAt = performance.now();
        log.warn({ source, connections: others }, 'an address has as many connections as it may: more are refused');
      }
      return false;
    }
    taken.set(source, others + 1);
    socket.once('close', () => {
      const left = (taken.get(source) ?? 1) - 1;
      if (left > 0) taken.set(source, left);
      else taken.delete(source);
    });
    return true;
  };
}

const shareForFiles = 0.25;
const maxOpenConnections = 50_000;

/** A part of what the system lets us open stays free for files and the database. */
function connectionCapacity(): number {
  try {
    const [, most = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Math.min(maxOpenConnections, Math.max(64, Math.floor(Number(most) * (1 - shareForFiles)) || maxOpenConnections));
  } catch {
    return maxOpenConnections;
  }
}
