import { LedgerRecord, type SessionReason, sessionReasons } from '@prosa/contracts/connections';
import { z } from 'zod';
import type { ReplayTally, SessionState } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/forgetting.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { type HeldLease, isHeld } from './leases.ts';
import { type LedgerEntry, ledgerEntries } from './ledger.rules.ts';

const LastRow = LedgerRecord.pick({ what: true, why: true });
const CountedRow = z.object({ id: z.int(), what: LedgerRecord.shape.what, at: z.string() });
const LostRow = z.object({ at: z.string(), why: z.enum(sessionReasons).nullable() });

/** From when to when a connection was out of reach. */
export type Outage = { connectionId: number; from: string; to: string; why: SessionReason | null };
/** Does what has to be done when an outage is over, or when more of it has come to light; in the same transaction. */
export type AfterOutage = (scope: Scope, outage: Outage) => Promise<void>;

/** Writes what a new state of a session means for its connection's timeline. The connection's row is locked. */
export async function noteInLedger(
  scope: Scope,
  { connectionId, epoch }: Pick<HeldLease, 'connectionId' | 'epoch'>,
  state: SessionState,
  downSince: Date | null,
  afterOutage?: AfterOutage,
): Promise<void> {
  const [last] = await rowsOf(
    scope.tx,
    LastRow,
    sql`
      select what, why
      from connection_ledger
      where company_id = current_company() and connection_id = ${connectionId}
      order by id desc
      limit 1`,
  );
  const entries = ledgerEntries(last, state, downSince, scope.now);
  if (entries.length === 0) return;
  await insertEntries(scope, connectionId, epoch, entries);
  const recovered = entries.find(({ what }) => what === 'recovered');
  if (recovered && afterOutage) await tellOutage(scope, connectionId, recovered.at.toISOString(), afterOutage);
}

async function insertEntries({ tx }: Scope, connectionId: number, epoch: number, entries: LedgerEntry[]): Promise<void> {
  await tx.execute(sql`
    insert into connection_ledger (connection_id, epoch, at, what, why)
    select ${connectionId}, ${epoch}, g.at, g.what, g.why
    from json_to_recordset(${JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))})
      as g(place int, at timestamptz, what text, why text)
    order by g.place`);
}

async function tellOutage(scope: Scope, connectionId: number, to: string, afterOutage: AfterOutage): Promise<void> {
  const [lost] = await rowsOf(
    scope.tx,
    LostRow,
    sql`
      select iso(at) as at, why
      from connection_ledger
      where company_id = current_company() and connection_id = ${connectionId} and what = 'lost'
      order by id desc
      limit 1`,
  );
  if (lost) await afterOutage(scope, { connectionId, from: lost.at, to, why: lost.why });
}

/** Counts what was replayed, or could not be read, under what this session wrote last; a short takeover wrote nothing. */
export async function countReplay(
  platform: Platform,
  held: HeldLease,
  { replayed = 0, unreadable = 0 }: ReplayTally,
  afterOutage?: AfterOutage,
): Promise<void> {
  await inScope(platform, held, async (scope) => {
    const [counted] = await rowsOf(
      scope.tx,
      CountedRow,
      sql`
      update connection_ledger l
      set replayed = l.replayed + ${replayed}, unreadable = l.unreadable + ${unreadable}
      where ${isHeld(held)}
        and l.company_id = current_company()
        and l.epoch = ${held.epoch}
        and l.what in ('connected', 'recovered')
        and l.id = (
          select max(id)
          from connection_ledger
          where company_id = current_company() and connection_id = ${held.connectionId})
      returning l.id, l.what, iso(l.at) as at`,
    );
    if (counted?.what === 'recovered' && afterOutage) await tellOutage(scope, held.connectionId, counted.at, afterOutage);
  });
}

export const ledgerStatement = (connectionId: number, pageNumber: number) => sql`
  select iso(at) as at, what, why, replayed, unreadable
  from connection_ledger
  where company_id = current_company() and connection_id = ${connectionId}
  order by id desc
  limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`;

export async function listLedger({ tx }: Scope, connectionId: number, pageNumber: number) {
  const rows = await rowsOf(tx, LedgerRecord, ledgerStatement(connectionId, pageNumber));
  const [counted] = await rowsOf(
    tx,
    CountRow,
    sql`select count(*)::int as count from connection_ledger where company_id = current_company() and connection_id = ${connectionId}`,
  );
  const { items, hasMore } = pageOf(rows);
  return { records: items, count: counted?.count ?? 0, hasMore };
}

const keepDays = 90;
/** Timelines are kept for a season. */
export const forgetLedger = forgetting('delete from connection_ledger', 'at', `at < now() - make_interval(days => ${keepDays})`);
/** As long as somebody may wait for a pairing code. Without an index: there are never many. */
export const forgetPairing = forgetting('delete from pairing_requests', 'asked_at', `asked_at < now() - interval '5 minutes'`);
