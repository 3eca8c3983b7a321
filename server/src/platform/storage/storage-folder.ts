import { randomBytes } from 'node:crypto';
import { constants, type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isErrno, syncFolder } from '../durable.ts';
import { refuse } from '../errors.ts';
import { type ByteRange, checkMediaKey, checkRange, isMediaKey, meter, type Storage } from './storage.ts';

const temporaryFolder = '.temporary';
const orphanAge = 60 * 60 * 1000;

export async function openFolderStorage(options: { folder: string; spareBytes?: number }): Promise<Storage> {
  await mkdir(join(options.folder, temporaryFolder), { recursive: true, mode: 0o700 });
  const root = await realpath(options.folder);
  return {
    put: async (key, source, { limitBytes }) => put(root, checkMediaKey(key), source, limitBytes, options.spareBytes),
    read: async (key, range) => read(root, checkMediaKey(key), range),
    async stat(key) {
      const file = await inside(root, checkMediaKey(key));
      const found = file === undefined ? undefined : await undefinedIfMissing(lstat(file));
      return found?.isFile() ? { size: found.size } : undefined;
    },
    async remove(key) {
      const file = await inside(root, checkMediaKey(key));
      if (file !== undefined) await undefinedIfMissing(unlink(file));
    },
    list: (before, companyId) => list(root, before.getTime(), companyId),
    sweep: (now) => sweep(join(root, temporaryFolder), now.getTime() - orphanAge),
  };
}

/** Written to a temporary file, synced, then renamed: after a crash there is the whole file or none. */
async function put(root: string, key: string, source: Readable | Buffer, limitBytes: number, spareBytes: number | undefined) {
  const temporary = join(root, temporaryFolder, randomBytes(16).toString('hex'));
  try {
    await assertFreeSpace(root, spareBytes);
    const metered = meter(source, limitBytes);
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
    try {
      for await (const bytes of metered.chunks) await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const folder = await makeFolder(root, key);
    await rename(temporary, join(root, key));
    await syncFolder(folder);
    return metered.result();
  } catch (error) {
    if (!Buffer.isBuffer(source)) source.destroy();
    await rm(temporary, { force: true });
    if (isErrno(error, 'ENOSPC', 'EDQUOT')) refuse('ERR_NO_SPACE');
    throw error;
  }
}

/** Uploads leave room for the database: unless told otherwise a twentieth of the disk, at most a gibibyte. */
async function assertFreeSpace(root: string, spareBytes: number | undefined): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(root);
  if (bavail * bsize < (spareBytes ?? Math.min(2 ** 30, (blocks * bsize) / 20))) refuse('ERR_NO_SPACE');
}

async function makeFolder(root: string, key: string): Promise<string> {
  let folder = root;
  for (const name of dirname(key).split('/')) {
    const parent = folder;
    folder = join(parent, name);
    const made = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      (error: unknown) => {
        if (isErrno(error, 'EEXIST')) return false;
        throw error;
      },
    );
    if (made) await syncFolder(parent);
    else if (!(await lstat(folder)).isDirectory()) throw new Error('A folder of the media store is something else');
  }
  return folder;
}

async function read(root: string, key: string, range: ByteRange | undefined): Promise<{ stream: Readable; size: number }> {
  const file = (await inside(root, key)) ?? refuse('ERR_NO_FILE_FOUND');
  const handle = (await undefinedIfMissing(open(file, constants.O_RDONLY | constants.O_NOFOLLOW))) ?? refuse('ERR_NO_FILE_FOUND');
  try {
    const size = await sizeOf(handle);
    if (range !== undefined) checkRange(range, size);
    return { stream: handle.createReadStream({ ...range, autoClose: true }), size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function sizeOf(handle: FileHandle): Promise<number> {
  const found = await handle.stat();
  return found.isFile() ? found.size : refuse('ERR_NO_FILE_FOUND');
}

/** The file's path, or undefined when a folder on the way is absent or a link that leads elsewhere. */
async function inside(root: string, key: string): Promise<string | undefined> {
  const folder = join(root, dirname(key));
  const real = await undefinedIfMissing(realpath(folder));
  return real === folder ? join(root, key) : undefined;
}

/** A link in the place of a file counts as absence. */
async function undefinedIfMissing<T>(looking: Promise<T>): Promise<T | undefined> {
  return looking.catch((error: unknown) => {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return undefined;
    throw error;
  });
}

/** Company by company, shelf by shelf; what is not a name of ours is not looked at. */
async function* list(root: string, before: number, companyId: number | undefined): AsyncGenerator<string> {
  for (const company of companyId === undefined ? await readdir(root) : [String(companyId)]) {
    for (const shelf of company.startsWith('.') ? [] : await namesIn(join(root, company))) {
      for (const name of await namesIn(join(root, company, shelf))) {
        const key = `${company}/${shelf}/${name}`;
        const found = isMediaKey(key) ? await undefinedIfMissing(lstat(join(root, key))) : undefined;
        if (found?.isFile() && found.mtimeMs < before) yield key;
      }
    }
  }
}

const namesIn = async (folder: string) => (await undefinedIfMissing(readdir(folder))) ?? [];

async function sweep(folder: string, before: number): Promise<number> {
  let swept = 0;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await undefinedIfMissing(lstat(file));
    // A file still being written is young: writing renews its time.
    if (found === undefined || found.mtimeMs > before) continue;
    await rm(file, { force: true, recursive: true });
    swept += 1;
  }
  return swept;
}
