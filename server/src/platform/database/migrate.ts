import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';
import { StartupError } from '../boot/startup-error.ts';
import { createGroupRoles } from './logins.ts';
import { refuseHalfRestoredDatabase } from './restore-marker.ts';
import { rowsFrom } from './rows.ts';

const AppliedRow = z.object({ name: z.string(), checksum: z.string() });

const lockNumber = 7_767_621;
const oldestServer = 150_000;

/**
 * Bring the database to this version: roles, job tables, then each SQL file once, in order, under one lock for all nodes. A restore
 * first applies only those that its rows were written under.
 */
export async function migrate(
  url: string,
  folder: string,
  log: (line: string) => void,
  restore?: { only?: ReadonlySet<string> },
): Promise<void> {
  await asOwner(url, async (client) => {
    if (!restore) await refuseHalfRestoredDatabase(client);
    await createGroupRoles(client);
    await runMigrations({ connectionString: url });
    await client.query(
      `create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now())`,
    );
    for (const file of await pending(client, folder)) {
      if (restore?.only && !restore.only.has(file.name)) continue;
      log(`migrating: ${file.name}`);
      await apply(client, file);
    }
  });
}

/** Steps that need the owner's credentials, on one connection that is closed after them, and under one lock for all nodes. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'prosa_migrate',
    connectionTimeoutMillis: 10_000,
  });
  // If the connection is lost, the running statement fails and reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`The database can not be reached: ${reasonOf(error)}`);
  }
  const [server] = await rowsFrom(client, z.object({ version: z.int() }), "select current_setting('server_version_num')::int as version");
  if (!server || server.version < oldestServer) throw new StartupError(`PostgreSQL 15 or newer is needed; this one is ${server?.version}`);
  return client;
}

type Migration = { name: string; sql: string; checksum: string };

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function pending(client: pg.Client, folder: string): Promise<Migration[]> {
  const rows = await rowsFrom(client, AppliedRow, 'select name, checksum from schema_migrations');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const files = await readMigrations(folder);
  const changed = files.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed)
    throw new StartupError(`Migration ${changed.name} differs from the one this database was made with; migrations only go forward`);
  return files.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return error.message || ('code' in error ? String(error.code) : 'no answer');
}
