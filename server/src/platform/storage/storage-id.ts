import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno, syncFolder } from '../durable.ts';
import type { S3Settings } from './storage-s3.ts';

/** A folder with an empty folder in it, whose name is the number: whoever lists or copies files meets none that is not a customer's. */
const marker = '.storage';
const shape = /^[0-9a-f]{32}$/;

/**
 * What tells one store of files from another: the bucket's name, or a number that lies in the folder itself, so that nodes which see
 * the same folder, wherever it is mounted, read the same.
 */
export async function storageId(options: { folder: string; s3?: S3Settings | undefined }): Promise<string> {
  if (options.s3 !== undefined) return `bucket ${options.s3.bucket}`;
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return `folder ${(await readId(folder)) ?? (await makeId(folder))}`;
}

async function readId(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, marker)).catch((error: unknown): string[] => {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  });
  return names.find((name) => shape.test(name));
}

/** Appears whole or not at all, and once: of two nodes that start side by side the later one reads what the first has made. */
async function makeId(folder: string): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const aside = join(folder, `${marker}-${id}`);
  try {
    await mkdir(join(aside, id), { recursive: true, mode: 0o700 });
    // Onto a folder that holds something nothing can be moved.
    await rename(aside, join(folder, marker)).catch((error: unknown) => {
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
    await syncFolder(folder);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  const kept = await readId(folder);
  if (kept === undefined) throw new Error(`${join(folder, marker)} does not hold what Prosa puts there: remove it`);
  return kept;
}
