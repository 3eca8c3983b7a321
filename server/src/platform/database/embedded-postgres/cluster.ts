import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '../../boot/accounts.ts';
import { killMarked } from '../../boot/processes.ts';
import { errorMessage, StartupError } from '../../boot/startup-error.ts';
import { syncFolder } from '../../durable.ts';
import { canReach } from './account.ts';
import type { Binaries } from './binaries.ts';
import { saysDiskFull } from './log-file.ts';
import { setPassword } from './password.ts';

const run = promisify(execFile);

const UNFINISHED = 'postgres.init-';

/** How the server's account names its own working folder when it can not walk there from the root folder. */
const WORKING_FOLDER = '/proc/self/cwd';

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * The name of a folder for a process of the account that is started inside it. Under a closed parent (/root) the path
 * can not be walked, but a process started by root within the folder may stay there.
 */
export async function nameFor(folder: string, account: Account): Promise<string> {
  if (await canReach(folder, account)) return folder;
  if (process.platform === 'linux') return WORKING_FOLDER;
  throw new StartupError(
    `user ${account.name}, under which PostgreSQL runs, can not reach ${folder}: set DATA_DIR to a folder outside ` +
      'of closed ones, or start Prosa as an ordinary user',
  );
}

/** Lets the server's account step through DATA_DIR (not read it) when we are root. Its parents are not ours to open. */
export async function allowTraversal(dataDir: string, account: Account): Promise<void> {
  if (account.spawnAs === undefined) return;
  const info = await stat(dataDir);
  const shift = info.uid === account.uid ? 6 : info.gid === account.gid ? 3 : 0;
  if (((info.mode >> shift) & 1) === 1) return;
  if ((info.mode & 0o070) === 0) {
    await chown(dataDir, info.uid, account.gid);
    await chmod(dataDir, (info.mode & 0o7777) | 0o010);
  } else {
    await chmod(dataDir, (info.mode & 0o7777) | 0o001);
  }
}

/** Makes the cluster if there is none. A cluster appears complete or not at all. Answers whether it was made. */
export async function ensureCluster(dataDir: string, account: Account, binaries: Binaries): Promise<boolean> {
  await clearUnfinished(dataDir);
  const cluster = clusterFolder(dataDir);
  const entries = await readdir(cluster).catch((): string[] => []);
  if (entries.includes('PG_VERSION')) {
    await changeOwner(cluster, account);
    return false;
  }
  if (entries.length > 0)
    throw new StartupError(`${cluster} is not a PostgreSQL database but has files in it: move it away and start again`);
  const unfinished = join(dataDir, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (account.spawnAs !== undefined) await chown(unfinished, account.uid, account.gid);
    await initdb(unfinished, account, binaries);
    await setPassword({ folder: unfinished, name: await nameFor(unfinished, account), account, binaries });
    await rename(unfinished, cluster);
    await syncFolder(dirname(cluster));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return true;
}

/** What a killed first start left: its initdb may even be running still. */
async function clearUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = join(dataDir, name);
    await killMarked({ folder, word: name });
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Files put back from a backup by root belong to root, which PostgreSQL refuses. */
async function changeOwner(cluster: string, account: Account): Promise<void> {
  if (account.spawnAs === undefined || (await stat(cluster)).uid !== 0) return;
  await run('chown', ['-R', '-h', `${account.uid}:${account.gid}`, cluster]);
  await chmod(cluster, 0o700);
}

/**
 * The built-in C.UTF-8 locale: case rules of all of Unicode, and an order of characters that no upgrade of the
 * system's libraries can change under our indexes. LC_CTYPE is what pg_trgm and text search ask for letters.
 */
async function initdb(folder: string, account: Account, binaries: Binaries): Promise<void> {
  const name = await nameFor(folder, account);
  const common = ['-D', name, '-U', 'postgres', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C'];
  const rest = ['--builtin-locale=C.UTF-8', '--data-checksums', '--auth=reject', '--no-instructions'];
  const options = { ...account.spawnAs, cwd: folder, env: { PATH: process.env.PATH ?? '/usr/bin:/bin' } };
  try {
    const wide = await run(binaries.initdb, [...common, '--lc-ctype=C.UTF-8', ...rest], options).catch((error: unknown) => error);
    if (!(wide instanceof Error)) return;
    // A system without C.UTF-8 (older Red Hat, macOS): plain C still searches well once accents are taken off.
    if (!/invalid locale name/.test(wide.message)) throw wide;
    await run(binaries.initdb, [...common, ...rest], options);
  } catch (error) {
    const said = errorMessage(error);
    if (saysDiskFull(said)) throw Object.assign(new Error(said), { code: 'ENOSPC' });
    const reason = said.split('\n').find((line) => /error|fatal|could not/i.test(line) && !line.startsWith('Command'));
    throw new StartupError(`PostgreSQL could not make its database: ${reason ?? said}`, { cause: error });
  }
}
