import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../platform/boot/startup-error.ts';
import { randomToken } from '../platform/crypto-tokens.ts';
import { isErrno, syncFolder } from '../platform/durable.ts';

const minLength = 16;
const fileName = 'backup.passphrase';

type Source = {
  dataDir: string;
  /** BACKUP_PASSPHRASE. */
  given: string | undefined;
  /** BACKUP_ENCRYPTION=off: the operator wants backups that anybody can read. */
  isOff: boolean;
  /** A backup of an earlier release may have a shorter passphrase; it can only be read with that. */
  allowShort?: boolean;
};

/** The passphrase of backups, from the environment or the data folder. Undefined where there is none or encryption is off. */
export async function findBackupPassphrase({ dataDir, given, isOff, allowShort = false }: Source): Promise<string | undefined> {
  if (isOff && given !== undefined) throw new StartupError('BACKUP_ENCRYPTION=off and BACKUP_PASSPHRASE contradict each other: unset one');
  if (isOff) return undefined;
  if (given !== undefined && given.length < minLength && !allowShort)
    throw new StartupError(
      `BACKUP_PASSPHRASE must have at least ${minLength} characters (--short-passphrase reads a backup that has a shorter one)`,
    );
  return given ?? (await readStored(dataDir));
}

/** The same for making a backup: without a passphrase one is generated, stored beside the master key and shown once. */
export async function ensureBackupPassphrase(source: Source, say: (line: string) => void): Promise<string | undefined> {
  const found = await findBackupPassphrase(source);
  if (found !== undefined || source.isOff) return found;
  const generated = randomToken();
  const file = join(source.dataDir, fileName);
  await writeFile(file, `${generated}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch((error: unknown) => {
    if (!isErrno(error, 'EEXIST')) throw error;
  });
  await syncFolder(source.dataDir);
  // Another backup may have generated one at the same moment: the stored one counts.
  const passphrase = (await readStored(source.dataDir)) ?? generated;
  say(`Backups are encrypted. This passphrase was generated and stored in ${file}:`);
  say(`  ${passphrase}`);
  say('Keep it in another safe place. Without it a backup cannot be restored on another machine.');
  return passphrase;
}

async function readStored(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, fileName), 'utf8')).trim() || undefined;
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
