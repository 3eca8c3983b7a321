import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform, type Scope } from '../../platform/database/scope.ts';

const LeaseRow = z.object({ connection_id: z.int(), company_id: z.int(), epoch: z.int() });
const ClaimedLeaseRow = LeaseRow.extend({ provider: z.string() });

/** One node holds one connection, for one epoch. */
export type Lease = { connectionId: number; companyId: number; epoch: number };
export type Held = Lease & { owner: string };

const asLease = ({ connection_id, company_id, epoch }: z.output<typeof LeaseRow>): Lease => ({
  connectionId: connection_id,
  companyId: company_id,
  epoch,
});

/** Prolong what this node holds; what is missing from the answer is not ours any more. Only the database's clock counts. */
export async function renewLeases(platform: Platform, owner: string, seconds: number): Promise<Lease[]> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      LeaseRow,
      `update connection_leases set expires_at = clock_timestamp() + make_interval(secs => $2)
       where owner = $1 and expires_at > clock_timestamp() returning connection_id, company_id, epoch`,
      [owner, seconds],
    );
    return rows.map(asLease);
  });
}

/**
 * Take the connections that should run and that nobody holds, but for those named. One whose holder, late as it is, stands in the
 * middle of a write is left to it until that has ended; the database ends what stands still.
 */
export async function claimLeases(
  platform: Platform,
  owner: string,
  seconds: number,
  except: number[],
): Promise<Array<Lease & { provider: string }>> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      ClaimedLeaseRow,
      `with expired as materialized (
         select c.id, c.company_id, c.provider from connections c join connection_leases l on l.connection_id = c.id
         where c.wanted and c.id <> all ($3::integer[]) and l.expires_at <= clock_timestamp() order by c.id limit 100 for update of l skip locked),
       unheld as (
         select c.id, c.company_id, c.provider from connections c
         where c.wanted and c.id <> all ($3::integer[]) and not exists (select from connection_leases l where l.connection_id = c.id) order by c.id limit 100),
       free as (select * from expired union all select * from unheld),
       taken as (
         insert into connection_leases as l (connection_id, company_id, owner, epoch, expires_at)
         select id, company_id, $1, 1, clock_timestamp() + make_interval(secs => $2) from free
         on conflict (connection_id) do update set owner = excluded.owner, epoch = l.epoch + 1, expires_at = excluded.expires_at
         where l.expires_at <= clock_timestamp()
         returning connection_id, company_id, epoch)
       select taken.*, free.provider from taken join free on free.id = taken.connection_id`,
      [owner, seconds, except],
    );
    return rows.map((row) => ({ ...asLease(row), provider: row.provider }));
  });
}

/** Let go of these, or of everything, so that nobody need wait for the time to run out. */
export async function releaseLeases(platform: Platform, owner: string, connectionIds?: number[]): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    await query(
      `update connection_leases set expires_at = '-infinity' where owner = $1 and ($2::integer[] is null or connection_id = any($2::integer[]))`,
      [owner, connectionIds ?? null],
    );
  });
}

/**
 * Whoever holds this connection is too late with everything it still wants to write; what it is writing now is waited for. To be
 * called before anything else of the connection is changed: writers take the lease first, too.
 */
export async function breakLease(scope: Scope, connectionId: number): Promise<void> {
  await scope.tx.execute(sql`
    update connection_leases set epoch = epoch + 1, expires_at = '-infinity'
    where connection_id = (select connection_id from connection_leases where connection_id = ${connectionId} for update)`);
}

/**
 * True while the lease is in force, and until the transaction that asks has ended nobody takes it over: without that, a node that
 * stood still between asking and committing would write in the time of the next holder. Prolonging it is not held up.
 */
export const isHeld = ({ connectionId, owner, epoch }: Held) =>
  sql`exists (select from connection_leases where connection_id = ${connectionId} and owner = ${owner} and epoch = ${epoch} for key share)`;
