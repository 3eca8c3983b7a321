import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';

const LeaseRow = z.object({ connection_id: z.int(), company_id: z.int(), epoch: z.int() });
const ClaimedLeaseRow = LeaseRow.extend({ provider: z.string() });

/** One node holds one connection, for one epoch. */
export type Lease = { connectionId: number; companyId: number; epoch: number };
export type HeldLease = Lease & { owner: string };

const toLease = ({ connection_id, company_id, epoch }: z.output<typeof LeaseRow>): Lease => ({
  connectionId: connection_id,
  companyId: company_id,
  epoch,
});

/** Renews this node's leases and returns those it still holds. Only the database's clock counts. */
export async function renewLeases(platform: Platform, owner: string, seconds: number): Promise<Lease[]> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      LeaseRow,
      `update connection_leases
       set expires_at = clock_timestamp() + make_interval(secs => $2), live_until = clock_timestamp() + make_interval(secs => $2 / 2.0)
       where owner = $1 and expires_at > clock_timestamp() returning connection_id, company_id, epoch`,
      [owner, seconds],
    );
    return rows.map(toLease);
  });
}

/**
 * Claims connections that should run and have no valid lease, except those named. A connection whose expired holder is in the middle of a
 * write is skipped until that transaction ends; the database times out idle transactions. At most so many are claimed.
 */
export async function claimLeases(
  platform: Platform,
  owner: string,
  seconds: number,
  except: number[],
  limit = 100,
): Promise<Array<Lease & { provider: string }>> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      ClaimedLeaseRow,
      `
        with expired as materialized (
          select c.id, c.company_id, c.provider
          from connections c
          join connection_leases l on l.connection_id = c.id
          where c.wanted and c.id <> all ($3::integer[]) and l.expires_at <= clock_timestamp()
          order by c.id
          limit $4 for update of l skip locked),
        unheld as (
          select c.id, c.company_id, c.provider
          from connections c
          where c.wanted
            and c.id <> all ($3::integer[])
            and not exists (select from connection_leases l where l.connection_id = c.id)
          order by c.id
          limit $4),
        free as (select * from (select * from expired union all select * from unheld) either order by id limit $4),
        taken as (
          insert into connection_leases as l (connection_id, company_id, owner, epoch, expires_at, live_until)
          select id, company_id, $1, 1, clock_timestamp() + make_interval(secs => $2), clock_timestamp() + make_interval(secs => $2 / 2.0)
          from free
          on conflict (connection_id)
            do update set owner = excluded.owner, epoch = l.epoch + 1, expires_at = excluded.expires_at, live_until = excluded.live_until
          where l.expires_at <= clock_timestamp()
          returning connection_id, company_id, epoch)
        select taken.*, free.provider from taken join free on free.id = taken.connection_id`,
      [owner, seconds, except, limit],
    );
    return rows.map((row) => ({ ...toLease(row), provider: row.provider }));
  });
}

/** Releases these leases, or all of this node, so that other nodes need not wait for them to expire. */
export async function releaseLeases(platform: Platform, owner: string, connectionIds?: number[]): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    await query(
      `
        update connection_leases
        set expires_at = '-infinity'
        where owner = $1 and ($2::integer[] is null or connection_id = any($2::integer[]))`,
      [owner, connectionIds ?? null],
    );
  });
}

/**
 * Invalidates the current lease: later writes of its holder are refused, a write in progress is waited for. Call it before changing
 * anything else of the connection, since writers also lock the lease first.
 */
export async function breakLease(scope: Scope, connectionId: number): Promise<void> {
  await scope.tx.execute(sql`
    update connection_leases
    set epoch = epoch + 1, expires_at = '-infinity'
    where connection_id = (
      select connection_id from connection_leases where connection_id = ${connectionId} for update)`);
}

/** The same for every connection of the company, one after the other as they are numbered. */
export async function breakEveryLease(scope: Scope): Promise<void> {
  await scope.tx.execute(sql`
    update connection_leases
    set epoch = epoch + 1, expires_at = '-infinity'
    where connection_id in (
      select connection_id from connection_leases where company_id = current_company() order by connection_id for update)`);
}

/**
 * True while the lease is valid, and locks it until the transaction ends so that no other node can claim it; otherwise a node that paused
 * between check and commit could write during the next holder's lease. Renewal is not blocked.
 */
export const isHeld = ({ connectionId, owner, epoch }: HeldLease) =>
  sql`exists (select from connection_leases where connection_id = ${connectionId} and owner = ${owner} and epoch = ${epoch} for key share)`;

/** Another node holds the lease now, or nobody does. */
export class LeaseLost extends Error {}

/** Work of the holder: refused as a whole once the lease is lost, and the lease can not go to another before it is committed. */
export async function inLease<T>(platform: Platform, held: HeldLease, work: (scope: Scope) => Promise<T>): Promise<T> {
  return inScope(platform, { companyId: held.companyId }, async (scope) => {
    const [mine] = await rowsOf(scope.tx, AnyRow, sql`select where ${isHeld(held)}`);
    if (!mine) throw new LeaseLost('the connection is held elsewhere');
    return work(scope);
  });
}
