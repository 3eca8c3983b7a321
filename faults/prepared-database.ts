import { fileURLToPath } from 'node:url';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startScratchPostgres } from '../server/test/scratch-postgres.ts';

/** The variable that tells the workers of a run where the data of a halted, migrated PostgreSQL lie. */
export const preparedDatabase = 'PROSA_PREPARED_DATABASE';

const migrations = fileURLToPath(new URL('../server/migrations', import.meta.url));

/** Made once for a run: to create and migrate a database takes seconds, to copy one a moment. */
export default async function setup() {
  const postgres = await startScratchPostgres();
  await migrate(postgres.url, migrations, () => undefined);
  await postgres.halt();
  process.env[preparedDatabase] = postgres.data;
  return postgres.stop;
}
