import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { root } from './run.mjs';

/** One value for the names and contents of files and folders; what does not exist counts as absent. */
export async function fingerprint(paths, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const path of paths) {
    for (const file of (await filesIn(join(root, path))).sort()) {
      hash.update(`\0${relative(root, file).split(sep).join('/')}\0`);
      hash.update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesIn(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries === undefined) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** The value a finished piece of work was stamped with, or undefined. */
export async function readStamp(path) {
  return await readFile(path, 'utf8').catch(() => undefined);
}
