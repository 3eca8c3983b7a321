import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../platform/boot/config.ts';
import { openDataDir } from '../platform/boot/data-dir.ts';
import { errorMessage, StartupError } from '../platform/boot/startup-error.ts';
import { checkServer, databaseUrl, findRunning } from '../platform/database/embedded-postgres/connection.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres/embedded-postgres.ts';

/** A database that can be reached, and how to leave it as it was found. */
export type DatabaseSite = { url: string; close(): Promise<void> };

const waitMilliseconds = 20_000;

/** The database as it is: the external one, the embedded one of a running server, or the embedded one started for the occasion. */
export async function reachDatabase({ DATABASE_URL, dataDir }: Config): Promise<DatabaseSite> {
  if (DATABASE_URL) return { url: DATABASE_URL, close: async () => undefined };
  const cluster = join(dataDir, 'postgres');
  if (!(await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)))
    throw new StartupError(`There is nothing to back up: ${dataDir} holds no database (set DATA_DIR or DATABASE_URL as for the server)`);
  for (const ends = Date.now() + waitMilliseconds; ; await sleep(250)) {
    const running = await findRunning(cluster);
    if (running !== undefined && (await checkServer(running.socketDir, running.password)).state === 'ready')
      return { url: databaseUrl(running.socketDir, running.password), close: async () => undefined };
    const started = await startEmbedded(dataDir).catch((error: unknown) => {
      // The holder of the folder may just be starting or stopping: wait.
      if (Date.now() > ends || !/is in use by process/.test(errorMessage(error))) throw error;
    });
    if (started) return started;
  }
}

/** The embedded database without a server: the data folder is held meanwhile. */
export async function startEmbedded(path: string): Promise<DatabaseSite> {
  const dataDir = await openDataDir(path);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: () => undefined });
    return {
      url: postgres.url,
      async close() {
        await postgres.stop();
        await dataDir.close();
      },
    };
  } catch (error) {
    await dataDir.close();
    throw error;
  }
}

const settings = {
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  client_encoding: 'UTF8',
  statement_timeout: '0',
  jit: 'off',
};

export async function connect(url: string, extra: Record<string, string> = {}): Promise<pg.Client> {
  const options = Object.entries({ ...settings, ...extra }).map(([name, value]) => `-c ${name}=${value}`);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'prosa_operations',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: options.join(' '),
  });
  // A broken idle connection is reported by the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`The database can not be reached: ${errorMessage(error)}`);
  }
  return client;
}

/** Takes from the front of a list, several at a time, each with a connection of its own; the first failure ends all. */
export async function inParallel<T>(
  clients: readonly pg.Client[],
  items: readonly T[],
  work: (client: pg.Client, item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  let failed = false;
  await Promise.all(
    clients.map(async (client) => {
      for (let item = waiting.shift(); item !== undefined && !failed; item = waiting.shift())
        await work(client, item).catch((error: unknown) => {
          failed = true;
          throw error;
        });
    }),
  );
}
