import { type TicketPresence, typingMilliseconds } from '@prosa/contracts/live';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { CompanyRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { KeyedQueue } from '../../platform/live/keyed-queue.ts';
import type { Send } from '../../platform/live/live.ts';
import { listenerOf } from '../../platform/live/live-feeds.ts';
import { heartbeatInterval } from '../../platform/live/presence.ts';

const ViewerRow = z.object({
  ticket_id: z.int(),
  user_id: z.int(),
  name: z.string(),
  typing_left: z.int(),
  recording: z.boolean(),
});
type Viewer = z.output<typeof ViewerRow>;

/** Which rooms may hear of each of these tickets, as they stand now. */
type TicketRooms = (scope: Scope, ticketIds: number[]) => Promise<Map<number, string[]>>;
type View = { typingUntil: number; recording: boolean; told: string };

/** A browser shows one chat, but may report late that it left another. */
const maxViews = 5;

/**
 * Who else looks at a ticket, and writes in it. Every node keeps rows for its own sockets and tells them what all rows say; a hint
 * makes the others look again. Nothing of it is stored with the events: after a break it is said anew.
 */
export class TicketPresences {
  private readonly views = new Map<Socket, Map<number, View>>();
  private readonly fades = new Map<number, NodeJS.Timeout>();
  private readonly refreshing = new Map<number, { again: boolean }>();
  private readonly turns = new KeyedQueue((error) => this.warn(error));
  private readonly timer: NodeJS.Timeout;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly platform: Platform,
    private readonly node: string,
    private readonly roomsOf: TicketRooms,
    private readonly send: Send,
  ) {
    this.timer = setInterval(() => this.logFailure(this.beat()), heartbeatInterval);
    this.unsubscribe = platform.wake.on('presence', (companyId) => this.logFailure(this.refresh(companyId)));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const fade of this.fades.values()) clearTimeout(fade);
    this.unsubscribe();
    await this.turns.idle();
  }

  /** The socket has been found to be allowed to see the ticket. */
  look(socket: Socket, ticketId: number): void {
    if (!socket.connected) return;
    const views = this.views.get(socket) ?? new Map<number, View>();
    this.views.set(socket, views);
    const [oldest] = views.keys();
    if (views.size >= maxViews && oldest !== undefined) this.leave(socket, oldest);
    views.set(ticketId, { typingUntil: 0, recording: false, told: '' });
    this.write(socket, ticketId);
  }

  leave(socket: Socket, ticketId: number): void {
    if (this.views.get(socket)?.delete(ticketId)) this.write(socket, ticketId);
  }

  /** Renewed while it continues; repeats within half of its time are not stored. */
  type(socket: Socket, ticketId: number, recording: boolean): void {
    const view = this.views.get(socket)?.get(ticketId);
    const now = Date.now();
    if (!view || (view.recording === recording && view.typingUntil - now > typingMilliseconds / 2)) return;
    view.recording = recording;
    view.typingUntil = now + typingMilliseconds;
    this.write(socket, ticketId);
  }

  gone(socket: Socket): void {
    const views = this.views.get(socket);
    this.views.delete(socket);
    for (const ticketId of views?.keys() ?? []) this.write(socket, ticketId);
  }

  private write(socket: Socket, ticketId: number): void {
    const { companyId, userId } = listenerOf(socket);
    this.turns.add(`${companyId}:${userId}:${ticketId}`, () => this.settle(companyId, userId, ticketId));
  }

  /** Updates this node's row for a user and ticket from all their sockets here. */
  private settle(companyId: number, userId: number, ticketId: number): Promise<void> {
    return inScope(this.platform, { companyId }, async (scope) => {
      const view = this.viewOf(companyId, userId, ticketId);
      const typing = Math.max(0, (view?.typingUntil ?? 0) - Date.now()) / 1000;
      await scope.tx.execute(
        view
          ? sql`
          insert into ticket_viewers (ticket_id, user_id, node, typing_until, recording)
          select t.id, u.id, ${this.node}, now() + make_interval(secs => ${typing}), ${view.recording}
          from tickets t, users u
          where t.company_id = current_company()
            and t.id = ${ticketId}
            and u.company_id = current_company()
            and u.id = ${userId}
          on conflict (company_id, ticket_id, user_id, node)
            do update set typing_until = excluded.typing_until, recording = excluded.recording, seen_at = now()`
          : sql`
            delete from ticket_viewers
            where company_id = current_company()
              and ticket_id = ${ticketId}
              and user_id = ${userId}
              and node = ${this.node}`,
      );
      scope.wake('presence');
    });
  }

  private viewOf(companyId: number, userId: number, ticketId: number): View | undefined {
    const own = [...this.views].filter(([each]) => listenerOf(each).companyId === companyId && listenerOf(each).userId === userId);
    return own
      .flatMap(([, views]) => views.get(ticketId) ?? [])
      .toSorted((one, other) => other.typingUntil - one.typingUntil)
      .at(0);
  }

  /** Asked for while it runs, it runs once more. */
  private async refresh(companyId: number): Promise<void> {
    const running = this.refreshing.get(companyId);
    if (running) {
      running.again = true;
      return;
    }
    const state = { again: true };
    this.refreshing.set(companyId, state);
    try {
      while (state.again) {
        state.again = false;
        await this.tell(companyId);
      }
    } finally {
      this.refreshing.delete(companyId);
    }
  }

  private async tell(companyId: number): Promise<void> {
    const sockets = [...this.views].filter(([socket]) => listenerOf(socket).companyId === companyId);
    const ticketIds = [...new Set(sockets.flatMap(([, views]) => [...views.keys()]))];
    if (ticketIds.length === 0) return;
    const { viewers, rooms } = await inScope(this.platform, { companyId }, async (scope) => ({
      rooms: await this.roomsOf(scope, ticketIds),
      viewers: await readViewers(scope, ticketIds),
    }));
    for (const [socket, views] of sockets) {
      for (const [ticketId, view] of views) {
        const maySee = rooms.get(ticketId)?.some((room) => listenerOf(socket).rooms.has(room)) ?? false;
        if (maySee) this.sendViewers(socket, ticketId, view, viewers);
        else if (listenerOf(socket).rooms.size > 0) this.leave(socket, ticketId);
      }
    }
    this.expireLater(companyId, viewers);
  }

  private sendViewers(socket: Socket, ticketId: number, view: View, viewers: Viewer[]): void {
    const others = viewers.filter((each) => each.ticket_id === ticketId && each.user_id !== listenerOf(socket).userId);
    const presence: TicketPresence = {
      ticketId,
      viewers: others.map(({ user_id, name, typing_left, recording }) => ({
        userId: user_id,
        name,
        typing: typing_left > 0 && !recording,
        recording: typing_left > 0 && recording,
      })),
    };
    const text = JSON.stringify(presence);
    if (view.told === text) return;
    view.told = text;
    this.send(socket, 'ticketPresence', presence);
  }

  private expireLater(companyId: number, viewers: Viewer[]): void {
    clearTimeout(this.fades.get(companyId));
    this.fades.delete(companyId);
    const left = viewers.map(({ typing_left }) => typing_left).filter((milliseconds) => milliseconds > 0);
    if (left.length === 0) return;
    const fade = setTimeout(() => this.logFailure(this.refresh(companyId)), Math.min(...left) + 20);
    this.fades.set(companyId, fade.unref());
  }

  private async beat(): Promise<void> {
    const left = await acrossCompanies(this.platform, async (_tx, query) => {
      await query('update ticket_viewers set seen_at = now() where node = $1', [this.node]);
      const rows = await rowsFrom(
        query,
        CompanyRow,
        `
          delete from ticket_viewers
          where seen_at < now() - interval '45 seconds'
          returning company_id`,
      );
      return new Set(rows.map(({ company_id }) => company_id));
    });
    for (const companyId of left) this.platform.wake.announce('presence', companyId);
    // Catches lost hints and revoked rights.
    for (const companyId of new Set([...this.views.keys()].map((socket) => listenerOf(socket).companyId))) await this.refresh(companyId);
  }

  private logFailure(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.warn(error));
  }

  private warn(error: unknown): void {
    this.platform.log.warn({ err: error }, 'presence will be told again');
  }
}

/** One line for each person at a ticket, on whatever nodes. */
async function readViewers({ tx }: Scope, ticketIds: number[]): Promise<Viewer[]> {
  const rows = await rowsOf(
    tx,
    ViewerRow,
    sql`
    select v.ticket_id, v.user_id, u.name,
      ceil(greatest(0, extract(epoch from max(v.typing_until) - clock_timestamp())) * 1000)::int as typing_left,
      (array_agg(v.recording order by v.typing_until desc nulls last))[1] as recording
    from ticket_viewers v
    join users u on u.company_id = v.company_id and u.id = v.user_id
    where v.company_id = current_company()
      and v.ticket_id = any(${sql.param(ticketIds)}::int[])
      and v.seen_at > now() - interval '45 seconds'
    group by v.ticket_id, v.user_id, u.name
    order by v.ticket_id, u.name, v.user_id`,
  );
  return rows;
}
