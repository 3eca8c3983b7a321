import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const mounted: string[] = [];

/** A small file system of its own in a folder of ours, where the system lets us make one. */
export async function mount(parent: string, ...options: string[]): Promise<string | undefined> {
  const folder = join(parent, 'mounted');
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mounted.push(folder);
  return folder;
}

/** Once nothing runs there any more; before the folders themselves are removed. */
export function unmountAll(): void {
  for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder]);
}
