import pg from 'pg';
import { withTimeout } from '../with-timeout.ts';

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
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let asking: Promise<boolean> | undefined;

  // A connection may have died while idle, so the check is repeated on a new one.
  const ask = () => pool.query('select 1').catch(() => pool.query('select 1'));
  const answer = () =>
    withTimeout(ask(), answerWithin, 'the database is silent').then(
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
