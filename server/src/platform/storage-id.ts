import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno, syncFolder } from './durable.ts';
import type { S3Settings } from './storage-s3.ts';

const file = '.storage-id';
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
  const text = await readFile(join(folder, file), 'utf8').catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  });
  return text !== undefined && shape.test(text) ? text : undefined;
}

/** Appears whole or not at all, and once: of two nodes that start side by side the later one reads what the first has written. */
async function makeId(folder: string): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const aside = join(folder, `.new-${id}`);
  try {
    const handle = await open(aside, 'wx', 0o600);
    try {
      await handle.writeFile(id);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(aside, join(folder, file)).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
    await syncFolder(folder);
  } finally {
    await rm(aside, { force: true });
  }
  const kept = await readId(folder);
  if (kept === undefined) throw new Error(`${join(folder, file)} does not hold what Prosa writes there: remove it`);
  return kept;
}
