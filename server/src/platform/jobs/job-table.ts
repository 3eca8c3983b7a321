import type pg from 'pg';
import { z } from 'zod';
import { rowsFrom } from '../database/rows.ts';

/** A job that this process has taken. */
const TakenJob = z.object({
  id: z.int(),
  name: z.string(),
  payload: z.unknown(),
  companyId: z.int(),
  attempts: z.int(),
  maxAttempts: z.int(),
});
export type TakenJob = z.output<typeof TakenJob>;

/** Whom this process has served, in the order of turns: of companies that are even otherwise, who was served longest ago is next. */
export type ServedAt = ReadonlyMap<number, number>;

export type JobTable = ReturnType<typeof openJobTable>;

const company = `coalesce((j.payload ->> 'companyId')::integer, 0)`;

/**
 * The oldest due job of each company that waits for one of these tasks; of them that of the company with fewest jobs of the kind
 * running, on any node. A job that another node is taking in this moment is passed over.
 */
const take = `
  with recursive kind as materialized (
    select id as task_id, identifier
    from graphile_worker._private_tasks
    where identifier = any($2::text[])),
  waiting (task_id, company) as (
    select k.task_id, first.company
    from kind k
    cross join lateral (
      select ${company} as company
      from graphile_worker._private_jobs j
      where j.task_id = k.task_id and j.is_available
      order by ${company}
      limit 1) as first
    union all
    select w.task_id, next.company
    from waiting w
    cross join lateral (
      select ${company} as company
      from graphile_worker._private_jobs j
      where j.task_id = w.task_id and j.is_available and ${company} > w.company
      order by ${company}
      limit 1) as next),
  heads as (
    select w.company, head.id, head.run_at
    from waiting w
    cross join lateral (
      select j.id, j.run_at
      from graphile_worker._private_jobs j
      where j.task_id = w.task_id and ${company} = w.company and j.is_available and j.run_at <= now()
      order by j.run_at
      limit 1) as head),
  running as (
    select ${company} as company, count(*) as jobs
    from graphile_worker._private_jobs j
    join kind using (task_id)
    where j.locked_at is not null
    group by 1),
  served as (select * from unnest($3::integer[], $4::bigint[]) as s (company, turn)),
  chosen as (
    select j.id
    from heads h
    left join running r using (company)
    left join served s using (company)
    join graphile_worker._private_jobs j on j.id = h.id
    where j.is_available
    order by coalesce(r.jobs, 0), coalesce(s.turn, 0), h.run_at, h.id
    limit 1 for update of j skip locked)
  update graphile_worker._private_jobs j
  set attempts = j.attempts + 1, locked_by = $1, locked_at = now()
  from chosen
  where j.id = chosen.id
  returning j.id, (select identifier from kind where kind.task_id = j.task_id) as name, j.payload,
    ${company} as "companyId", j.attempts, j.max_attempts as "maxAttempts"`;

/** Says of what runs here that it does, and frees what nobody has said so of for too long: its process died, or never knew of it. */
const renew = `
  with alive as (
    update graphile_worker._private_jobs
    set locked_at = now()
    where id = any($2::bigint[]) and locked_by = $1),
  begun_by_the_dead as (
    update graphile_worker._private_jobs
    set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
    where locked_at < now() - make_interval(secs => $3) and not (locked_by = $1 and id = any($2::bigint[])))
  select`;

const complete = `delete from graphile_worker._private_jobs where id = $2 and locked_by = $1`;

/** Longer each time, as the queue's own functions would have it: 2.7 seconds, 7, 20 ... six hours. */
const fail = `
  update graphile_worker._private_jobs set last_error = $3, locked_by = null, locked_at = null,
    run_at = greatest(now(), run_at) + (exp(least(attempts, 10)) * interval '1 second')
  where id = $2 and locked_by = $1`;

/** As if it had not been begun. */
const giveBack = `
  update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null,
    run_at = greatest(run_at, now() + make_interval(secs => $3))
  where id = any($2::bigint[]) and locked_by = $1`;

/** The queue's tables, seen by one process. Whatever it changes is still its own: a job that was freed and begun elsewhere is not. */
export function openJobTable(pool: pg.Pool, owner: string) {
  return {
    async take(names: string[], turns: ServedAt): Promise<TakenJob | undefined> {
      const rows = await rowsFrom(pool, TakenJob, take, [owner, names, [...turns.keys()], [...turns.values()]]);
      return rows[0];
    },
    renew: async (ids: number[], seconds: number) => void (await pool.query(renew, [owner, ids, seconds])),
    complete: async (id: number) => void (await pool.query(complete, [owner, id])),
    fail: async (id: number, reason: string) => void (await pool.query(fail, [owner, id, reason])),
    giveBack: async (ids: number[], afterSeconds = 0) => void (await pool.query(giveBack, [owner, ids, afterSeconds])),
  };
}
