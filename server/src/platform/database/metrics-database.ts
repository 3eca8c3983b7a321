import pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { Databases } from './database.ts';
import { rowsFrom } from './rows.ts';

/** The database is queried at most once per this time. */
const freshMilliseconds = 2_000;
/** Counting stops here. */
const maxCounted = 100_000;

const counted = (what: string) => `(select count(*) from (select ${what} limit ${maxCounted}) as bounded)`;
const age = (what: string) => `coalesce(extract(epoch from now() - (${what})), 0)`;

/** What each figure is read by: a range of an index that ends early, and a table with one row for each connection. */
const figures: Record<string, { help: string; query: string }> = {
  prosa_inbox_waiting: {
    help: 'Frames kept and not yet part of a conversation',
    query: counted('from inbox where quarantined_at is null'),
  },
  prosa_inbox_oldest_seconds: {
    help: 'Age of the oldest waiting frame',
    query: age('select received_at from inbox where quarantined_at is null order by id limit 1'),
  },
  prosa_inbox_quarantined: {
    help: 'Frames set aside after failing again and again',
    query: counted('from inbox where quarantined_at is not null'),
  },
  prosa_outbox_waiting: { help: 'Messages stored and not yet handed over', query: counted('from outbox') },
  prosa_outbox_oldest_seconds: {
    help: 'Age of the oldest waiting message',
    query: age('select created_at from outbox order by id limit 1'),
  },
  prosa_jobs_waiting: { help: 'Jobs that are due and not begun', query: '(select waiting from job_figures)' },
  prosa_jobs_oldest_seconds: { help: 'How long the oldest of them has been due', query: '(select oldest_seconds from job_figures)' },
  prosa_jobs_failed: { help: 'Jobs given up after their last attempt', query: '(select failed from job_figures)' },
  prosa_leases_held: {
    help: 'Connections that this node holds',
    query: '(select count(*) from connection_leases where owner = $1 and expires_at > now())',
  },
  prosa_leases_held_everywhere: {
    help: 'Connections that some node holds',
    query: '(select count(*) from connection_leases where expires_at > now())',
  },
};

const FiguresRow = z.record(z.string(), z.number().nullable());
const names = Object.keys(figures);
const statement = `
  with job_figures as materialized (select * from job_figures())
  select ${names.map((name) => `(${figures[name]?.query})::float8 as ${name}`).join(', ')}`;

/**
 * Figures that lie in the database. They are read over a connection of their own: asking how it is doing does not take part in the
 * queue for connections, nor is it counted among the statements of the work.
 */
export function openDatabaseMetrics(metrics: Registry, databases: Databases, node: string) {
  const { max: _max, ...settings } = databases.platform.options;
  const pool = new pg.Pool({ ...settings, max: 1, connectionTimeoutMillis: 2_000, query_timeout: 3_000, idleTimeoutMillis: 30_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const gauges = names.map((name) => new Gauge({ name, help: figures[name]?.help ?? '', registers: [metrics] }));
  const answers = new Gauge({ name: 'prosa_database_answers', help: '1 while the database answers', registers: [metrics] });
  let freshUntil = 0;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const [row] = await rowsFrom(pool, FiguresRow, statement, [node]).catch(() => []);
    answers.set(row ? 1 : 0);
    // Reports NaN instead of 0 when the query fails, so that a stuck system does not look idle.
    for (const [place, gauge] of gauges.entries()) gauge.set(row?.[names[place] ?? ''] ?? Number.NaN);
    freshUntil = Date.now() + freshMilliseconds;
  }

  return {
    async refresh(): Promise<void> {
      if (Date.now() < freshUntil) return;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      await asking;
    },
    close: () => pool.end(),
  };
}
