import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import type { Account } from '../../boot/accounts.ts';

/** The folder belongs to the server's account: a new file and a rename can not be led astray by a link in it. */
export async function replaceFile(path: string, text: string, account: Account): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (account.spawnAs !== undefined) await file.chown(account.uid, account.gid);
    await file.sync();
    await file.close();
    await rename(aside, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(aside, { force: true });
    throw error;
  }
}
