import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { defineJob, enqueue } from '../../platform/jobs/jobs.ts';

const Outage = z.object({ connectionId: z.int(), from: z.string(), to: z.string(), why: z.string().nullable() });
type Outage = z.output<typeof Outage>;

/** What had waited on the network comes in meanwhile. */
const delayMilliseconds = 5_000;

/** After an outage of a connection: each conversation in which something was said meanwhile gets a line in its history, once. */
export const outageJob = defineJob('tickets.note-outage', Outage, noteOutage);

/** Said again, it is done later: more of what had waited has come. */
export async function noteOutageSoon(scope: Scope, outage: Outage): Promise<void> {
  const runAt = new Date(scope.now.getTime() + delayMilliseconds);
  await enqueue(scope, outageJob, outage, { runAt, key: `${outage.connectionId}:${outage.from}` });
}

/**
 * Whatever stands at a time within the outage was replayed by the network, or has waited here to be sent. Only conversations that are under
 * way are told, so that it costs the same however long the connection has been used.
 */
async function noteOutage(platform: Platform, companyId: number, { connectionId, from, to, why }: Outage): Promise<void> {
  await inScope(platform, { companyId }, ({ tx }) =>
    tx.execute(sql`
      insert into ticket_history (ticket_id, at, what, from_value, to_value, why)
      select t.id, ${to}, 'outage', ${from}, ${to}, ${why}
      from tickets t
      where t.company_id = current_company()
        and t.connection_id = ${connectionId}
        and t.status <> 'closed'
        and exists (
          select from messages m
          where m.company_id = current_company()
            and m.ticket_id = t.id
            and m.created_at between ${from}::timestamptz and ${to}::timestamptz)
        and not exists (
          select from ticket_history h
          where h.company_id = current_company() and h.ticket_id = t.id and h.what = 'outage' and h.from_value = ${from})`),
  );
}
