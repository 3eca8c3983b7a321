import { z } from 'zod';
import { sql } from '../database/database.ts';
import { rowsFrom, rowsOf } from '../database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../database/scope.ts';
import { KeyedQueue } from './keyed-queue.ts';

const PlaceRow = z.object({ company_id: z.int(), user_id: z.int() });
const OnlineRow = z.object({ online: z.boolean() });

export const heartbeatInterval = 15_000;
/** Grace period for page reloads. */
const graceMilliseconds = 2_000;
const lockSpace = 7_767_623;
const sweepBatchSize = 200;

/** Announces a change of a user's online state. */
export type AnnounceUser = (scope: Scope, userId: number) => Promise<void>;
/** A user who left counts as present until the grace period is over. */
type PresentPerson = { companyId: number; userId: number; sockets: number; departures: number };

/**
 * Who has a live socket. Each node keeps rows for the people on it and renews them; what a dead node left behind grows old and is
 * removed by the others. Whoever changes a person's rows holds that person's lock, so that the last word told is the true one.
 */
export class Presence {
  private readonly people = new Map<string, PresentPerson>();
  private readonly turns = new KeyedQueue((error) => this.warn(error));
  private readonly graces = new Set<NodeJS.Timeout>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly platform: Platform,
    private readonly node: string,
    private readonly announce: AnnounceUser,
  ) {
    this.timer = setInterval(() => void this.beat().catch((error: unknown) => this.warn(error)), heartbeatInterval);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const grace of this.graces) clearTimeout(grace);
    await this.turns.idle();
  }

  arrive(companyId: number, userId: number): void {
    const key = `${companyId}:${userId}`;
    const known = this.people.get(key);
    const here = known ?? { companyId, userId, sockets: 0, departures: 0 };
    here.sockets += 1;
    this.people.set(key, here);
    if (!known) this.settle(companyId, userId);
  }

  leave(companyId: number, userId: number): void {
    const key = `${companyId}:${userId}`;
    const here = this.people.get(key);
    if (!here || --here.sockets > 0) return;
    const departure = ++here.departures;
    const grace = setTimeout(() => {
      this.graces.delete(grace);
      if (here.sockets > 0 || here.departures !== departure) return;
      this.people.delete(key);
      this.settle(companyId, userId);
    }, graceMilliseconds);
    this.graces.add(grace.unref());
  }

  /** Updates this node's row of a user from whether they are connected. */
  private settle(companyId: number, userId: number): void {
    const key = `${companyId}:${userId}`;
    this.turns.add(key, () => this.write(companyId, userId, this.people.has(key)));
  }

  private write(companyId: number, userId: number, isHere: boolean): Promise<void> {
    return this.holding(companyId, userId, async ({ tx }) => {
      if (isHere)
        await tx.execute(sql`
          insert into user_presence (user_id, node)
          select id, ${this.node}
          from users
          where company_id = current_company() and id = ${userId}
          on conflict (company_id, user_id, node) do update set seen_at = now()`);
      else
        await tx.execute(
          sql`delete from user_presence where company_id = current_company() and user_id = ${userId} and node = ${this.node}`,
        );
    });
  }

  /** Changes a person's rows alone, and tells the company when that changed whether they are online. */
  private holding(companyId: number, userId: number, change: (scope: Scope) => Promise<void>): Promise<void> {
    return inScope(this.platform, { companyId }, async (scope) => {
      await scope.tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${userId})`);
      const before = await isOnline(scope, userId);
      await change(scope);
      if ((await isOnline(scope, userId)) !== before) await this.announce(scope, userId);
    });
  }

  private async beat(): Promise<void> {
    const { mine, stale } = await acrossCompanies(this.platform, async (_tx, query) => {
      const renewed = await rowsFrom(
        query,
        PlaceRow,
        'update user_presence set seen_at = now() where node = $1 returning company_id, user_id',
        [this.node],
      );
      const left = await rowsFrom(
        query,
        PlaceRow,
        `
          select distinct company_id, user_id
          from user_presence
          where seen_at < now() - interval '45 seconds'
          limit ${sweepBatchSize}`,
      );
      return { mine: renewed, stale: left };
    });
    const kept = new Set(mine.map(({ company_id, user_id }) => `${company_id}:${user_id}`));
    for (const [key, { companyId, userId }] of this.people) if (!kept.has(key)) this.settle(companyId, userId);
    for (const key of kept) if (!this.people.has(key)) this.settleKey(key);
    for (const { company_id, user_id } of stale) await this.forget(company_id, user_id);
  }

  private settleKey(key: string): void {
    const [companyId = 0, userId = 0] = key.split(':').map(Number);
    this.settle(companyId, userId);
  }

  /** Removes rows of dead nodes and announces the change. */
  private forget(companyId: number, userId: number): Promise<void> {
    return inScope(this.platform, { companyId }, async (scope) => {
      await scope.tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${userId})`);
      const { rowCount } = await scope.tx.execute(
        sql`
          delete from user_presence
          where company_id = current_company() and user_id = ${userId} and seen_at < now() - interval '45 seconds'`,
      );
      if (rowCount && !(await isOnline(scope, userId))) await this.announce(scope, userId);
    });
  }

  private warn(error: unknown): void {
    this.platform.log.warn({ err: error }, 'presence will be told again');
  }
}

async function isOnline({ tx }: Scope, userId: number): Promise<boolean> {
  const rows = await rowsOf(tx, OnlineRow, sql`select is_online(${userId}) as online`);
  return rows[0]?.online ?? false;
}
