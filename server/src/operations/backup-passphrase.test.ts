import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createArchive, openArchive } from './archive.ts';
import { ensureBackupPassphrase, findBackupPassphrase } from './backup-passphrase.ts';
import type { Manifest } from './manifest.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-passphrase-'));
  folders.push(folder);
  return folder;
}
const source = (dataDir: string, given?: string, isOff = false) => ({ dataDir, given, isOff });
const silent = () => undefined;

test('without a passphrase one is generated, stored for its owner alone and shown once', async () => {
  const dataDir = await newFolder();
  const lines: string[] = [];
  const passphrase = await ensureBackupPassphrase(source(dataDir), (line) => lines.push(line));
  expect(passphrase).toMatch(/^[\w-]{43}$/);
  expect(lines.filter((line) => line.includes(passphrase ?? ''))).toHaveLength(1);
  const file = join(dataDir, 'backup.passphrase');
  expect(await readFile(file, 'utf8')).toBe(`${passphrase}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again: string[] = [];
  expect(await ensureBackupPassphrase(source(dataDir), (line) => again.push(line))).toBe(passphrase);
  expect(again).toEqual([]);
  expect(await findBackupPassphrase(source(dataDir))).toBe(passphrase);
});

test('BACKUP_PASSPHRASE comes first, and one under 16 characters is refused', async () => {
  const dataDir = await newFolder();
  expect(await ensureBackupPassphrase(source(dataDir, 'sixteen letters!'), silent)).toBe('sixteen letters!');
  for (const make of [ensureBackupPassphrase, findBackupPassphrase])
    await expect(make(source(dataDir, 'fifteen letters'), silent)).rejects.toThrow('at least 16 characters');
  expect(await findBackupPassphrase({ ...source(dataDir, '1'), allowShort: true })).toBe('1');
});

test('BACKUP_ENCRYPTION=off makes plain backups, and contradicts a passphrase', async () => {
  const dataDir = await newFolder();
  expect(await ensureBackupPassphrase(source(dataDir, undefined, true), silent)).toBeUndefined();
  await expect(findBackupPassphrase(source(dataDir, 'sixteen letters!', true))).rejects.toThrow('contradict');
});

test('an unencrypted backup is refused while a passphrase is set', async () => {
  const folder = join(await newFolder(), 'planted');
  const planted = await createArchive(folder, undefined);
  const list = await planted.add('media.jsonl.gz', Buffer.alloc(0), { packed: true });
  const manifest: Manifest = {
    ...{ createdAt: new Date().toISOString(), postgres: '18', migrations: [], tables: [], sequences: [] },
    ...{ media: { files: 0, bytes: 0, missing: [], list }, masterKeyId: null, masterKey: null },
  };
  await planted.finish(manifest);
  await expect(openArchive(folder, 'sixteen letters!')).rejects.toThrow('not encrypted although a passphrase is set');
  expect((await openArchive(folder, undefined)).sealed).toBe(false);
});
