import { sql } from '../../platform/database/database.ts';
import { CompanyRow, IdRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import { announceMove } from './tickets.actions.ts';
import { findTickets } from './tickets.queries.ts';

const atOnce = 500;

export const redirection: CronJob[] = [{ name: 'tickets.redirect', pattern: '* * * * *', run: redirectWaiting }];

/** "Queue redirection (queue id, minutes)": what waits without a queue for longer than its connection allows goes to the queue it names. */
export async function redirectWaiting(platform: Platform): Promise<void> {
  const companies = await acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      CompanyRow,
      'select distinct company_id from connections where time_send_queue > 0 and send_id_queue > 0 and removed_at is null',
    );
    return rows.map(({ company_id }) => company_id);
  });
  for (const companyId of companies) while ((await inScope(platform, { companyId }, redirectSome)) === atOnce);
}

async function redirectSome(scope: Scope): Promise<number> {
  const now = scope.now.toISOString();
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    with late as (
      select t.id, q.id as queue_id from connections w
      join queues q on q.company_id = w.company_id and q.id = w.send_id_queue
      join tickets t on t.company_id = w.company_id and t.connection_id = w.id and t.status = 'pending' and t.place = 0
        and t.updated_at <= ${now}::timestamptz - make_interval(mins => w.time_send_queue)
      where w.company_id = current_company() and w.time_send_queue > 0 and w.removed_at is null
      order by t.id limit ${atOnce} for update of t skip locked),
    moved as (
      update tickets t set queue_id = late.queue_id, updated_at = ${now} from late where t.company_id = current_company() and t.id = late.id),
    noted as (
      insert into ticket_history (ticket_id, at, what, from_value, to_value, why) select id, ${now}, 'transfer', 'pending', 'pending queue:' || queue_id, 'nobody took it in time' from late)
    select id from late`,
  );
  const ids = rows.map(({ id }) => id);
  for (const ticket of await findTickets(scope, ids)) announceMove(scope, { status: 'pending', userId: null, queueId: null }, ticket);
  return ids.length;
}
