import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { constants, link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno, syncFolder } from '../durable.ts';
import { StartupError } from './startup-error.ts';

export type Secrets = {
  /** Identifies the master key without revealing it; stored with sealed data to check at boot that the key is the right one. */
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
  file: string;
  /** Whether sealed data may exist: then a missing key is never replaced by a new one. */
  servedBefore?: () => Promise<boolean>;
};

/** The master key comes from the environment, else from a file that is made on first use. */
export async function openSecrets(from: KeySource): Promise<Secrets> {
  if (from.masterKey !== undefined) return secretsUnder(keyFromText(from.masterKey));
  const found = await readKey(from.file);
  if (found) return secretsUnder(found);
  if (await from.servedBefore?.())
    throw new StartupError(
      `The master key ${from.file} is gone, and what is stored was sealed with it: ` +
        'bring the file back from a backup, or set MASTER_KEY to the same key',
    );
  return secretsUnder(await makeKey(from.file));
}

function secretsUnder(master: Buffer): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'prosa', purpose, keyBytes));
  const sealKey = derive('seal');
  const hashKey = derive('hash');
  const keyId = derive('key id').toString('hex', 0, 4);
  // One key per context: the number of random nonces that one GCM key may see is limited.
  const keyFor = (context: string) => createHmac('sha256', sealKey).update(context).digest();
  const openBytes = (sealed: string, context: string) => unseal(sealed, keyId, keyFor(context), context);
  return {
    keyId,
    seal: (plain, context) => `${version}.${keyId}.${encrypt(plain, keyFor(context), context)}`,
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

function unseal(sealed: string, keyId: string, key: Buffer, context: string): Buffer {
  const [prefix, sealedUnder, body = '', ...rest] = sealed.split('.');
  if (prefix !== version || rest.length > 0) throw new Error('This is not a sealed secret');
  if (sealedUnder !== keyId) throw new Error(`The secret was sealed under another master key (${sealedUnder}, ours is ${keyId})`);
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
