import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';

/** Compacts the increments of ticket totals into one row per status, queue and user. */
export async function compactTotals(platform: Platform): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    await query(`
      with folded as (delete from ticket_totals returning company_id, status, queue_id, user_id, tickets)
      insert into ticket_totals (company_id, status, queue_id, user_id, tickets)
      select company_id, status, queue_id, user_id, sum(tickets)
      from folded
      group by 1, 2, 3, 4
      having sum(tickets) <> 0`);
  });
}
