import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Stores the name of this process as a node, and returns that of the process that had the data folder before. The folder is locked, so
 * that one is gone, however it ended.
 */
export async function replaceNodeName(dataDir: string, node: string): Promise<string | undefined> {
  const file = join(dataDir, 'node-name');
  const previous = await readFile(file, 'utf8').catch(() => '');
  await writeFile(`${file}.new`, node, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return previous.trim() || undefined;
}
