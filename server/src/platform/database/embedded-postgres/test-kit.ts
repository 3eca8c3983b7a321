import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type DataDir, openDataDir } from '../../boot/data-dir.ts';
import { canReach } from './account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

/* What the tests of the embedded server share: real folders, real processes. */

const platform = join(import.meta.dirname, '..', '..');
const url = (file: string) => JSON.stringify(pathToFileURL(join(platform, file)).href);

export const asRoot = process.getuid?.() === 0;
export const nobody = { uid: 65_534, gid: 65_534 };

/** Whether an ordinary user could read this program at all: not in a clone under /root. */
export async function nobodyReads(): Promise<boolean> {
  return asRoot && (await canReach(platform, { name: 'nobody', ...nobody, spawnAs: nobody }));
}

/** What the server's log callback was told since the last `tidy`. */
export const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const folders: string[] = [];
const parents: ChildProcess[] = [];
const mounted = new Set<string>();
const running: { dir: DataDir; server: EmbeddedPostgres }[] = [];

export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'prosa-pg-'));
  await chmod(path, 0o755);
  folders.push(path);
  return path;
}

/** A data folder with a database in it, made once and copied: initdb takes a second. */
let furnished = '';
export async function furnishedFolder(): Promise<string> {
  const path = join(await folder(), 'data');
  furnishAt(path);
  return path;
}

export async function start(path: string): Promise<EmbeddedPostgres> {
  const dir = await openDataDir(path);
  const server = await startEmbeddedPostgres({ dataDir: dir.path, log }).catch(async (error: unknown) => {
    await dir.close();
    throw error;
  });
  running.push({ dir, server });
  return server;
}

export async function stopAll(): Promise<void> {
  for (const { dir, server } of running.splice(0)) {
    await server.stop();
    await dir.close();
  }
}

export async function query(server: { url: string }, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another node process that runs the database of a folder, as the server program would. */
export async function parent(path: string, as: { uid?: number; gid?: number } = {}) {
  const program = `
    import { openDataDir } from ${url('boot/data-dir.ts')};
    import { startEmbeddedPostgres } from ${url('database/embedded-postgres/embedded-postgres.ts')};
    const dir = await openDataDir(${JSON.stringify(path)});
    const server = await startEmbeddedPostgres({ dataDir: dir.path, log: () => {} });
    process.once('SIGTERM', async () => { await server.stop(); await dir.close(); process.exit(0); });
    console.log(JSON.stringify({ pid: server.pid, url: server.url }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: platform,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
  parents.push(child);
  if (child.stdout === null) throw new Error('no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { pid, url: address } = JSON.parse(String(line));
  return { child, pid: Number(pid), url: String(address) };
}

export async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function eventually(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('did not come true within 60 s');
    await sleep(50);
  }
}

/** Makes the database that `furnishedFolder` copies. */
export async function furnish(): Promise<void> {
  furnished = join(await folder(), 'data');
  const server = await start(furnished);
  await query(server, 'create table kept (n int)');
  await stopAll();
}

export function furnishAt(path: string): void {
  execFileSync('cp', ['-a', furnished, path]);
}

/** After each test. */
export async function tidy(): Promise<void> {
  for (const path of mounted) unmount(path);
  await stopAll();
  for (const child of parents.splice(0)) child.kill('SIGKILL');
  lines.length = 0;
}

/** After all tests. */
export async function removeFolders(): Promise<void> {
  for (const path of folders) await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Whether we may mount file systems: root, and not in an ordinary container. */
export function canMount(): boolean {
  if (!asRoot || process.platform !== 'linux') return false;
  try {
    execFileSync('/usr/bin/unshare', ['--mount', '/bin/mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A file system of its own at a folder, for as long as the work takes and the test has time. */
export async function onDisk(path: string, options: string, work: () => Promise<void>): Promise<void> {
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  mounted.add(path);
  await work().finally(() => unmount(path));
}

/** Lazily: after a failed test a server may still have files open there. */
function unmount(path: string): void {
  if (mounted.delete(path)) execFileSync('/bin/umount', ['-l', path]);
}
