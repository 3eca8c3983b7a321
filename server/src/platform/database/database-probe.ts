import pg from 'pg';
import { inTime } from '../in-time.ts';

const answerWithin = 1_500;

export type DatabaseProbe = { answers(): Promise<boolean>; close(): Promise<void> };

/**
 * Whether the database answers, told soon: over a line of its own, so that neither a full pool nor one that waits for a silent line
 * delays the word. Many who ask at once get one answer.
 */
export function openDatabaseProbe(url: string): DatabaseProbe {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'prosa_health',
    connectionTimeoutMillis: answerWithin,
    query_timeout: answerWithin,
    idleTimeoutMillis: 30_000,
    options: '-c role=prosa_platform',
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let asking: Promise<boolean> | undefined;

  // A connection that died while it was idle says nothing about the database: asked again, a new one tells.
  const ask = () => pool.query('select 1').catch(() => pool.query('select 1'));
  const answer = () =>
    inTime(ask(), answerWithin, 'the database is silent').then(
      () => true,
      () => false,
    );
  return {
    answers() {
      asking ??= answer().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    close: () => pool.end(),
  };
}
