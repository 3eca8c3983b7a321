import type { CaughtUp } from '@prosa/contracts/live';
import type { Socket } from 'socket.io';
import { sql } from './database.ts';
import type { Listener } from './live.ts';
import { acrossCompanies, type Actor, actorsOf, inScope, type Platform } from './scope.ts';

type EventRow = { seq: number; name: string; data: Record<string, unknown>; rooms: string[]; except_rooms: string[] };
type Feed = { sockets: Set<Socket>; cursor: number; running: boolean; again: boolean };
type Outlet = { send(socket: Socket, name: string, data: unknown): void; end(socket: Socket): void };

const pageOfEvents = 500;
const longestCatchUp = 1_000;
const headEvery = 30_000;
const pollEvery = 1_000;
const rightsEvery = 10_000;

const listenerOf = (socket: Socket): Listener => socket.data.listener;
const hears = ({ rooms }: Listener, event: EventRow) =>
  event.rooms.some((room) => rooms.has(room)) && !event.except_rooms.some((room) => rooms.has(room));
const payload = ({ data, seq }: EventRow) => ({ ...data, seq });

/** One feed per company with sockets on this node: a cursor over its event rows. */
export function openFeeds(platform: Platform, roomsOf: (actor: Actor) => string[], outlet: Outlet) {
  const feeds = new Map<number, Feed>();

  function readEvents(companyId: number, after: number, limit: number): Promise<EventRow[]> {
    return inScope(platform, { companyId }, async ({ tx }) => {
      const { rows } = await tx.execute<EventRow>(
        sql`select seq, name, data, rooms, except_rooms from events where company_id = current_company() and seq > ${after} order by seq limit ${limit}`,
      );
      return rows;
    });
  }

  function readHead(companyId: number): Promise<{ head: number; oldest: number }> {
    return inScope(platform, { companyId }, async ({ tx }) => {
      const { rows } = await tx.execute<{ head: number; oldest: number }>(sql`
        select event_seq as head, coalesce((select min(seq) from events where company_id = current_company()), event_seq + 1) as oldest from company_counters where company_id = current_company()`);
      return rows[0] ?? { head: 0, oldest: 1 };
    });
  }

  /** Sends what lies beyond the cursor. Calls while it runs make it run once more, so none is missed and order is kept. */
  async function deliver(companyId: number): Promise<void> {
    const feed = feeds.get(companyId);
    if (!feed) return;
    feed.again = true;
    if (feed.running) return;
    feed.running = true;
    try {
      while (feed.again && feeds.get(companyId) === feed) {
        feed.again = false;
        const events = await readEvents(companyId, feed.cursor, pageOfEvents);
        for (const event of events) {
          feed.cursor = event.seq;
          for (const socket of feed.sockets)
            if (hears(listenerOf(socket), event)) outlet.send(socket, event.name, payload(event));
        }
        if (events.length === pageOfEvents) feed.again = true;
      }
    } finally {
      feed.running = false;
    }
  }

  /** Rights may have changed: sockets of ended sessions are closed, the others' rooms computed anew. */
  async function revalidate(companyId: number): Promise<void> {
    await deliver(companyId);
    const sockets = [...(feeds.get(companyId)?.sockets ?? [])];
    if (sockets.length === 0) return;
    const actors = await actorsOf(
      platform,
      companyId,
      sockets.map((socket) => listenerOf(socket).sessionId),
    );
    for (const socket of sockets) {
      const actor = actors.get(listenerOf(socket).sessionId);
      if (actor) socket.data.listener = { ...listenerOf(socket), rooms: new Set(roomsOf(actor)) } satisfies Listener;
      else outlet.end(socket);
    }
  }

  async function poll(): Promise<void> {
    if (feeds.size === 0) return;
    const heads = await acrossCompanies(platform, async (_tx, query) => {
      const { rows } = await query<{ company_id: number; event_seq: number }>(
        'select company_id, event_seq from company_counters where company_id = any($1)',
        [[...feeds.keys()]],
      );
      return rows;
    });
    await Promise.all(
      heads
        .filter(({ company_id, event_seq }) => event_seq > (feeds.get(company_id)?.cursor ?? event_seq))
        .map(({ company_id }) => deliver(company_id)),
    );
  }

  const quietly = (work: Promise<void>) =>
    void work.catch((error: unknown) => platform.log.warn({ err: error }, 'live delivery will be tried again'));
  const timers = [
    setInterval(() => quietly(poll()), pollEvery),
    setInterval(() => quietly(Promise.all([...feeds.keys()].map(revalidate)).then(() => undefined)), rightsEvery),
    setInterval(() => {
      for (const { sockets, cursor } of feeds.values())
        for (const socket of sockets) outlet.send(socket, 'head', { seq: cursor });
    }, headEvery),
  ];
  const stops = [
    platform.wake.on('events', (companyId) => quietly(deliver(companyId))),
    platform.wake.on('rights', (companyId) => quietly(revalidate(companyId))),
  ];

  return {
    async join(socket: Socket): Promise<number> {
      const { companyId } = listenerOf(socket);
      let feed = feeds.get(companyId);
      if (!feed) {
        const { head } = await readHead(companyId);
        feed = feeds.get(companyId) ?? { sockets: new Set(), cursor: head, running: false, again: false };
        feeds.set(companyId, feed);
      }
      if (socket.connected) feed.sockets.add(socket);
      quietly(deliver(companyId));
      return feed.cursor;
    },
    leave(socket: Socket): void {
      const { companyId } = listenerOf(socket);
      const feed = feeds.get(companyId);
      feed?.sockets.delete(socket);
      if (feed?.sockets.size === 0) feeds.delete(companyId);
    },
    /** What a browser missed, by its rights of today; or the advice to load afresh when that lies too far back. */
    async catchUp(socket: Socket, since: number): Promise<CaughtUp> {
      const { companyId } = listenerOf(socket);
      const { head, oldest } = await readHead(companyId);
      if (since === 0 || since > head || since + 1 < oldest || head - since > longestCatchUp)
        return { reload: true, head };
      const events = await readEvents(companyId, since, longestCatchUp);
      const heard = events
        .filter((event) => hears(listenerOf(socket), event))
        .map((event) => ({ seq: event.seq, name: event.name, data: payload(event) }));
      return { events: heard, head: events.at(-1)?.seq ?? since };
    },
    close(): void {
      for (const timer of timers) clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}
