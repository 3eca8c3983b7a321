import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';

/** Adds the differences that writers left to the sums of their days. */
export async function foldFigures(platform: Platform): Promise<void> {
  await acrossCompanies(platform, async (_tx, query) => {
    await query(`
      with folded as (delete from figure_changes returning company_id, figure, day, place, attendant, tickets, measured, amount)
      insert into figure_days as d (company_id, figure, day, place, attendant, tickets, measured, amount)
      select company_id, figure, day, place, attendant, sum(tickets), sum(measured), sum(amount)
      from folded
      group by 1, 2, 3, 4, 5
      having (sum(tickets), sum(measured), sum(amount)) <> (0, 0, 0)
      order by 1, 2, 3, 4, 5
      on conflict (company_id, figure, day, place, attendant)
        do update set tickets = d.tickets + excluded.tickets,
          measured = d.measured + excluded.measured,
          amount = d.amount + excluded.amount`);
  });
}

export const figureCrons: CronJob[] = [{ name: 'dashboard.fold-figures', pattern: '* * * * *', run: foldFigures }];
