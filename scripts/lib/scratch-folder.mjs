import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what the tests were seen to use; whoever has less keeps its memory. */
const ROOM = 6 * 1024 ** 3;

/**
 * A folder for all temporary files of a run of tests, most of all databases: hundreds are made of a thousand files each, and gone again
 * seconds later. In memory that costs half the processor time it costs on a disk, and nothing is written that nobody reads.
 */
export async function makeScratchFolder() {
  const inMemory = await hasRoom();
  if (inMemory) await sweep();
  const folder = await mkdtemp(join(inMemory ? MEMORY : tmpdir(), `prosa-test-${process.pid}-`));
  // As the folder it stands for: PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o1777);
  return folder;
}

async function hasRoom() {
  if (process.platform !== 'linux' || process.availableMemory() < ROOM) return false;
  const info = await statfs(MEMORY).catch(() => undefined);
  return info !== undefined && info.bavail * info.bsize >= ROOM;
}

/** What killed runs left would stay in memory until the machine starts anew. */
async function sweep() {
  for (const name of await readdir(MEMORY)) {
    const pid = Number(/^prosa-test-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await rm(join(MEMORY, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
