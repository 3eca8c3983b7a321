import { sql } from '../database/database.ts';
import type { Bound } from '../database/flight.ts';
import { keptPrefix } from '../database/kept-statements.ts';
import { readAsServer } from '../database/reads.ts';
import { acrossCompanies, inScope, type Platform } from '../database/scope.ts';

export type EventRow = { seq: number; name: string; data: Record<string, unknown>; rooms: string[]; except_rooms: string[] };

export async function readEvents(platform: Platform, companyId: number, after: number, limit: number): Promise<EventRow[]> {
  const [rows = []] = await readAsServer(platform, companyId, [{ ...eventsAfter, values: [after, limit] }]);
  return rows.map(([row]) => JSON.parse(row ?? ''));
}

const eventsAfter: Bound = {
  name: `${keptPrefix}events-after`,
  text: `select row_to_json(e)::text from (
    select seq, name, data, rooms, except_rooms from events where company_id = current_company() and seq > $1 order by seq limit $2) e`,
  values: [],
};

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
