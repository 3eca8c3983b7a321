import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../boot/accounts.ts';
import { StartupError } from '../../boot/startup-error.ts';
import { canReach } from './account.ts';

export const SOCKET_PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`;

/** The shortest limit of the systems we run on (macOS 104 bytes with the closing zero, Linux 108). */
const MAX_SOCKET_PATH = 103;

/** A folder for the socket that only the server's account (and root) can enter. */
export async function makeSocketDir(dataDir: string, account: Account): Promise<string> {
  const inside = join(dataDir, 'postgres-socket');
  if (isShort(inside) && (await canReach(dataDir, account))) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    await makePrivate(inside, account);
    return inside;
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 20);
  const base = isShort(join(tmpdir(), hash)) && (await canReach(tmpdir(), account)) ? tmpdir() : '/tmp';
  // Everybody can make folders in the temporary folder: one that another user made first is passed over.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const outside = join(base, `prosa-${hash}${attempt === 0 ? '' : `-${attempt}`}`);
    await mkdir(outside, { mode: 0o700 }).catch(() => undefined);
    if (await isOurs(outside, account)) {
      await makePrivate(outside, account);
      return outside;
    }
  }
  throw new StartupError(`no private folder for PostgreSQL's socket could be made in ${base}: set a shorter DATA_DIR`);
}

function isShort(folder: string): boolean {
  // Room for the prefix and the counter of a folder in the temporary folder.
  return Buffer.byteLength(join(folder, SOCKET_FILE)) <= MAX_SOCKET_PATH - 8;
}

async function isOurs(path: string, account: Account): Promise<boolean> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isDirectory() === true && (info.uid === account.uid || info.uid === process.getuid?.());
}

async function makePrivate(path: string, account: Account): Promise<void> {
  if (account.spawnAs !== undefined) await chown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}
