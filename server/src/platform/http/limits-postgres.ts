import type pg from 'pg';
import { z } from 'zod';
import { forgetting } from '../database/forgetting.ts';
import { rowsFrom } from '../database/rows.ts';
import type { Counter } from './limits.ts';

const WindowRow = z.object({ ok: z.boolean(), ends_at: z.date() });

const take = `
  with taken as (
    insert into rate_limits as held (id, used, ends_at)
    values ($1, 1, $3::timestamptz + $4 * interval '1 millisecond')
    on conflict (id)
      do update set used = case when held.ends_at <= $3 then 1 else held.used + 1 end,
        ends_at = case when held.ends_at <= $3 then excluded.ends_at else held.ends_at end
    where held.ends_at <= $3 or held.used < $2
    returning ends_at)
  select true as ok, ends_at
  from taken
  union all
  select false, ends_at
  from rate_limits
  where id = $1 and not exists (select from taken)`;

const peek = 'select used < $2 as ok, ends_at from rate_limits where id = $1 and ends_at > $3';
const giveBack = 'update rate_limits set used = used - 1 where id = $1 and used > 0';

const rememberedRefusals = 10_000;
const refusalMilliseconds = 1000;

/** Counts in PostgreSQL: exact over all nodes, and kept when they restart. */
export function postgresCounter(pool: Pick<pg.Pool, 'query'>, now: () => Date): Counter {
  // Caches refusals, so that a flood against a reached limit does not hit the database.
  const refused = new Map<string, { until: number; endsAt: number }>();
  return {
    async take(id, limit, milliseconds, count) {
      const time = now().getTime();
      const known = refused.get(id);
      if (known && known.until > time) return { ok: false, endsInMilliseconds: known.endsAt - time };
      const values: unknown[] = [id, limit, new Date(time)];
      if (count) values.push(milliseconds);
      const rows = await rowsFrom(pool, WindowRow, count ? take : peek, values);
      const [row] = rows;
      // Nothing there: for a look, nothing was counted; for a count, somebody else has just begun the window and filled it.
      if (!row) return { ok: !count, endsInMilliseconds: milliseconds };
      const endsAt = row.ends_at.getTime();
      if (!row.ok) {
        if (refused.size >= rememberedRefusals) refused.clear();
        refused.set(id, { until: Math.min(time + refusalMilliseconds, endsAt), endsAt });
      }
      return { ok: row.ok, endsInMilliseconds: endsAt - time };
    },
    async giveBack(id) {
      refused.delete(id);
      await pool.query(giveBack, [id]);
    },
    async clear(id) {
      refused.delete(id);
      await pool.query('delete from rate_limits where id = $1', [id]);
    },
  };
}

export const forgetLimits = forgetting('delete from rate_limits', 'ends_at', 'ends_at < now()');
