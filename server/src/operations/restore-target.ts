import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { errorCode, StartupError } from '../platform/boot/startup-error.ts';
import { isHalfRestored, markDatabase, markFolder, restoreStage } from '../platform/database/restore-marker.ts';

/** Entries of a data folder besides the master key, which may have been put there before the restore. */
const contents = ['postgres', 'media'];

/** Throws when a restore into this data folder would harm what is in it. */
export async function refuseFolder(dataDir: string, replace: boolean): Promise<void> {
  if (!replace && (await restoreStage(dataDir)) === undefined && (await present(dataDir)).length > 0)
    throw new StartupError(`${dataDir} is not empty: restore into an empty DATA_DIR, or say --replace to put the old one aside`);
}

/** Leaves a data folder into which can be restored, marked as unfinished. What was there is moved within it, never deleted. */
export async function clearFolder(dataDir: string, say: (line: string) => void): Promise<void> {
  const stage = await restoreStage(dataDir);
  const there = await present(dataDir);
  if (stage === 'loading') {
    for (const name of there) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  } else if (there.length > 0) {
    const aside = join(dataDir, `replaced-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
    await markFolder(dataDir, 'moving');
    await mkdir(aside, { mode: 0o711 });
    for (const name of there) await rename(join(dataDir, name), join(aside, name));
    say(`What was there lies in ${aside} now`);
  }
  await markFolder(dataDir, 'loading');
}

async function present(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of contents) if (await holdsSomething(join(dataDir, name))) found.push(name);
  return found;
}

/** The folder for files is created on access; it only counts if it contains files. */
async function holdsSomething(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.some((name) => name !== '.temporary');
}

/** Throws when a restore into this database would harm somebody. */
export async function refuseDatabase(client: Client, replace: boolean): Promise<void> {
  const { rows: nodes } = await client.query<{ nodes: string }>(
    `
      select count(*) as nodes
      from pg_stat_activity
      where datname = current_database() and application_name in ('prosa_app', 'prosa_platform', 'prosa_jobs')`,
  );
  if (Number(nodes[0]?.nodes) > 0) throw new StartupError('A server works on this database: stop every node, then restore');
  if (!replace && !(await isHalfRestored(client)) && (await ownTables(client)).length > 0)
    throw new StartupError('The database is not empty: restore into an empty one, or say --replace to delete what is in it');
}

/** Leaves an empty database, marked as unfinished. */
export async function clearDatabase(client: Client): Promise<void> {
  await markDatabase(client, 'loading');
  const tables = await ownTables(client);
  if (tables.length > 0) await client.query(`drop table ${tables.join(', ')} cascade`);
  await client.query('drop schema if exists graphile_worker cascade');
  await dropFunctions(client);
}

async function ownTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `
      select c.oid::regclass::text as name
      from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  return rows.map(({ name }) => name);
}

async function dropFunctions(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `
      select p.oid::regprocedure::text as name
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of rows) await client.query(`drop routine if exists ${name} cascade`);
}
