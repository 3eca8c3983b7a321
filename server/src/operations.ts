import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openArchive } from './operations/archive.ts';
import { backup, findBackup } from './operations/backup.ts';
import { ensureBackupPassphrase, findBackupPassphrase } from './operations/backup-passphrase.ts';
import { rowsOf } from './operations/manifest.ts';
import { restore } from './operations/restore.ts';
import { rotateKey } from './operations/rotate-key.ts';
import { verifyArchive } from './operations/verify.ts';
import { readConfig } from './platform/boot/config.ts';
import { errorCode, StartupError } from './platform/boot/startup-error.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);

const help = `npm run backup [-- FOLDER]             a backup of everything, in a new folder in FOLDER (default: backups, beside DATA_DIR)
npm run backup -- --verify FOLDER      is this backup whole? (the newest, if FOLDER holds several)
npm run restore -- FOLDER [--replace]  a working installation from it; --replace puts what is there aside;
                                       --new-key when the master key is lost
npm run rotate-key                     replaces the master key and seals everything with the new one
Backups are encrypted with BACKUP_PASSPHRASE, or with a generated passphrase in DATA_DIR/backup.passphrase;
BACKUP_ENCRYPTION=off makes and reads unencrypted ones, --short-passphrase reads one of an earlier release.`;

/** `backup`, `restore` and `rotate-key`, on the same environment variables as the server. */
async function main([command, ...args]: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      verify: { type: 'boolean' },
      replace: { type: 'boolean' },
      'new-key': { type: 'boolean' },
      'short-passphrase': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [folder, ...more] = positionals;
  if (
    values.help ||
    more.length > 0 ||
    (folder !== undefined && command === 'rotate-key') ||
    (folder === undefined && (values.verify || command === 'restore'))
  )
    return say(help);
  const config = readConfig(process.env);
  if (command === 'rotate-key') return rotateKey(config, { migrations, say });
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  const source = {
    dataDir: config.dataDir,
    given: process.env.BACKUP_PASSPHRASE || undefined,
    isOff: process.env.BACKUP_ENCRYPTION === 'off',
    allowShort: values['short-passphrase'] ?? false,
  };
  if (folder !== undefined && command === 'restore' && !source.isOff) await assertEncrypted(folder, await findBackupPassphrase(source));
  if (folder !== undefined && values.verify)
    return verifyArchive(await openArchive(await findBackup(folder), await findBackupPassphrase(source)), say);
  if (folder !== undefined && command === 'restore') {
    const manifest = await restore(config, {
      source: folder,
      replace: values.replace ?? false,
      newKey: values['new-key'] ?? false,
      passphrase: await findBackupPassphrase(source),
      migrations,
      say,
    });
    return say(`Restored: everything as of ${manifest.createdAt} (${rowsOf(manifest)} rows, ${manifest.media.files} files, ${seconds()})`);
  }
  const passphrase = await ensureBackupPassphrase({ ...source, allowShort: false }, say);
  const made = await backup(config, { target: folder, passphrase, say });
  const { media, masterKey } = made.manifest;
  if (media.missing.length > 0)
    say(`${media.missing.length} files are named by rows but were not in the store already; the manifest lists them`);
  say(
    masterKey
      ? 'The backup is encrypted and holds the master key: without its passphrase nobody can read it, you included'
      : `The master key is NOT in the backup: keep ${config.MASTER_KEY ? 'MASTER_KEY' : 'DATA_DIR/master.key'} in another safe place, ` +
          'or connections must be paired anew',
  );
  say(`Backed up: ${made.folder} (${rowsOf(made.manifest)} rows, ${media.files} files, ${seconds()})`);
}

/** Without a passphrase too, as on a new machine, only a backup that is encrypted is restored without being asked for. */
async function assertEncrypted(folder: string, passphrase: string | undefined): Promise<void> {
  const { sealed } = await openArchive(await findBackup(folder), passphrase);
  if (!sealed) throw new StartupError('This backup is not encrypted: set BACKUP_ENCRYPTION=off if you know that it is yours');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof StartupError || errorCode(error)?.startsWith('ERR_PARSE_ARGS') || errorCode(error) === 'ENOSPC';
  process.stderr.write(`${error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error)}\n`);
  process.exitCode = 1;
});
