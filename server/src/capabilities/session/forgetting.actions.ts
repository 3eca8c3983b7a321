import type pg from 'pg';

/** Sessions that have ended, and what is remembered of where people signed in. */
export async function forgetSessions(query: pg.PoolClient['query']): Promise<void> {
  await query(`delete from sessions where expires_at < now() - interval '1 day'`);
  // A deleted used token still ends its session when presented; an unused one has expired by then.
  await query(`
    delete from session_refresh_tokens
    where issued_at < now() - interval '8 days' or used_at < now() - interval '1 day'`);
  await query(`
    delete from known_sources
    where seen_at < now() - make_interval(days => case kind when 'address' then 30 else 400 end)`);
}
