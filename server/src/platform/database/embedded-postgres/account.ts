import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Account, createAccount, lookUp, otherAccount } from '../../boot/accounts.ts';
import { StartupError } from '../../boot/startup-error.ts';

/**
 * PostgreSQL refuses to run as root. As root we take the account that owns an existing cluster, else a system account.
 * As anyone else there is no choice: our own.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === undefined || gid === undefined)
    throw new StartupError('the embedded PostgreSQL runs on Linux and macOS only: set DATABASE_URL');
  const owner = await stat(cluster).catch(() => undefined);
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid)
      throw new StartupError(`${cluster} belongs to user ${owner.uid}: start Prosa as that user or as root`);
    return { name: String(uid), uid, gid, spawnAs: undefined };
  }
  if (owner !== undefined && owner.uid !== 0) return otherAccount(String(owner.uid), owner.uid, owner.gid);
  const account = (await lookUp('postgres')) ?? (await lookUp('nobody')) ?? (await createAccount('prosa-postgres'));
  if (account !== undefined) return account;
  throw new StartupError(
    'PostgreSQL must not run as root and there is no user postgres or nobody to run it: create a user postgres, ' +
      'start Prosa as an ordinary user, or set DATABASE_URL',
  );
}

/** Whether the account may step into a folder, going by the permission bits of it and of every parent. */
export async function canReach(folder: string, account: Account): Promise<boolean> {
  if (account.spawnAs === undefined) return true;
  for (let at = folder; ; at = dirname(at)) {
    const info = await stat(at).catch(() => undefined);
    if (info === undefined || !info.isDirectory()) return false;
    const shift = info.uid === account.uid ? 6 : info.gid === account.gid ? 3 : 0;
    if (((info.mode >> shift) & 1) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
