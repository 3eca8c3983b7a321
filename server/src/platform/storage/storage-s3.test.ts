import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ScratchS3, startScratchS3, writtenAt } from '../../../test/scratch-s3.ts';
import { openStorage } from './open-storage.ts';
import { newMediaKey, type Storage } from './storage.ts';

const mebibyte = 2 ** 20;
const plenty = { limitBytes: 100 * mebibyte };
let s3: ScratchS3;
let storage: Storage;
const settings = (bucket: string) => ({ bucket, region: 'us-east-1', accessKey: 'key', secretKey: 'secret', endpoint: s3.endpoint });
beforeEach(async () => {
  s3 = await startScratchS3('media');
  storage = await openStorage({ folder: '/nowhere', s3: settings('media') });
});
afterEach(() => s3.stop());

function inPieces(bytes: Buffer, size: number): Readable {
  return Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
}

describe('a file in the bucket', () => {
  test.each([0, 1, 5000, 8 * mebibyte - 1, 8 * mebibyte, 8 * mebibyte + 1, 20 * mebibyte])(
    'of %i bytes comes back as it went in, as a stream or as bytes',
    async (size) => {
      const bytes = randomBytes(size);
      for (const source of [bytes, inPieces(bytes, 60_001)]) {
        const key = newMediaKey(1);
        expect(await storage.put(key, source, plenty)).toEqual({ size, sha256: createHash('sha256').update(bytes).digest('hex') });
        const found = await storage.read(key);
        expect(found.size).toBe(size);
        expect((await buffer(found.stream)).equals(bytes)).toBe(true);
        expect(await storage.stat(key)).toEqual({ size });
      }
      expect(s3.uploads.size).toBe(0);
    },
  );

  test('can be read in part, and a part outside it can not', async () => {
    const key = newMediaKey(1);
    await storage.put(key, Buffer.from('0123456789'), plenty);
    const { stream, size } = await storage.read(key, { start: 3, end: 5 });
    expect([(await buffer(stream)).toString(), size]).toEqual(['345', 10]);
    for (const range of [
      { start: 5, end: 10 },
      { start: 10, end: 11 },
      { start: 4, end: 3 },
      { start: -1, end: 2 },
    ])
      await expect(storage.read(key, range)).rejects.toThrow();
  });

  test('is gone once removed, and removing again is harmless', async () => {
    const key = newMediaKey(1);
    await storage.put(key, Buffer.from('x'), plenty);
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.stat(key)).toBeUndefined();
    await expect(storage.read(key)).rejects.toHaveProperty('code', 'ERR_NO_FILE_FOUND');
    await expect(storage.read(key, { start: 0, end: 1 })).rejects.toHaveProperty('code', 'ERR_NO_FILE_FOUND');
  });

  test('is listed, page by page, with all of ours that are older than a moment', async () => {
    const keys = Array.from({ length: 5 }, () => newMediaKey(1));
    for (const key of keys) await storage.put(key, Buffer.from('x'), plenty);
    s3.objects.set('backups/of-somebody-else.tar', Buffer.from('x'));
    const listed = async (before: Date) => {
      const found: string[] = [];
      for await (const key of storage.list(before)) found.push(key);
      return found.sort();
    };
    expect(await listed(new Date(writtenAt.getTime() + 1))).toEqual(keys.sort());
    expect(await listed(writtenAt)).toEqual([]);
  });

  test('is reached by a name of ours only', async () => {
    for (const name of ['../other', 'a', '1/aa/x', '?uploads']) {
      await expect(storage.put(name, Buffer.from('x'), plenty)).rejects.toThrow('Not a media key');
      await expect(storage.read(name)).rejects.toThrow('Not a media key');
      await expect(storage.stat(name)).rejects.toThrow('Not a media key');
      await expect(storage.remove(name)).rejects.toThrow('Not a media key');
    }
    expect(s3.requests).toEqual([]);
  });
});

describe('a put that fails leaves nothing', () => {
  test('when the file is too large, small or in parts', async () => {
    await expect(storage.put(newMediaKey(1), Buffer.alloc(11), { limitBytes: 10 })).rejects.toHaveProperty('code', 'ERR_TOO_LARGE');
    const source = inPieces(Buffer.alloc(30 * mebibyte), mebibyte);
    await expect(storage.put(newMediaKey(1), source, { limitBytes: 20 * mebibyte })).rejects.toHaveProperty('code', 'ERR_TOO_LARGE');
    expect(source.destroyed).toBe(true);
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  test('when the sender goes away', async () => {
    const source = new PassThrough({ highWaterMark: 20 * mebibyte });
    source.write(Buffer.alloc(9 * mebibyte));
    const outcome = expect(storage.put(newMediaKey(1), source, plenty)).rejects.toThrow();
    await sleep(100);
    source.destroy();
    await outcome;
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  test('when the store is full, and says so', async () => {
    s3.failures.push({ method: 'PUT', times: 9, status: 507, code: 'XMinioStorageFull' });
    await expect(storage.put(newMediaKey(1), Buffer.from('x'), plenty)).rejects.toHaveProperty('code', 'ERR_NO_SPACE');
    await expect(storage.put(newMediaKey(1), Buffer.alloc(9 * mebibyte), plenty)).rejects.toHaveProperty('code', 'ERR_NO_SPACE');
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });
});

test('a hiccup of the store is tried again', async () => {
  s3.failures.push({ method: 'PUT', times: 1, status: 503, code: 'SlowDown' });
  const key = newMediaKey(1);
  await storage.put(key, Buffer.from('x'), plenty);
  expect(s3.objects.get(key)?.toString()).toBe('x');
});

test('a wrong bucket is a fault, not an absent file', async () => {
  const astray = await openStorage({ folder: '/nowhere', s3: settings('other') });
  await expect(astray.read(newMediaKey(1))).rejects.toHaveProperty('name', 'NoSuchBucket');
});

test('sweeping clears away uploads of ours that were left a day ago, and no others', async () => {
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  s3.uploads.set('old', { key: newMediaKey(1), parts: new Map(), initiated: longAgo });
  s3.uploads.set('young', { key: newMediaKey(1), parts: new Map(), initiated: new Date() });
  s3.uploads.set('foreign', { key: 'backups/db', parts: new Map(), initiated: longAgo });
  expect(await storage.sweep(new Date())).toBe(1);
  expect([...s3.uploads.keys()]).toEqual(['young', 'foreign']);
});
