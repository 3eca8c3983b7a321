import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '../../boot/accounts.ts';
import { errorCode, errorMessage, StartupError } from '../../boot/startup-error.ts';
import { syncFolder } from '../../durable.ts';
import { scramVerifier } from '../logins.ts';
import type { Binaries } from './binaries.ts';
import { replaceFile } from './cluster-file.ts';
import { saysDiskFull } from './log-file.ts';

const run = promisify(execFile);

/** It lies among the files of the database, so that it is moved, restored and removed together with them. */
const fileOf = (cluster: string) => join(cluster, 'prosa.password');

/** The password of the superuser; undefined in a cluster that an earlier release made. */
export async function readPassword(cluster: string): Promise<string | undefined> {
  const text = await readFile(fileOf(cluster), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || undefined;
}

/** The cluster as its own account reaches it: `name` is what a process started in `folder` calls it. */
type Cluster = { folder: string; name: string; account: Account; binaries: Binaries };

/** Gives the superuser a new password. No server may run on the cluster: nobody can log in before there is a password. */
export async function setPassword({ folder, name, account, binaries }: Cluster): Promise<string> {
  const password = randomBytes(32).toString('base64url');
  const options = { ...account.spawnAs, cwd: folder, env: { PATH: process.env.PATH ?? '/usr/bin:/bin' } };
  const running = run(binaries.postgres, ['--single', '-D', name, 'postgres'], options);
  running.child.stdin?.on('error', () => undefined);
  running.child.stdin?.end(`alter role postgres password '${scramVerifier(password)}'\n`);
  refuseFaults(await running.then(({ stderr }) => stderr, errorMessage));
  // After the database knows it: without the file the next start makes another one.
  await replaceFile(fileOf(folder), `${password}\n`, account);
  await syncFolder(folder);
  return password;
}

/** In this mode PostgreSQL ends well whatever became of the statement. */
function refuseFaults(said: string): void {
  if (saysDiskFull(said)) throw Object.assign(new Error(said), { code: 'ENOSPC' });
  const fault = /(?:ERROR|FATAL|PANIC):\s*(.+)/.exec(said)?.[1] ?? (said.startsWith('Command failed') ? said : undefined);
  if (fault !== undefined) throw new StartupError(`PostgreSQL could not set the password of its database: ${fault}`);
}
