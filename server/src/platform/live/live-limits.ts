import type { Socket } from 'socket.io';
import { Refusal } from '../errors.ts';

/** Far beyond what people and their browsers do: an agent has a few tabs, and a tab says some ten things a minute. */
export type LiveLimits = {
  socketsOfPerson: number;
  socketsOfAddress: number;
  eventsBurst: number;
  eventsPerMinute: number;
  arrivalsBurst: number;
  arrivalsPerMinute: number;
};
export const liveLimits: LiveLimits = {
  socketsOfPerson: 250,
  socketsOfAddress: 1_000,
  eventsBurst: 300,
  eventsPerMinute: 100,
  arrivalsBurst: 500,
  arrivalsPerMinute: 300,
};

/** Allows a burst, then refills over time. */
export class TokenBucket {
  private left: number;
  private at: number;

  constructor(
    private readonly most: number,
    private readonly perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = most;
    this.at = now();
  }

  take(): boolean {
    const now = this.now();
    this.left = Math.min(this.most, this.left + ((now - this.at) * this.perMinute) / 60_000);
    this.at = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  get isFull(): boolean {
    return this.left + ((this.now() - this.at) * this.perMinute) / 60_000 >= this.most;
  }
}

/** How many sockets people and addresses have on this node, and how often people come. */
export class SocketCounts {
  private readonly counts = new Map<string, number>();
  private readonly arrivals = new Map<string, TokenBucket>();

  constructor(private readonly limits: LiveLimits) {}

  /** Whether one more may come from there. Who comes is counted until its connection closes. */
  admitAddress(address: string, connection: { once(name: 'close', listener: () => void): unknown }): boolean {
    return this.hold(`address:${address}`, this.limits.socketsOfAddress, connection);
  }

  admitPerson(userId: number, { conn }: Socket): void {
    const bucket = this.arrivals.get(String(userId)) ?? this.newBucket(String(userId));
    if (!bucket.take() || !this.hold(`person:${userId}`, this.limits.socketsOfPerson, conn))
      throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfter: 60 });
  }

  private hold(key: string, most: number, connection: { once(name: 'close', listener: () => void): unknown }): boolean {
    const count = this.counts.get(key) ?? 0;
    if (count >= most) return false;
    this.counts.set(key, count + 1);
    connection.once('close', () => {
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    });
    return true;
  }

  private newBucket(key: string): TokenBucket {
    if (this.arrivals.size >= 5_000) for (const [known, { isFull }] of this.arrivals) if (isFull) this.arrivals.delete(known);
    const bucket = new TokenBucket(this.limits.arrivalsBurst, this.limits.arrivalsPerMinute);
    this.arrivals.set(key, bucket);
    return bucket;
  }
}

/** Disconnects sockets that send too many events, after telling them. */
export function limitEvents(socket: Socket, { eventsBurst, eventsPerMinute }: LiveLimits): void {
  const bucket = new TokenBucket(eventsBurst, eventsPerMinute);
  socket.use((_event, next) => {
    if (bucket.take()) next();
    else dropSocket(socket);
  });
}

export function dropSocket(socket: Socket): void {
  socket.emit('refused', { error: 'ERR_TOO_MANY_REQUESTS', retryAfter: 60 });
  socket.disconnect(true);
}
