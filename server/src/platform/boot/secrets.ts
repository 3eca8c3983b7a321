import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { constants, link, mkdir, open, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno, syncFolder } from '../durable.ts';
import { StartupError } from './startup-error.ts';

export type Secrets = {
  /** Identifies the current master key without revealing it; stored with sealed data to check at boot that the key is the right one. */
  keyId: string;
  /** The context says where the secret lives (table, column, id), so that a sealed value moved elsewhere does not open. */
  seal(plain: string | Buffer, context: string): string;
  open(sealed: string, context: string): string;
  openBytes(sealed: string, context: string): Buffer;
  /** A keyed hash, so that a stolen table can not be brute-forced. */
  hash(text: string): string;
  derive(purpose: string): Buffer;
};

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

type KeySource = {
  masterKey?: string | undefined;
  /** The key that was replaced, while values sealed with it may still exist. */
  previousKey?: string | undefined;
  file: string;
  /** Whether sealed data may exist: then a missing key is never replaced by a new one. */
  servedBefore?: () => Promise<boolean>;
};

type MasterKey = { id: string; derive(purpose: string): Buffer };

/** Values are sealed with the current key and opened with the one that they name. There is a previous key during a rotation alone. */
export type KeyRing = { current: MasterKey; previous: MasterKey | undefined };

export const previousFileOf = (file: string): string => `${file}.previous`;

/** The keys come from the environment, else from files. The first master key file is made on first use. */
export async function openKeyRing(from: KeySource): Promise<KeyRing> {
  if (from.masterKey !== undefined)
    return ringOf(keyFromText(from.masterKey), from.previousKey === undefined ? undefined : keyFromText(from.previousKey));
  if (from.previousKey !== undefined) throw new StartupError('MASTER_KEY_PREVIOUS is for installations that set MASTER_KEY: set both');
  const found = await readKey(from.file);
  if (found) return ringOf(found, await readKey(previousFileOf(from.file)));
  if (await from.servedBefore?.())
    throw new StartupError(
      `The master key ${from.file} is gone, and what is stored was sealed with it: ` +
        'bring the file back from a backup, or set MASTER_KEY to the same key',
    );
  return ringOf(await makeKey(from.file), undefined);
}

export const openSecrets = async (from: KeySource): Promise<Secrets> => secretsOf(await openKeyRing(from));

/** A rotation that was interrupted early has stored the same key twice. */
function ringOf(current: Buffer, previous: Buffer | undefined): KeyRing {
  const isOther = previous !== undefined && !previous.equals(current);
  return { current: masterKeyOf(current), previous: isOther ? masterKeyOf(previous) : undefined };
}

function masterKeyOf(master: Buffer): MasterKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'prosa', purpose, keyBytes));
  return { id: derive('key id').toString('hex', 0, 4), derive };
}

export const keysOf = ({ current, previous }: KeyRing): MasterKey[] => (previous ? [current, previous] : [current]);

/** Encryption context of the hash key in `platform_facts`. */
export const hashKeyContext = 'platform_facts.hash-key';

/**
 * Hashed numbers can not be hashed again, so the hash key outlives rotations: it belongs to the first master key. A rotation stores
 * it sealed; before the first one it is derived from the key that the database was made with.
 */
export function findHashKey(ring: KeyRing, stored: { keyId: string; hashKey: string | undefined }): Buffer {
  if (stored.hashKey !== undefined) return secretsOf(ring).openBytes(stored.hashKey, hashKeyContext);
  const first = keysOf(ring).find(({ id }) => id === stored.keyId) ?? ring.current;
  return first.derive('hash');
}

export function secretsOf(ring: KeyRing, hashKey = ring.current.derive('hash')): Secrets {
  const { id: keyId, derive } = ring.current;
  const sealKeys = new Map(keysOf(ring).map((key) => [key.id, key.derive('seal')]));
  // One key per context: the number of random nonces that one GCM key may see is limited.
  const keyFor = (id: string, context: string) => {
    const sealKey = sealKeys.get(id);
    if (!sealKey) throw new Error(`The secret was sealed under another master key (${id}, ours is ${keyId})`);
    return createHmac('sha256', sealKey).update(context).digest();
  };
  const openBytes = (sealed: string, context: string) => unseal(sealed, (id) => keyFor(id, context), context);
  return {
    keyId,
    seal: (plain, context) => `${version}.${keyId}.${encrypt(plain, keyFor(keyId, context), context)}`,
    open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    openBytes,
    hash: (text) => createHmac('sha256', hashKey).update(text).digest('hex'),
    derive: (purpose) => derive(`for ${purpose}`),
  };
}

function encrypt(plain: string | Buffer, key: Buffer, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = [cipher.update(Buffer.from(plain)), cipher.final()];
  return Buffer.concat([nonce, ...body, cipher.getAuthTag()]).toString('base64url');
}

function unseal(sealed: string, keyFor: (id: string) => Buffer, context: string): Buffer {
  const [prefix, sealedUnder = '', body = '', ...rest] = sealed.split('.');
  if (prefix !== version || rest.length > 0) throw new Error('This is not a sealed secret');
  const key = keyFor(sealedUnder);
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new Error('The sealed secret is cut short');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

function keyFromText(text: string): Buffer {
  const given = text.trim();
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex');
  if (/^[\w+/-]{43}=?$/.test(given)) return Buffer.from(given, 'base64');
  if (given.length < keyBytes) {
    throw new StartupError('MASTER_KEY is too short: give 32 random bytes in hex or base64, or a passphrase of at least 32 characters');
  }
  return scryptSync(given, 'prosa master key', keyBytes);
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw new StartupError(`The master key ${file} can not be read: ${String(error)}`);
  });
  if (handle === undefined) return undefined;
  try {
    const { mode } = await handle.stat();
    // Systems without user ids have no such modes either.
    if (process.getuid !== undefined && (mode & 0o077) !== 0) {
      throw new StartupError(`The master key ${file} can be read by others: allow its owner only (chmod 600)`);
    }
    const key = await handle.readFile();
    if (key.length !== keyBytes)
      throw new StartupError(`The master key ${file} has ${key.length} bytes instead of ${keyBytes}: restore it from a backup`);
    return key;
  } finally {
    await handle.close();
  }
}

/** Linked into place whole: of two starters one wins, and both then read the winner's key. */
async function makeKey(file: string): Promise<Buffer> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(keyBytes));
    await handle.sync();
    await link(temporary, file).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
  } finally {
    await handle.close();
    await unlink(temporary);
  }
  await syncFolder(folder);
  const key = await readKey(file);
  if (key === undefined) throw new StartupError(`The master key ${file} vanished while it was being made`);
  return key;
}

/** Replaces a key file whole: after a crash it is the old one or the new one. */
export async function writeKeyFile(file: string, key: Buffer): Promise<void> {
  const aside = `${file}.new`;
  await writeFile(aside, key, { mode: 0o600, flush: true });
  await rename(aside, file);
  await syncFolder(dirname(file));
}
