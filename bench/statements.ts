import type { Client } from 'pg';
import { loginRole } from '../server/src/platform/database/logins.ts';

const appRole = (client: Client) => loginRole('app', client.database ?? '');

/** What the product has sent as the role that serves companies, as PostgreSQL itself counts: begin, set_config and commit are one each. */
export async function statementsSent(client: Client): Promise<number> {
  const { rows } = await client.query<{ calls: number }>(
    `
      select coalesce(sum(calls), 0)::float8 as calls
      from pg_stat_statements
      where userid = $1::regrole and toplevel`,
    [appRole(client)],
  );
  return rows[0]?.calls ?? 0;
}

export type Costly = { share: number; calls: number; executing: number; planning: number; text: string };

/** Milliseconds that PostgreSQL planned for each of so many calls. Statements that keep their plans take none. */
export const planningOf = (costly: Costly[], calls: number) =>
  costly.reduce((sum, { calls: times, planning }) => sum + times * planning, 0) / calls;

/** Runs the work and says which statements took PostgreSQL's time, planning included. */
export async function costliest(client: Client, work: () => Promise<unknown>): Promise<Costly[]> {
  await setPlanningCounted(client, true);
  await client.query('select pg_stat_statements_reset()');
  await work();
  const { rows } = await client.query<Costly>(
    `
      select (total_exec_time + total_plan_time) / sum(total_exec_time + total_plan_time) over () as share,
        calls::float8 as calls, mean_exec_time as executing, total_plan_time / calls as planning, query as text
      from pg_stat_statements
      where userid = $1::regrole and toplevel
      order by 1 desc
      limit 8`,
    [appRole(client)],
  );
  await setPlanningCounted(client, false);
  return rows;
}

async function setPlanningCounted(client: Client, on: boolean): Promise<void> {
  await client.query(`alter system set pg_stat_statements.track_planning = ${on ? 'on' : 'off'}`);
  await client.query('select pg_reload_conf()');
}
