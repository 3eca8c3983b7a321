import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openDataDir } from '../server/src/platform/boot/data-dir.ts';
import { openSecrets } from '../server/src/platform/boot/secrets.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { type Generated, generate } from './generate.ts';
import type { Options } from './options.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const migrations = join(root, 'server', 'migrations');

/** A data folder with the big company in it, not running. `url` reaches its PostgreSQL, as the owner, while a server runs there. */
export type Site = { dataDir: string; url: string; generated: Generated; postgresVersion: string; reused: boolean; close(): Promise<void> };

export async function openSite(options: Options, say: (line: string) => void): Promise<Site> {
  const dataDir = options.keep ? await keptFolder(options) : await mkdtemp(join(tmpdir(), 'prosa-bench-'));
  const close = async () => {
    if (!options.keep) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { ...(await fill(dataDir, options, say)), dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** To be raised when the generator makes other rows than before. */
const edition = 1;

/** The same size on the same tables is the same folder. */
async function keptFolder({ tickets, messages }: Options): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrations)).toSorted()) hash.update(await readFile(join(migrations, name)));
  const folder = join(root, '.cache', 'bench', `${tickets}-${messages}-${hash.digest('hex').slice(0, 8)}-${edition}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

async function fill(path: string, options: Options, say: (line: string) => void) {
  const dataDir = await openDataDir(path);
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select split_part(version(), ' ', 2) as version");
    const done = join(path, 'generated.json');
    const kept = await readFile(done, 'utf8').catch(() => undefined);
    if (kept === undefined) {
      await client.query('drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public');
      await migrate(postgres.url, migrations, () => undefined);
      say(`Generating ${options.tickets} tickets and ${options.messages} messages ...`);
    }
    // The server refuses to begin anew where companies are and their key is not.
    await openSecrets({ masterKey: undefined, file: join(path, 'master.key') });
    const generated: Generated = kept === undefined ? await generate(client, options, say) : JSON.parse(kept);
    await writeFile(done, JSON.stringify(generated));
    return { url: postgres.url, generated, postgresVersion: rows[0]?.version ?? '', reused: kept !== undefined };
  } finally {
    await client.end();
    await postgres.stop();
    await dataDir.close();
  }
}
