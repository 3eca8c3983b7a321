import { z } from 'zod';
import { sql, type Transaction } from '../database/database.ts';
import type { Bound } from '../database/flight.ts';
import { forgetting } from '../database/forgetting.ts';
import { keptPrefix } from '../database/kept-statements.ts';
import { runAsServer } from '../database/reads.ts';
import { rowsAmong, rowsFrom, rowsOf } from '../database/rows.ts';
import { acrossCompanies, inScope, type Platform } from '../database/scope.ts';

const StoredEvent = z.object({
  seq: z.int(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  rooms: z.array(z.string()),
  except_rooms: z.array(z.string()),
  /** Of its data, in bytes. */
  size: z.int(),
});
export type StoredEvent = z.output<typeof StoredEvent>;
const HeadRow = z.object({ head: z.int(), oldest: z.int() });
const CompanyHeadRow = z.object({ companyId: z.int(), head: z.int() });

/** Long texts fill the memory before there are many of them: whatever the limit, no more bytes are read at once than these. */
export const maxReadSize = 4_000_000;
export const sizeOf = (events: readonly StoredEvent[]) => events.reduce((sum, { size }) => sum + size, 0);

/** Up to the limit, or to the event with which they reach the size. */
export async function readEvents(
  platform: Platform,
  companyId: number,
  after: number,
  limit: number,
  size = maxReadSize,
): Promise<StoredEvent[]> {
  const [rows = []] = await runAsServer(platform, companyId, [{ ...eventsAfter, values: [after, limit, size] }]);
  const events: unknown[] = rows.map(([row]) => JSON.parse(row ?? ''));
  return rowsAmong(events, StoredEvent, eventsAfter.text);
}

const eventsAfter: Bound = {
  name: `${keptPrefix}events-after`,
  text: `
    select row_to_json(e)::text
    from (
      select seq, name, data, rooms, except_rooms, size
      from (
        select *, sum(size) over (order by seq) as sum
        from (
          select seq, name, data, rooms, except_rooms, octet_length(data::text) as size
          from events
          where company_id = current_company() and seq > $1
          order by seq
          limit $2) e) e
      where sum - size < $3) e`,
  values: [],
};

/** The number of the newest event, and of the oldest still kept. */
export function readHead(platform: Platform, companyId: number): Promise<{ head: number; oldest: number }> {
  return inScope(platform, { companyId }, async ({ tx }) => {
    const rows = await rowsOf(
      tx,
      HeadRow,
      sql`
      select event_seq as head,
        coalesce((select min(seq) from events where company_id = current_company()), event_seq + 1) as oldest
      from company_counters
      where company_id = current_company()`,
    );
    return rows[0] ?? { head: 0, oldest: 1 };
  });
}

export function headsOf(platform: Platform, companyIds: number[]): Promise<Array<{ companyId: number; head: number }>> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      CompanyHeadRow,
      `
        select company_id as "companyId", event_seq as head
        from company_counters
        where company_id = any($1)`,
      [companyIds],
    );
    return rows;
  });
}

/** A new company's events are numbered from one. */
export async function openEventCounter(tx: Transaction, companyId: number): Promise<void> {
  await tx.execute(sql`insert into company_counters (company_id) values (${companyId})`);
}

const keptHours = 48;

/** Whoever was away for longer reads everything anew. What a webhook has not seen yet stays until it has. */
export const forgetEvents = forgetting(
  'delete from events',
  'created_at',
  `created_at < now() - make_interval(hours => ${keptHours})
    and not exists (
      select from webhooks w
      where w.company_id = events.company_id and w.active and w.seen_seq < events.seq)`,
);
