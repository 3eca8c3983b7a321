import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as closeTogether, Readable, Transform, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { errorCode, StartupError } from '../platform/boot/startup-error.ts';
import { isErrno, syncFolder } from '../platform/durable.ts';
import { type BackupFile, format, Header, Manifest } from './manifest.ts';
import { keyOf, newSealing, opening, sealing } from './sealed-stream.ts';

const pieceBytes = 256 * 1024;
const headerFile = 'backup.json';
const manifestFile = 'manifest.json';

/** Writes a backup folder: files are added, and the manifest completes it. */
export type ArchiveWriter = {
  add(path: string, source: Readable | Buffer, options?: { packed?: boolean }): Promise<BackupFile>;
  finish(manifest: Manifest): Promise<void>;
};

export async function createArchive(folder: string, passphrase: string | undefined): Promise<ArchiveWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const header: Header = { product: 'prosa', format, sealing: passphrase === undefined ? null : newSealing() };
  const key = passphrase !== undefined && header.sealing ? keyOf(passphrase, header.sealing) : undefined;
  const folders = new Set([folder]);
  const add: ArchiveWriter['add'] = async (path, source, { packed = false } = {}) => {
    const parent = dirname(join(folder, path));
    if (!folders.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 });
    folders.add(parent);
    const through = [
      ...(packed ? [createGzip({ level: constants.Z_BEST_SPEED, chunkSize: pieceBytes })] : []),
      ...(key ? [sealing(key, path)] : []),
    ];
    return write(folder, path, source, through);
  };
  await write(folder, headerFile, Buffer.from(JSON.stringify(header)), []);
  return {
    add,
    async finish(manifest) {
      await add(manifestFile, Buffer.from(JSON.stringify(manifest, undefined, 1)));
      for (const each of folders) await syncFolder(each);
    },
  };
}

async function write(folder: string, path: string, source: Readable | Buffer, through: Transform[]): Promise<BackupFile> {
  const digest = createHash('sha256');
  let bytes = 0;
  const file = await open(join(folder, path), 'wx', 0o600);
  try {
    const end = new Writable({
      write(piece: Buffer, _encoding, done) {
        digest.update(piece);
        bytes += piece.length;
        file.writeFile(piece).then(() => done(), done);
      },
    });
    await pipeline([Buffer.isBuffer(source) ? Readable.from([source]) : source, ...through, end]);
    await file.sync();
  } finally {
    await file.close();
  }
  return { path, bytes, sha256: digest.digest('hex') };
}

/** An existing backup. Files are verified against the manifest while they are read. */
export type Archive = {
  folder: string;
  sealed: boolean;
  manifest: Manifest;
  read(kept: BackupFile, options?: { packed?: boolean }): Readable;
  /** Verifies the file's checksum without decrypting it. */
  check(kept: BackupFile): Promise<boolean>;
};

export async function openArchive(folder: string, passphrase: string | undefined): Promise<Archive> {
  const header = Header.safeParse(await readJson(folder, headerFile));
  if (!header.success) throw new StartupError(`${folder} is not a backup that this version can read: ${header.error.issues[0]?.message}`);
  const { sealing: sealed } = header.data;
  if (sealed && passphrase === undefined)
    throw new StartupError('This backup is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with');
  // An attacker who can write to the folder of backups must not be able to plant one of their own.
  if (!sealed && passphrase !== undefined)
    throw new StartupError(
      'This backup is not encrypted although a passphrase is set: set BACKUP_ENCRYPTION=off if you know that it is yours',
    );
  const key = sealed && passphrase !== undefined ? keyOf(passphrase, sealed) : undefined;
  const openFile = (path: string) => (key ? [opening(key, path)] : []);
  if (!(await stat(join(folder, manifestFile)).catch(() => undefined)))
    throw new StartupError(`${folder} has no manifest: the backup was not finished`);
  const text = await buffer(pipeAll([createReadStream(join(folder, manifestFile)), ...openFile(manifestFile)])).catch((error: unknown) => {
    throw new StartupError(error instanceof Error ? error.message : 'The manifest can not be read');
  });
  const manifest = Manifest.parse(JSON.parse(text.toString('utf8')));
  return {
    folder,
    sealed: sealed !== null,
    manifest,
    read: (kept, { packed = false } = {}) => {
      const chain: Chain = [createReadStream(join(folder, kept.path)), verifying(kept), ...openFile(kept.path)];
      return packed ? Readable.from(unpacked(chain, kept.path)) : pipeAll(chain);
    },
    check: (kept) =>
      pipeline(createReadStream(join(folder, kept.path)), verifying(kept), async (pieces) => {
        for await (const _ of pieces);
      }).then(
        () => true,
        () => false,
      ),
  };
}

async function readJson(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) throw new StartupError(`There is no backup in ${folder}`);
    throw error;
  }
}

type Chain = [Readable, ...Transform[]];

/** The end of a chain of streams; a failure anywhere is a failure of the end. */
function pipeAll([first, ...rest]: Chain): Readable {
  const last = rest.at(-1);
  if (last === undefined) return first;
  // The reader of the last stream gets the error; this only closes all streams.
  closeTogether([first, ...rest], () => undefined);
  return last;
}

/** A damaged file may fail to decompress before its checksum is compared: report it the same way. */
async function* unpacked(chain: Chain, path: string): AsyncGenerator<Buffer> {
  try {
    yield* pipeAll([...chain, createGunzip({ chunkSize: pieceBytes })]);
  } catch (error) {
    throw error instanceof StartupError || !errorCode(error)?.startsWith('Z_') ? error : damaged(path);
  }
}

const damaged = (path: string) => new StartupError(`${path} of the backup is not as it was written: the backup is damaged`);

function verifying({ path, bytes, sha256 }: BackupFile): Transform {
  const digest = createHash('sha256');
  let length = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      digest.update(piece);
      length += piece.length;
      done(null, piece);
    },
    flush(done) {
      if (length === bytes && digest.digest('hex') === sha256) return done();
      done(damaged(path));
    },
  });
}
