import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import type { Config } from '../platform/boot/config.ts';
import { previousFileOf } from '../platform/boot/secrets.ts';
import { StartupError } from '../platform/boot/startup-error.ts';
import { holdBackupLock } from '../platform/database/backup-lock.ts';
import { syncFolder } from '../platform/durable.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { type Part, partsOf, readMigrations, readSequences, readTables, refuseHidden } from './catalog.ts';
import { copyOut } from './copy.ts';
import type { BackupTable, Manifest } from './manifest.ts';
import { connect, inParallel, reachDatabase } from './site.ts';

export type BackupOptions = {
  /** Where backups are put; a folder beside the data folder if not given. */
  target?: string | undefined;
  passphrase?: string | undefined;
  say: (line: string) => void;
};
export type Backup = { folder: string; manifest: Manifest };

const unfinished = '.unfinished';
const connections = Math.max(2, Math.min(4, availableParallelism()));

/** A consistent copy of everything, made while the system runs: all rows as of one moment, then the files that those rows name. */
export async function backup(config: Config, { target, passphrase, say }: BackupOptions): Promise<Backup> {
  const shelf = resolve(target ?? join(dirname(config.dataDir), 'backups'));
  const name = `prosa-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const aside = join(shelf, `${name}${unfinished}`);
  await refuseDuringRotation(config);
  const site = await reachDatabase(config);
  try {
    await mkdir(shelf, { recursive: true, mode: 0o700 });
    await clearUnfinished(shelf);
    const storage = await openStorage({ folder: join(config.dataDir, 'media'), s3: config.storage });
    const manifest = await write(site.url, storage, await createArchive(aside, passphrase), {
      say,
      masterKey: passphrase === undefined || config.MASTER_KEY ? undefined : join(config.dataDir, 'master.key'),
    });
    await rename(aside, join(shelf, name));
    await syncFolder(shelf);
    return { folder: join(shelf, name), manifest };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  } finally {
    await site.close();
  }
}

/** A backup holds one master key, and rows are sealed with two. */
async function refuseDuringRotation({ MASTER_KEY, dataDir }: Config): Promise<void> {
  const previous = MASTER_KEY ? undefined : await stat(previousFileOf(join(dataDir, 'master.key'))).catch(() => undefined);
  if (previous) throw new StartupError('The rotation of the master key was interrupted: run npm run rotate-key again, then back up');
}

/** Removes leftovers of killed backups. A running one has recently changed files. */
async function clearUnfinished(shelf: string): Promise<void> {
  for (const name of await readdir(shelf)) {
    if (!name.startsWith('prosa-') || !name.endsWith(unfinished)) continue;
    const { mtimeMs } = await stat(join(shelf, name));
    if (Date.now() - mtimeMs > 24 * 60 * 60 * 1000) await rm(join(shelf, name), { recursive: true, force: true });
  }
}

type WriteOptions = { say: (line: string) => void; masterKey: string | undefined };

async function write(url: string, storage: Storage, archive: ArchiveWriter, { say, masterKey }: WriteOptions): Promise<Manifest> {
  const clients: Client[] = [];
  const open = async () => {
    const client = await connect(url, { 'app.backup': 'on' });
    clients.push(client);
    return client;
  };
  try {
    const lead = await open();
    await holdBackupLock(lead, () => say('Waiting until another backup, or the removal of old files, is done ...'));
    await lead.query('begin isolation level repeatable read read only');
    const { rows: snapshots } = await lead.query<{ id: string }>('select pg_export_snapshot() as id');
    const createdAt = new Date().toISOString();
    const readers: Client[] = [];
    for (let each = 0; each < connections; each += 1) {
      const reader = await open();
      await reader.query(`begin isolation level repeatable read read only; set transaction snapshot '${snapshots[0]?.id}'`);
      readers.push(reader);
    }
    const migrations = await readMigrations(lead);
    const tables = await writeTables(lead, readers, archive);
    const sequences = await readSequences(lead);
    say(`${tables.reduce((all, { rows }) => all + rows, 0)} rows of ${tables.length} tables are written; now the files`);
    const media = await writeMedia(lead, storage, archive);
    const { rows: facts } = await lead.query<{ version: string; key: string | null }>(
      `
        select current_setting('server_version') as version,
          (select value from platform_facts where name = 'master-key') as key`,
    );
    const kept = masterKey === undefined ? null : await archive.add('master.key', createReadStream(masterKey));
    // Fails if the lock was lost, since files may have been deleted meanwhile.
    await lead.query('commit');
    const { version = '', key = null } = facts[0] ?? {};
    const manifest: Manifest = { createdAt, postgres: version, migrations, tables, sequences, media, masterKeyId: key, masterKey: kept };
    await archive.finish(manifest);
    return manifest;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function writeTables(lead: Client, readers: Client[], archive: ArchiveWriter): Promise<BackupTable[]> {
  const tables = await readTables(lead);
  refuseHidden(tables);
  const kept = new Map(tables.map((table) => [table, new Map<string, BackupTable['parts'][number]>()]));
  // The largest first, so that no connection is left with one of them at the end.
  const parts = tables.flatMap(partsOf).toSorted((a, b) => b.pages - a.pages);
  await inParallel(
    readers,
    parts.filter(({ pages }) => pages > 0),
    async (client, { table, path, query }: Part) => {
      const { stream, rows } = copyOut(client, query);
      const file = await archive.add(path, stream, { packed: true });
      kept.get(table)?.set(path, { ...file, rows: rows() });
    },
  );
  return tables.map((table) => {
    const own = [...(kept.get(table)?.values() ?? [])].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const { schema, name, columns } = table;
    return { schema, name, columns, rows: own.reduce((all, { rows }) => all + rows, 0), parts: own };
  });
}

const batch = 500;
const filesPerBatch = 4;

/** Files never change once they are there, and nothing deletes them while we hold the lock. */
async function writeMedia(lead: Client, storage: Storage, archive: ArchiveWriter): Promise<Manifest['media']> {
  const missing: string[] = [];
  const lines: string[] = [];
  let bytes = 0;
  const keep = async (key: string) => {
    const found = await storage.stat(key);
    if (!found) return void missing.push(key);
    const kept = await archive.add(`media/${key}`, (await storage.read(key)).stream);
    lines.push(JSON.stringify([key, kept.bytes, kept.sha256]));
    bytes += found.size;
  };
  await lead.query(`declare files no scroll cursor for
    select k.key from media, unnest(array_remove(array[key, thumbnail_key, playable_key], null)) as k(key)`);
  for (;;) {
    const { rows } = await lead.query<{ key: string }>(`fetch ${batch} from files`);
    if (rows.length === 0) break;
    const waiting = rows.map(({ key }) => key);
    const worker = async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await keep(key);
    };
    await Promise.all(Array.from({ length: filesPerBatch }, worker));
  }
  const list = await archive.add('media.jsonl.gz', Readable.from(lines.map((line) => Buffer.from(`${line}\n`))), { packed: true });
  return { files: lines.length, bytes, missing, list };
}

/** The newest whole backup in a folder of backups, or the folder itself if it is one. */
export async function findBackup(path: string): Promise<string> {
  const given = resolve(path);
  const names = await readdir(given).catch((): string[] => []);
  if (names.includes('backup.json')) return given;
  const newest = names
    .filter((name) => /^prosa-[\d-]+T[\d-]+$/.test(name))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new StartupError(`There is no backup in ${given}`);
  return join(given, newest);
}
