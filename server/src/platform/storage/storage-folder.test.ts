import { execFileSync, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { companyOfMediaKey, newMediaKey, type Storage } from './storage.ts';
import { openFolderStorage } from './storage-folder.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'prosa-media-')), 'media');
  storage = await openFolderStorage({ folder });
});
afterEach(() => rm(dirname(folder), { recursive: true }));

const plenty = { limitBytes: 1e9 };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const files = async (below = folder) =>
  (await readdir(below, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name);

test('keys are never alike, name their company, and have one shape', () => {
  const keys = Array.from({ length: 1000 }, () => newMediaKey(12));
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) expect(key).toMatch(/^12\/[0-9a-f]{2}\/[0-9A-Z]{26}$/);
  expect(companyOfMediaKey(newMediaKey(7))).toBe(7);
  for (const company of [0, -1, 1.5, Number.NaN, 1e20]) expect(() => newMediaKey(company)).toThrow();
});

describe('a file in the folder', () => {
  test('comes back as it went in, whether it came as a stream or as bytes', async () => {
    const bytes = randomBytes(300_000);
    for (const source of [bytes, Readable.from([bytes.subarray(0, 100), bytes.subarray(100)])]) {
      const key = newMediaKey(1);
      expect(await storage.put(key, source, plenty)).toEqual({ size: 300_000, sha256: sha256(bytes) });
      const { stream, size } = await storage.read(key);
      expect(size).toBe(300_000);
      expect((await buffer(stream)).equals(bytes)).toBe(true);
      expect(await storage.stat(key)).toEqual({ size: 300_000 });
    }
  });

  test('can be empty, and can be replaced by the same put repeated', async () => {
    const key = newMediaKey(1);
    expect((await storage.put(key, Buffer.alloc(0), plenty)).size).toBe(0);
    expect(await buffer((await storage.read(key)).stream)).toHaveLength(0);
    await storage.put(key, Buffer.from('again'), plenty);
    expect((await buffer((await storage.read(key)).stream)).toString()).toBe('again');
  });

  test('can be read in part', async () => {
    const key = newMediaKey(1);
    await storage.put(key, Buffer.from('0123456789'), plenty);
    const part = async (start: number, end: number) => {
      const { stream, size } = await storage.read(key, { start, end });
      return `${(await buffer(stream)).toString()} of ${size}`;
    };
    expect(await part(0, 0)).toBe('0 of 10');
    expect(await part(3, 5)).toBe('345 of 10');
    expect(await part(9, 9)).toBe('9 of 10');
    for (const [start, end] of [
      [0, 10],
      [5, 4],
      [-1, 3],
      [0.5, 2],
    ] as const)
      await expect(part(start, end)).rejects.toThrow(RangeError);
  });

  test("is its owner's alone", async () => {
    const key = newMediaKey(3);
    await storage.put(key, Buffer.from('x'), plenty);
    expect((await stat(join(folder, key))).mode & 0o777).toBe(0o600);
    for (const path of [dirname(key), dirname(dirname(key)), '.temporary'])
      expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700);
  });

  test('is gone once removed, and removing again is harmless', async () => {
    const key = newMediaKey(1);
    await storage.put(key, Buffer.from('x'), plenty);
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.stat(key)).toBeUndefined();
    await expect(storage.read(key)).rejects.toHaveProperty('code', 'ERR_NO_FILE_FOUND');
    await expect(storage.read(newMediaKey(9))).rejects.toHaveProperty('code', 'ERR_NO_FILE_FOUND');
  });
});

describe('a put that fails leaves nothing', () => {
  test('when the file is too large, which is noticed while it streams', async () => {
    let given = 0;
    const endless = new Readable({
      read() {
        given += 65_536;
        this.push(Buffer.alloc(65_536));
      },
    });
    await expect(storage.put(newMediaKey(1), endless, { limitBytes: 1_000_000 })).rejects.toHaveProperty('code', 'ERR_TOO_LARGE');
    expect(given).toBeLessThan(3_000_000);
    expect(endless.destroyed).toBe(true);
    await expect(storage.put(newMediaKey(1), Buffer.alloc(11), { limitBytes: 10 })).rejects.toHaveProperty('code', 'ERR_TOO_LARGE');
    expect((await storage.put(newMediaKey(1), Buffer.alloc(10), { limitBytes: 10 })).size).toBe(10);
    expect(await files()).toHaveLength(1);
  });

  test('when the sender goes away, with an error or without a word', async () => {
    for (const error of [new Error('reset'), undefined]) {
      const source = new PassThrough();
      source.write('half a file');
      const outcome = expect(storage.put(newMediaKey(1), source, plenty)).rejects.toThrow();
      await sleep(20);
      source.destroy(error);
      await outcome;
    }
    expect(await files()).toEqual([]);
  });

  test('when the sender was gone before', async () => {
    const source = new PassThrough();
    source.destroy();
    await expect(storage.put(newMediaKey(1), source, plenty)).rejects.toThrow();
    expect(await files()).toEqual([]);
  });

  test('when the disk is nearly full: uploads are refused before the database suffers', async () => {
    const careful = await openFolderStorage({ folder, spareBytes: Number.MAX_SAFE_INTEGER });
    await expect(careful.put(newMediaKey(1), Buffer.from('x'), plenty)).rejects.toHaveProperty('code', 'ERR_NO_SPACE');
    expect(await files()).toEqual([]);
  });
});

function mountTiny(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a disk that fills up during a put refuses it with ERR_NO_SPACE and takes small files again after', async ({ skip }) => {
  const tiny = await mkdtemp(join(tmpdir(), 'prosa-tiny-'));
  if (!mountTiny(tiny)) {
    await rm(tiny, { recursive: true });
    skip('mounting needs root');
  }
  try {
    const small = await openFolderStorage({ folder: tiny, spareBytes: 0 });
    await expect(small.put(newMediaKey(1), Buffer.alloc(2_000_000), plenty)).rejects.toHaveProperty('code', 'ERR_NO_SPACE');
    expect(await files(tiny)).toEqual([]);
    expect((await small.put(newMediaKey(1), Buffer.alloc(1_020_000), plenty)).size).toBe(1_020_000);
    await expect(small.put(newMediaKey(1), Buffer.alloc(50_000), plenty)).rejects.toHaveProperty('code', 'ERR_NO_SPACE');
  } finally {
    execFileSync('umount', [tiny]);
    await rm(tiny, { recursive: true });
  }
});

describe('nothing leaves the folder', () => {
  const id = '0123456789ABCDEFGHJKMNPQRS';
  test.each([
    '',
    '.',
    '..',
    '/',
    '../../etc/passwd',
    `../1/aa/${id}`,
    `1/../${id}`,
    `1/aa/../../../${id}`,
    `/1/aa/${id}`,
    `1/aa/${id}/`,
    `1/aa/${id}\n`,
    `1/aa/${id}\0`,
    `1\\aa\\${id}`,
    `1//aa/${id}`,
    `%2e%2e/aa/${id}`,
    `1/AA/${id}`,
    `1/aa/${id.toLowerCase()}`,
    `0/aa/${id}`,
    `01/aa/${id}`,
    `-1/aa/${id}`,
    `1/aa/${id}X`,
    `.temporary/aa/${id}`,
    `1/aa/${id}.tmp`,
  ])('by the name %j', async (name) => {
    await expect(storage.put(name, Buffer.from('x'), plenty)).rejects.toThrow('Not a media key');
    await expect(storage.read(name)).rejects.toThrow('Not a media key');
    await expect(storage.stat(name)).rejects.toThrow('Not a media key');
    await expect(storage.remove(name)).rejects.toThrow('Not a media key');
    expect(await files(dirname(folder))).toEqual([]);
  });

  test('by a link in the place of a file or folder', async () => {
    const outside = join(dirname(folder), 'outside');
    await mkdir(outside);
    await writeFile(join(outside, id), 'secret');
    await mkdir(join(folder, '1', 'aa'), { recursive: true });
    await symlink(join(outside, id), join(folder, '1', 'aa', id));
    await symlink(outside, join(folder, '1', 'bb'));
    for (const key of [`1/aa/${id}`, `1/bb/${id}`]) {
      await expect(storage.read(key)).rejects.toHaveProperty('code', 'ERR_NO_FILE_FOUND');
      expect(await storage.stat(key)).toBeUndefined();
    }
    await expect(storage.put(`1/bb/${id}`, Buffer.from('x'), plenty)).rejects.toThrow();
    await storage.remove(`1/bb/${id}`);
    await storage.put(`1/aa/${id}`, Buffer.from('ours'), plenty);
    expect(await readFile(join(outside, id), 'utf8')).toBe('secret');
    expect((await buffer((await storage.read(`1/aa/${id}`)).stream)).toString()).toBe('ours');
  });
});

test('sweeping removes what a crash left an hour ago, and nothing that is still being written', async () => {
  const temporary = join(folder, '.temporary');
  await writeFile(join(temporary, 'old'), 'x');
  await writeFile(join(temporary, 'young'), 'x');
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(temporary, 'old'), longAgo, longAgo);
  const key = newMediaKey(1);
  await storage.put(key, Buffer.from('x'), plenty);
  await utimes(join(folder, key), longAgo, longAgo);
  expect(await storage.sweep(new Date())).toBe(1);
  expect(await readdir(temporary)).toEqual(['young']);
  expect(await storage.stat(key)).toEqual({ size: 1 });
});

test('a writer killed at any moment leaves whole files only', async () => {
  const whole = 3_000_000;
  for (let round = 0; round < 5; round += 1) {
    const writer = fork(new URL('../../../test/storage-writer.ts', import.meta.url), [folder, String(whole)], {
      execArgv: ['--import', 'tsx'],
      stdio: 'ignore',
    });
    await once(writer, 'message');
    await sleep(5 + round * 17);
    const gone = once(writer, 'exit');
    writer.kill('SIGKILL');
    await gone;
  }
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.endsWith('.temporary'),
  );
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect((await stat(join(entry.parentPath, entry.name))).size).toBe(whole);
});
