import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const chunkBytes = 256 * 1024;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

/** Parameters of the key derivation; stored unencrypted beside the sealed files. */
export type Sealing = { salt: string; cost: number };

export const newSealing = (): Sealing => ({ salt: randomBytes(16).toString('hex'), cost: 2 ** 15 });

export function keyOf(passphrase: string, { salt, cost }: Sealing): Buffer {
  return scryptSync(passphrase, Buffer.from(salt, 'hex'), 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 });
}

/** Each file has its own key, derived from its path, so that swapped files do not decrypt. */
const keyOfFile = (key: Buffer, path: string) => Buffer.from(hkdfSync('sha256', key, 'prosa backup', path, 32));

/** Counts the chunks and marks the last, so that none can be left out, repeated, moved or cut off. */
function nonceOf(place: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(last ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(place), 4);
  return nonce;
}

/** Cuts a stream into chunks of one size; `each` is told which is the last, and there always is one, be it empty. */
class Chunked extends Transform {
  readonly #size: number;
  readonly #each: (chunk: Buffer, place: number, last: boolean) => Buffer;
  #waiting: Buffer[] = [];
  #length = 0;
  #place = 0;

  constructor(size: number, each: (chunk: Buffer, place: number, last: boolean) => Buffer) {
    super();
    this.#size = size;
    this.#each = each;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.#waiting.push(bytes);
      this.#length += bytes.length;
      // A full chunk may be the last, so it is held back until more data arrives.
      if (this.#length > this.#size) {
        const all = Buffer.concat(this.#waiting);
        let at = 0;
        for (; all.length - at > this.#size; at += this.#size)
          this.push(this.#each(all.subarray(at, at + this.#size), this.#place++, false));
        this.#waiting = [all.subarray(at)];
        this.#length = all.length - at;
      }
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('a chunk could not be read'));
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      done(null, this.#each(Buffer.concat(this.#waiting), this.#place, true));
    } catch (error) {
      done(error instanceof Error ? error : new Error('the last chunk could not be read'));
    }
  }
}

export function sealing(key: Buffer, path: string): Transform {
  const own = keyOfFile(key, path);
  return new Chunked(chunkBytes, (chunk, place, last) => {
    const seal = createCipheriv(cipher, own, nonceOf(place, last));
    return Buffer.concat([seal.update(chunk), seal.final(), seal.getAuthTag()]);
  });
}

export function opening(key: Buffer, path: string): Transform {
  const own = keyOfFile(key, path);
  return new Chunked(chunkBytes + tagBytes, (chunk, place, last) => {
    if (chunk.length < tagBytes) throw new Error(`${path} of the backup is cut short`);
    const open = createDecipheriv(cipher, own, nonceOf(place, last), { authTagLength: tagBytes }).setAuthTag(chunk.subarray(-tagBytes));
    try {
      return Buffer.concat([open.update(chunk.subarray(0, -tagBytes)), open.final()]);
    } catch {
      throw new Error(`${path} of the backup does not open: the passphrase is another, or the file was changed`);
    }
  });
}
