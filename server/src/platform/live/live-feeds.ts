import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import type { EventRow } from '../database/fresh-events.ts';
import { type Actor, actorsOf, type Platform } from '../database/scope.ts';
import { sharedRead } from '../database/shared-read.ts';
import { signPicturesIn } from '../http/picture-addresses.ts';
import { headsOf, maxReadSize, readEvents, readHead, sizeOf } from './events.ts';
import { everyCompany } from './every-company.ts';
import { rooms } from './rooms.ts';
import { type SubjectOf, stillOpenIn } from './shut-out.ts';

/** What a socket carries: whose it is and what it may hear right now. Rooms are computed here, never asked for by the browser. */
export type Listener = {
  companyId: number;
  userId: number;
  sessionId: string;
  rooms: ReadonlySet<string>;
  /** Without a session: the rooms stay what they are until this moment. */
  expires?: number;
};
type Feed = { sockets: Set<Socket>; cursor: number; running: Promise<void> | undefined; again: boolean };
type Batch = { sockets: Socket[]; read: () => Promise<number> };
type Outlet = { send(sockets: Socket[], name: string, data: unknown): void; end(socket: Socket): void };

const pageOfEvents = 500;
/** How long events are told before other work of the process gets its turn. */
const turnMilliseconds = 5;
const headInterval = 30_000;
const pollInterval = 1_000;
const rightsInterval = 10_000;

export const listenerOf = (socket: Socket): Listener => socket.data.listener;
export const hears = ({ rooms }: Listener, event: EventRow) =>
  event.rooms.some((room) => rooms.has(room)) && !event.except_rooms.some((room) => rooms.has(room));
/** An event as the sockets of a company get it. */
export const payloadOf = ({ secrets, clock }: Platform, companyId: number, { data, seq }: EventRow) => ({
  ...signPicturesIn({ secrets, companyId, now: clock() }, data),
  seq,
});

/** One feed per company with sockets on this node: a cursor over its event rows. */
export class LiveFeeds {
  private readonly feeds = new Map<number, Feed>();
  private readonly joining = new Map<number, Batch>();
  private readonly timers: NodeJS.Timeout[];
  private readonly unsubscribe: Array<() => void>;

  constructor(
    private readonly platform: Platform,
    private readonly roomsOf: (actor: Actor) => string[],
    private readonly outlet: Outlet,
    private readonly subjectOf: SubjectOf,
  ) {
    this.timers = [
      setInterval(() => this.logFailure(this.poll()), pollInterval),
      setInterval(
        () => this.logFailure(Promise.all([...this.feeds.keys()].map((companyId) => this.revalidate(companyId)))),
        rightsInterval,
      ),
      setInterval(() => this.sendHeads(), headInterval),
    ];
    this.unsubscribe = [
      platform.wake.on('events', (companyId) => this.logFailure(companyId === everyCompany ? this.poll() : this.deliver(companyId))),
      platform.wake.on('rights', (companyId) => this.logFailure(this.revalidate(companyId))),
    ];
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    for (const stop of this.unsubscribe) stop();
  }

  /**
   * Subscribes the socket; it hears all that its rights allow after the event number returned. Rights are read after subscribing, so that
   * no change is missed.
   */
  async join(socket: Socket): Promise<number> {
    const { companyId } = listenerOf(socket);
    if (!this.feeds.has(companyId)) {
      this.platform.databases.freshEvents.watch(companyId);
      const { head } = await readHead(this.platform, companyId);
      if (!this.feeds.has(companyId)) this.feeds.set(companyId, { sockets: new Set(), cursor: head, running: undefined, again: false });
    }
    const feed = this.feeds.get(companyId);
    if (feed && socket.connected) feed.sockets.add(socket);
    const since = await this.firstRooms(companyId, socket);
    this.logFailure(this.deliver(companyId));
    return since;
  }

  /** After an outage all browsers reconnect at once: their rights are read in one batch. */
  private async firstRooms(companyId: number, socket: Socket): Promise<number> {
    const batch = this.joining.get(companyId) ?? this.newBatch(companyId);
    batch.sockets.push(socket);
    const since = await batch.read();
    if (batch.sockets.length === 0) this.joining.delete(companyId);
    return since;
  }

  private newBatch(companyId: number): Batch {
    const sockets: Socket[] = [];
    const batch = { sockets, read: sharedRead(() => this.refreshRooms(companyId, sockets.splice(0))) };
    this.joining.set(companyId, batch);
    return batch;
  }

  leave(socket: Socket): void {
    const { companyId } = listenerOf(socket);
    const feed = this.feeds.get(companyId);
    feed?.sockets.delete(socket);
    if (feed?.sockets.size !== 0) return;
    this.feeds.delete(companyId);
    this.platform.databases.freshEvents.unwatch(companyId);
  }

  /** Sends what lies beyond the cursor. Asked for while it runs, it runs once more, so none is missed and order is kept. */
  private deliver(companyId: number): Promise<void> {
    const feed = this.feeds.get(companyId);
    if (!feed) return Promise.resolve();
    feed.again = true;
    feed.running ??= this.drain(companyId, feed).finally(() => {
      feed.running = undefined;
    });
    return feed.running;
  }

  private async drain(companyId: number, feed: Feed): Promise<void> {
    while (feed.again && this.feeds.get(companyId) === feed) {
      feed.again = false;
      await this.tell(companyId, feed, this.platform.databases.freshEvents.takeAfter(companyId, feed.cursor));
      // Of other nodes, and whatever was not at hand.
      const events = await readEvents(this.platform, companyId, feed.cursor, pageOfEvents);
      await this.tell(companyId, feed, events);
      if (events.length === pageOfEvents || sizeOf(events) >= maxReadSize) feed.again = true;
    }
  }

  /** Between two events sockets may come, go and get other rooms: each event goes to those who hear it when it is told. */
  private async tell(companyId: number, feed: Feed, events: EventRow[]): Promise<void> {
    const isOpen = stillOpenIn(events, this.subjectOf);
    let begun = performance.now();
    for (const event of events) {
      if (performance.now() - begun >= turnMilliseconds) {
        await nextTurn();
        begun = performance.now();
      }
      feed.cursor = event.seq;
      const sockets = this.hearing(feed, event).filter((socket) => isOpen(event, listenerOf(socket).userId));
      if (sockets.length > 0) this.outlet.send(sockets, event.name, payloadOf(this.platform, companyId, event));
    }
  }

  private hearing(feed: Feed, event: EventRow): Socket[] {
    return [...feed.sockets].filter((socket) => hears(listenerOf(socket), event));
  }

  /** Rights may have changed. Pending events are sent first under the old rights: they tell ended sessions why they end. */
  private async revalidate(companyId: number): Promise<void> {
    await this.deliver(companyId);
    await this.refreshRooms(companyId, [...(this.feeds.get(companyId)?.sockets ?? [])]);
  }

  /** Sockets of ended sessions are closed, the others' rooms computed anew. Answers up to where events were told by the rooms before. */
  private async refreshRooms(companyId: number, all: Socket[]): Promise<number> {
    const now = this.platform.clock().getTime();
    for (const socket of all) if ((listenerOf(socket).expires ?? now) < now) this.outlet.end(socket);
    const sockets = all.filter((socket) => listenerOf(socket).expires === undefined);
    const sessionIds = sockets.map((socket) => listenerOf(socket).sessionId);
    const actors = sessionIds.length > 0 ? await actorsOf(this.platform, companyId, sessionIds) : undefined;
    for (const socket of sockets) {
      const found = actors?.get(listenerOf(socket).sessionId);
      // While the company is overdue its people hear of the payment, and of nothing else.
      const allowed = found && (found.isOverdue ? [rooms.payer] : this.roomsOf(found.actor));
      if (allowed) socket.data.listener = { ...listenerOf(socket), rooms: new Set(allowed) } satisfies Listener;
      else this.outlet.end(socket);
    }
    return this.feeds.get(companyId)?.cursor ?? 0;
  }

  /** Catches lost hints. */
  private async poll(): Promise<void> {
    if (this.feeds.size === 0) return;
    const heads = await headsOf(this.platform, [...this.feeds.keys()]);
    const behind = heads.filter(({ companyId, head }) => head > (this.feeds.get(companyId)?.cursor ?? head));
    await Promise.all(behind.map(({ companyId }) => this.deliver(companyId)));
  }

  private sendHeads(): void {
    for (const { sockets, cursor } of this.feeds.values()) this.outlet.send([...sockets], 'head', { seq: cursor });
  }

  private logFailure(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.platform.log.warn({ err: error }, 'live delivery will be tried again'));
  }
}
