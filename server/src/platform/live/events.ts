import type pg from 'pg';
import { sql, type Transaction } from '../database/database.ts';
import { acrossCompanies, inScope, type Platform } from '../database/scope.ts';

export type EventRow = { seq: number; name: string; data: Record<string, unknown>; rooms: string[]; except_rooms: string[] };

export function readEvents(platform: Platform, companyId: number, after: number, limit: number): Promise<EventRow[]> {
  return inScope(platform, { companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<EventRow>(sql`
      select seq, name, data, rooms, except_rooms from events where company_id = current_company() and seq > ${after} order by seq limit ${limit}`);
    return rows;
  });
}

/** The number of the newest event, and of the oldest still kept. */
export function readHead(platform: Platform, companyId: number): Promise<{ head: number; oldest: number }> {
  return inScope(platform, { companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ head: number; oldest: number }>(sql`
      select event_seq as head, coalesce((select min(seq) from events where company_id = current_company()), event_seq + 1) as oldest
      from company_counters where company_id = current_company()`);
    return rows[0] ?? { head: 0, oldest: 1 };
  });
}

export function headsOf(platform: Platform, companyIds: number[]): Promise<Array<{ companyId: number; head: number }>> {
  return acrossCompanies(platform, async (_tx, query) => {
    const { rows } = await query<{ companyId: number; head: number }>(
      'select company_id as "companyId", event_seq as head from company_counters where company_id = any($1)',
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

/** Whoever was away for longer reads everything anew. */
export async function forgetEvents(query: pg.PoolClient['query']): Promise<void> {
  await query(`delete from events where created_at < now() - make_interval(hours => ${keptHours})`);
}
