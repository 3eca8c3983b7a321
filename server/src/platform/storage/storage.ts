import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Readable } from 'node:stream';
import { refuse } from '../errors.ts';

/** Both ends are included, as in HTTP. */
export type ByteRange = { start: number; end: number };

/** File storage. Writes are atomic, and untrusted names never become paths. */
export type Storage = {
  /** Refuses with ERR_TOO_LARGE beyond the limit and with ERR_NO_SPACE when the store is full; safe to repeat. */
  put(key: string, source: Readable | Buffer, options: { limitBytes: number }): Promise<{ size: number; sha256: string }>;
  /** `size` is that of the whole file, also when a range is read. Refuses with ERR_NO_FILE_FOUND. */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  stat(key: string): Promise<{ size: number } | undefined>;
  /** Safe to repeat. */
  remove(key: string): Promise<void>;
  /** Every file that was stored before this time, or those of one company, in no order. */
  list(before: Date, companyId?: number): AsyncIterable<string>;
  /** Removes what interrupted puts have left behind long enough ago, and says how much it was. */
  sweep(now: Date): Promise<number>;
};

const keyShape = /^[1-9]\d{0,15}\/[0-9a-f]{2}\/[0-9A-HJKMNP-TV-Z]{26}$/;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new name that can not be guessed, under its company. */
export function newMediaKey(companyId: number): string {
  const id = Array.from(randomBytes(26), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  const shelf = randomInt(256).toString(16).padStart(2, '0');
  return checkMediaKey(`${companyId}/${shelf}/${id}`);
}

export function isMediaKey(key: string): boolean {
  return keyShape.test(key);
}

/** Every access passes this check: a malformed key is an error, never a path. */
export function checkMediaKey(key: string): string {
  if (!isMediaKey(key)) throw new Error('Not a media key');
  return key;
}

export function companyOfMediaKey(key: string): number {
  return Number(checkMediaKey(key).split('/', 1)[0]);
}

export function checkRange({ start, end }: ByteRange, size: number): void {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end < size)) {
    throw new RangeError(`Bytes ${start} to ${end} of ${size} can not be read`);
  }
}

export type Meter = { chunks: AsyncGenerator<Buffer>; result(): { size: number; sha256: string } };

/** Passes bytes on while it counts and hashes them, and refuses as soon as there are too many. */
export function meter(source: Readable | Buffer, limitBytes: number): Meter {
  const digest = createHash('sha256');
  let size = 0;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of Buffer.isBuffer(source) ? [source] : source) {
      const bytes = bytesOf(chunk);
      size += bytes.length;
      if (size > limitBytes) refuse('ERR_TOO_LARGE');
      digest.update(bytes);
      yield bytes;
    }
  };
  return { chunks: chunks(), result: () => ({ size, sha256: digest.digest('hex') }) };
}

export function bytesOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array || typeof chunk === 'string') return Buffer.from(chunk);
  throw new TypeError('A file is made of bytes');
}
