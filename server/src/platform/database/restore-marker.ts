import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { StartupError } from '../boot/startup-error.ts';
import { syncFolder } from '../durable.ts';
import { AnyRow, rowsFrom } from './rows.ts';

/*
 * A restore is many steps. From the first to the last a mark stands in the data folder and one in the database, and nothing starts on
 * what bears one: half a company's history looks much like a whole one.
 */

const file = 'restore-unfinished';
const schema = 'prosa_restore_unfinished';
const sentence = 'was not finished: run `npm run restore` again, it begins anew';

/** What stands in the data folder is the old system's until it has been moved away, then the unfinished new one. */
export type RestoreStage = 'moving' | 'loading';

export async function restoreStage(dataDir: string): Promise<RestoreStage | undefined> {
  const text = await readFile(join(dataDir, file), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : text.startsWith('moving') ? 'moving' : 'loading';
}

export async function markFolder(dataDir: string, stage: RestoreStage | 'done'): Promise<void> {
  if (stage === 'done') await rm(join(dataDir, file), { force: true });
  else await writeFile(join(dataDir, file), `${stage}\n`, { flush: true });
  await syncFolder(dataDir);
}

export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await restoreStage(dataDir)) !== undefined) throw new StartupError(`The restore into ${dataDir} ${sentence}`);
}

export async function isHalfRestored(client: Client): Promise<boolean> {
  const rows = await rowsFrom(client, AnyRow, 'select from pg_namespace where nspname = $1', [schema]);
  return rows.length > 0;
}

export async function markDatabase(client: Client, stage: RestoreStage | 'done'): Promise<void> {
  await client.query(stage === 'done' ? `drop schema if exists ${schema}` : `create schema if not exists ${schema}`);
}

export async function refuseHalfRestoredDatabase(client: Client): Promise<void> {
  if (await isHalfRestored(client)) throw new StartupError(`The restore into this database ${sentence}`);
}
