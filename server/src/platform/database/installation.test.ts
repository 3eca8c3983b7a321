import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { folders } from '../../../test/world.ts';
import { startServer } from '../../server.ts';
import { readConfig } from '../boot/config.ts';
import { StartupError } from '../boot/startup-error.ts';

const database = await freshDatabase(inject('templateUrl'));
const other = await freshDatabase(inject('templateUrl'));
const made: string[] = [];
afterAll(async () => {
  await Promise.all([database.drop(), other.drop()]);
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-key-'));
  made.push(folder);
  return folder;
}

const start = (dataDir: string, url = database.url) =>
  startServer(readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' }), folders);
const keyOf = (dataDir: string) => readFile(join(dataDir, 'master.key')).catch(() => undefined);

test('a master key that is gone is never replaced: the start is refused with what to do, and works once the key is back', async () => {
  const dataDir = await newFolder();
  await (await start(dataDir)).stop();
  const key = (await keyOf(dataDir)) ?? Buffer.alloc(0);
  expect(key).toHaveLength(32);
  await rm(join(dataDir, 'master.key'));

  const refused = start(dataDir);
  await expect(refused).rejects.toBeInstanceOf(StartupError);
  await expect(refused).rejects.toThrow(/master\.key is gone.*backup.*MASTER_KEY/);
  expect(await keyOf(dataDir)).toBeUndefined();
  // Neither does another folder that knows nothing of this database get a key of its own.
  const elsewhere = await newFolder();
  await expect(start(elsewhere)).rejects.toThrow(/is gone/);
  expect(await keyOf(elsewhere)).toBeUndefined();

  await writeFile(join(dataDir, 'master.key'), key, { mode: 0o600 });
  await (await start(dataDir)).stop();
});

test('a folder with files of companies was used before, whatever the database says', async () => {
  const dataDir = await newFolder();
  await mkdir(join(dataDir, 'media', '1', 'ab'), { recursive: true });
  await expect(start(dataDir, other.url)).rejects.toThrow(/is gone/);
  // A start that broke off before the key was made has left nothing but scratch space.
  await rm(join(dataDir, 'media', '1'), { recursive: true });
  await mkdir(join(dataDir, 'media', '.temporary'));
  await (await start(dataDir, other.url)).stop();
  expect(await keyOf(dataDir)).toHaveLength(32);
});
