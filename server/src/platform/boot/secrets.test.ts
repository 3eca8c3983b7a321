import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findHashKey, hashKeyContext, openKeyRing, openSecrets, secretsOf } from './secrets.ts';
import { StartupError } from './startup-error.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-secrets-'));
  file = join(folder, 'data', 'master.key');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the master key', () => {
  test('is made on first use, for its owner only, and found again', async () => {
    const first = await openSecrets({ file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file)).toHaveLength(32);
    const sealed = first.seal('psp-secret', 'settings.value.7');
    expect((await openSecrets({ file })).open(sealed, 'settings.value.7')).toBe('psp-secret');
  });

  test('is one and the same for many that start at once, and no temporary file stays', async () => {
    const starters = await Promise.all(Array.from({ length: 20 }, () => openSecrets({ file })));
    expect(new Set(starters.map((secrets) => secrets.keyId)).size).toBe(1);
    expect(await readdir(join(folder, 'data'))).toEqual(['master.key']);
  });

  test.each([0o640, 0o604, 0o666])('with mode %o stops the start', async (mode) => {
    await openSecrets({ file });
    await chmod(file, mode);
    await expect(openSecrets({ file })).rejects.toThrow(StartupError);
  });

  test.each([0, 31, 33])('of %i bytes stops the start and is left as it was', async (length) => {
    const cut = join(folder, 'cut.key');
    await writeFile(cut, Buffer.alloc(length), { mode: 0o600 });
    await expect(openSecrets({ file: cut })).rejects.toThrow(StartupError);
    expect(await readFile(cut)).toHaveLength(length);
  });

  test('is not read through a symbolic link', async () => {
    await openSecrets({ file });
    await symlink(file, join(folder, 'link.key'));
    await expect(openSecrets({ file: join(folder, 'link.key') })).rejects.toThrow(StartupError);
  });

  test('may come from the environment as hex, base64 or a long passphrase, and then no file is made', async () => {
    const bytes = Buffer.alloc(32, 7);
    const fromHex = await openSecrets({ masterKey: bytes.toString('hex'), file });
    const fromBase64 = await openSecrets({ masterKey: `${bytes.toString('base64')}\n`, file });
    const fromWords = await openSecrets({ masterKey: 'correct horse battery staple and one more word', file });
    expect(fromBase64.keyId).toBe(fromHex.keyId);
    expect(fromWords.keyId).not.toBe(fromHex.keyId);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each(['', 'secret', 'a'.repeat(31)])('given as %j is too short and stops the start', async (masterKey) => {
    await expect(openSecrets({ masterKey, file })).rejects.toThrow(StartupError);
  });
});

describe('a sealed secret', () => {
  const masterKey = 'ab'.repeat(32);

  test('opens to what was sealed, texts and bytes alike', async () => {
    const secrets = await openSecrets({ masterKey, file });
    const bytes = Buffer.from([0, 255, 254, 128]);
    expect(secrets.open(secrets.seal('ação 🔑', 'a'), 'a')).toBe('ação 🔑');
    expect(secrets.open(secrets.seal('', 'a'), 'a')).toBe('');
    expect(secrets.openBytes(secrets.seal(bytes, 'a'), 'a')).toEqual(bytes);
  });

  test('looks different each time', async () => {
    const secrets = await openSecrets({ masterKey, file });
    expect(secrets.seal('same', 'a')).not.toBe(secrets.seal('same', 'a'));
  });

  test('does not open in another place, under another key, or altered anywhere', async () => {
    const secrets = await openSecrets({ masterKey, file });
    const sealed = secrets.seal('token', 'whatsapps.token.1');
    expect(() => secrets.open(sealed, 'whatsapps.token.2')).toThrow();
    const others = await openSecrets({ masterKey: 'cd'.repeat(32), file });
    expect(() => others.open(sealed, 'whatsapps.token.1')).toThrow(/another master key/);
    const body = sealed.lastIndexOf('.') + 1;
    const bytes = Buffer.from(sealed.slice(body), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const bent = Buffer.from(bytes);
      bent.writeUInt8(bent.readUInt8(at) ^ 1, at);
      expect(() => secrets.open(sealed.slice(0, body) + bent.toString('base64url'), 'whatsapps.token.1')).toThrow();
      const cut = bytes.subarray(0, at).toString('base64url');
      expect(() => secrets.open(sealed.slice(0, body) + cut, 'whatsapps.token.1')).toThrow();
    }
    for (const nonsense of ['', '.', 'v1', `v2${sealed.slice(2)}`, `${sealed}.x`])
      expect(() => secrets.open(nonsense, 'whatsapps.token.1')).toThrow();
  });
});

describe('a ring of two keys', () => {
  const [oldKey, newKey] = ['ab'.repeat(32), 'cd'.repeat(32)];

  test('seals with the current key, opens with the key that a value names, and refuses others', async () => {
    const [old, other] = [await openSecrets({ masterKey: oldKey, file }), await openSecrets({ masterKey: 'ef'.repeat(32), file })];
    const both = await openSecrets({ masterKey: newKey, previousKey: oldKey, file });
    expect(both.open(old.seal('token', 'a'), 'a')).toBe('token');
    expect((await openSecrets({ masterKey: newKey, file })).open(both.seal('token', 'a'), 'a')).toBe('token');
    expect(() => both.open(other.seal('token', 'a'), 'a')).toThrow(/another master key/);
  });

  test('keeps the hash key of the first master key, derived before a rotation and stored after it', async () => {
    const old = await openSecrets({ masterKey: oldKey, file });
    const ring = await openKeyRing({ masterKey: newKey, previousKey: oldKey, file });
    const derived = findHashKey(ring, { keyId: old.keyId, hashKey: undefined });
    const sealed = secretsOf(ring).seal(derived, hashKeyContext);
    const alone = await openKeyRing({ masterKey: newKey, file });
    const stored = findHashKey(alone, { keyId: alone.current.id, hashKey: sealed });
    expect(secretsOf(ring, derived).hash('token')).toBe(old.hash('token'));
    expect(secretsOf(alone, stored).hash('token')).toBe(old.hash('token'));
  });
});

describe('keys and hashes made from the master key', () => {
  test('are the same for the same purpose, different for others, and do not reach the inner keys', async () => {
    const secrets = await openSecrets({ masterKey: 'ab'.repeat(32), file });
    expect(secrets.derive('media')).toHaveLength(32);
    expect(secrets.derive('media')).toEqual(secrets.derive('media'));
    expect(secrets.derive('media')).not.toEqual(secrets.derive('sessions'));
    expect(secrets.derive('key id').toString('hex')).not.toMatch(new RegExp(`^${secrets.keyId}`));
    const others = await openSecrets({ masterKey: 'cd'.repeat(32), file });
    expect(secrets.hash('token')).toBe(secrets.hash('token'));
    expect(secrets.hash('token')).not.toBe(others.hash('token'));
    expect(secrets.hash('token')).toMatch(/^[0-9a-f]{64}$/);
  });
});
