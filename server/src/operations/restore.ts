import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Client } from 'pg';
import { z } from 'zod';
import type { Config } from '../platform/boot/config.ts';
import { openDataDir } from '../platform/boot/data-dir.ts';
import { StartupError } from '../platform/boot/startup-error.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres/embedded-postgres.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { markDatabase, markFolder } from '../platform/database/restore-marker.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { type Archive, openArchive } from './archive.ts';
import { findBackup } from './backup.ts';
import { nameOf } from './catalog.ts';
import type { Manifest } from './manifest.ts';
import { refuseNewKey, restoreKey, takeNewKey } from './restore-key.ts';
import { loadTables } from './restore-load.ts';
import { clearDatabase, clearFolder, refuseDatabase, refuseFolder } from './restore-target.ts';
import { connect, inParallel } from './site.ts';
import { verifyArchive } from './verify.ts';

export type RestoreOptions = {
  /** The backup, or a folder of backups of which the newest is taken. */
  source: string;
  /** Put aside what is there (a data folder) or delete it (an external database). */
  replace?: boolean;
  passphrase?: string | undefined;
  /** The master key is lost: give up what it had sealed. */
  newKey?: boolean;
  migrations: string;
  /** Tables with as many rows lose their indexes while they are loaded. */
  indexesAwayFrom?: number;
  say: (line: string) => void;
};

const connections = Math.max(2, Math.min(4, availableParallelism()));

/** A working installation from a backup. Until it is whole it bears a mark, and no server starts on it. */
export async function restore(config: Config, options: RestoreOptions): Promise<Manifest> {
  const { say } = options;
  const archive = await openArchive(await findBackup(options.source), options.passphrase);
  await refuseOtherMigrations(archive.manifest, options.migrations);
  if (options.replace) await verifyArchive(archive, say);
  const dataDir = await openDataDir(config.dataDir);
  try {
    await refuseTarget(config, options.replace ?? false);
    if (options.newKey) await refuseNewKey(archive, config);
    await clearFolder(dataDir.path, say);
    const key = options.newKey ? '' : await restoreKey(archive, config);
    const database = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir: dataDir.path, log: () => undefined });
    try {
      const url = config.DATABASE_URL ?? database?.url ?? '';
      await Promise.all([restoreDatabase(url, archive, config, options), restoreMedia(config, archive, say)]);
    } finally {
      await database?.stop();
    }
    await markFolder(dataDir.path, 'done');
    if (key) say(key);
  } finally {
    await dataDir.close();
  }
  return archive.manifest;
}

/** Both are checked before either is changed. */
async function refuseTarget({ dataDir, DATABASE_URL }: Config, replace: boolean): Promise<void> {
  await refuseFolder(dataDir, replace);
  if (!DATABASE_URL) return;
  const client = await connect(DATABASE_URL);
  try {
    await refuseDatabase(client, replace);
  } finally {
    await client.end();
  }
}

/** The rows fit the tables that these migrations make, to the letter. */
async function refuseOtherMigrations({ migrations }: Manifest, folder: string): Promise<void> {
  const ours = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]));
  const newer = migrations.find(({ name }) => !ours.has(name));
  if (newer)
    throw new StartupError(`The backup was made by a newer version (it knows ${newer.name}): restore with that version or a later one`);
  const changed = migrations.find(({ name, checksum }) => ours.get(name) !== checksum);
  if (changed)
    throw new StartupError(`Migration ${changed.name} differs from the one the backup was made with; migrations only go forward`);
}

async function restoreDatabase(url: string, archive: Archive, config: Config, options: RestoreOptions): Promise<void> {
  const { migrations, indexesAwayFrom, newKey, say } = options;
  const clients: Client[] = [];
  const open = async () => {
    const client = await connect(url, { synchronous_commit: 'off', maintenance_work_mem: '256MB' });
    clients.push(client);
    return client;
  };
  try {
    const lead = await open();
    await clearDatabase(lead);
    await migrate(url, migrations, () => undefined, { only: new Set(archive.manifest.migrations.map(({ name }) => name)) });
    const loaders: Client[] = [];
    for (let each = 0; each < connections; each += 1) loaders.push(await open());
    await loadTables(lead, loaders, archive, indexesAwayFrom);
    say('The rows are back; newer migrations and statistics follow');
    await migrate(url, migrations, say, {});
    await inParallel(
      loaders,
      archive.manifest.tables.toSorted((a, b) => b.rows - a.rows),
      async (client, table) => {
        // A newer migration may have removed it.
        const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [nameOf(table)]);
        if (rows[0]?.there) await client.query(`vacuum (analyze) ${nameOf(table)}`);
      },
    );
    if (newKey) say(await takeNewKey(lead, config));
    await lead.query('set synchronous_commit = on');
    await markDatabase(lead, 'done');
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const MediaLine = z.tuple([z.string(), z.int(), z.string()]);
const maxFileBytes = 2 ** 40;
const filesPerBatch = 4;

async function restoreMedia(config: Config, archive: Archive, say: (line: string) => void): Promise<void> {
  const { list, files } = archive.manifest.media;
  const storage = await openStorage({ folder: join(config.dataDir, 'media'), s3: config.storage });
  const lines = createInterface({ input: archive.read(list, { packed: true }) })[Symbol.asyncIterator]();
  let put = 0;
  const worker = async () => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const [key, bytes, sha256] = MediaLine.parse(JSON.parse(next.value));
      await storage.put(key, archive.read({ path: `media/${key}`, bytes, sha256 }), { limitBytes: maxFileBytes });
      put += 1;
    }
  };
  await Promise.all(Array.from({ length: filesPerBatch }, worker));
  if (put !== files) throw new StartupError(`The backup held ${put} files instead of ${files}: it is damaged`);
  if (files > 0) say(`${files} files are back`);
}
