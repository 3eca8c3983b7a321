import { createInterface } from 'node:readline';
import { StartupError } from '../platform/boot/startup-error.ts';
import type { Archive } from './archive.ts';
import { type BackupFile, rowsOf } from './manifest.ts';

/** Reads every file of a backup and compares it with the manifest. Throws StartupError that names what is damaged. */
export async function verifyArchive(archive: Archive, say: (line: string) => void): Promise<void> {
  const { tables, media, masterKey } = archive.manifest;
  const damaged: string[] = [];
  const check = async (kept: BackupFile) => void ((await archive.check(kept)) || damaged.push(kept.path));
  for (const { parts } of tables) for (const part of parts) await check(part);
  if (masterKey) await check(masterKey);
  await check(media.list);
  let files = 0;
  if (damaged.length === 0)
    for await (const line of createInterface({ input: archive.read(media.list, { packed: true }) })) {
      const [key, bytes, sha256]: [string, number, string] = JSON.parse(line);
      await check({ path: `media/${key}`, bytes, sha256 });
      files += 1;
    }
  if (damaged.length > 0 || files !== media.files)
    throw new StartupError(`The backup ${archive.folder} is damaged: ${damaged.slice(0, 10).join(', ') || 'files are missing'}`);
  say(`The backup is whole: ${rowsOf(archive.manifest)} rows, ${files} files, of ${archive.manifest.createdAt}`);
}
