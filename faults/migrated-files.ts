import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startScratchPostgres } from '../server/test/scratch-postgres.ts';

/** How the workers of this run are told of it; elsewhere each database is made from nothing. */
const variable = 'PROSA_MIGRATED_FILES';

export const migratedFiles = () => process.env[variable];

/** One database is made and migrated for the run; tests that are about something else begin with a copy of it. */
export async function setup(): Promise<void> {
  const postgres = await startScratchPostgres();
  await migrate(postgres.url, fileURLToPath(new URL('../server/migrations', import.meta.url)), () => undefined);
  process.env[variable] = await postgres.leave();
}

export async function teardown(): Promise<void> {
  const files = migratedFiles();
  if (files !== undefined) await rm(dirname(files), { recursive: true, force: true });
}
