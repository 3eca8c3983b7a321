import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, readlink, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from './processes.ts';
import { errorCode, StartupError } from './startup-error.ts';

/*
 * A lock that needs no help from the dead. The folder `.lock` holds numbered files; the highest number says who holds
 * the data folder. Whoever finds that holder gone links the next number into place, which only one of many can do.
 * The highest file is never removed (a release rewrites it as free), so the number only grows: someone who slept
 * between looking and linking finds a higher number afterwards and knows that he came too late. No lock is ever
 * deleted on the strength of an old look, which is where lock files with a single name go wrong.
 */

interface Holder {
  pid: number;
  /** Start time of the process: tells it from a later one with the same id. */
  start: string;
  /** Boot and process namespace within which `pid` means something. */
  world: string;
}

export interface DataDirLock {
  release(): Promise<void>;
}

const HEARTBEAT_MS = 2000;
const FOREIGN_WAIT_MS = 6500;
const LONG_SILENCE_MS = 300_000;

export async function lockDataDir(path: string): Promise<DataDirLock> {
  const folder = join(path, '.lock');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const self: Holder = { pid: process.pid, start: (await processStart(process.pid)) ?? '', world: await world() };
  for (;;) {
    const top = await highest(folder);
    if (top > 0) {
      const holder = await readHolder(join(folder, String(top)));
      if (holder === 'vanished') continue;
      if (holder !== 'free' && (await isHeld(folder, top, holder, self)))
        throw new StartupError(`DATA_DIR ${path} is in use by process ${holder.pid}`);
    }
    const mine = top + 1;
    if (!(await claim(folder, mine, self))) continue;
    if ((await highest(folder)) !== mine) {
      await rm(join(folder, String(mine)), { force: true });
      continue;
    }
    await sweep(folder, mine);
    return held(folder, mine);
  }
}

function held(folder: string, number: number): DataDirLock {
  const file = join(folder, String(number));
  // Read only by starters in another process namespace (containers sharing a volume), who can not ask about our pid.
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  let released: Promise<void> | undefined;
  return {
    release() {
      clearInterval(heartbeat);
      released ??= markFree(folder, file);
      return released;
    },
  };
}

async function markFree(folder: string, file: string): Promise<void> {
  // On a full disk the lock file stays; it names an ended process, so it blocks nobody.
  try {
    await rename(await writeAside(folder, 'free\n'), file);
  } catch {
    return;
  }
}

async function highest(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
  return Math.max(0, ...numbers);
}

async function readHolder(file: string): Promise<Holder | 'free' | 'vanished'> {
  try {
    const [pid, start, where] = (await readFile(file, 'utf8')).split('\n');
    // Files appear complete (link, rename); an unreadable one was cut short by a power failure: nobody holds it.
    if (pid === undefined || !/^\d+$/.test(pid) || start === undefined || where === undefined) return 'free';
    return { pid: Number(pid), start, world: where };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'vanished';
    throw error;
  }
}

async function isHeld(folder: string, number: number, holder: Holder, self: Holder): Promise<boolean> {
  if (holder.world === self.world) return (await processStart(holder.pid)) === holder.start;
  return await beats(join(folder, String(number)));
}

/** Whether the holder's heartbeat moves: compares the file with itself, so that no two clocks have to agree. */
async function beats(file: string): Promise<boolean> {
  const before = (await stat(file).catch(() => undefined))?.mtimeMs;
  // Left by a reboot or an old container: no need to wait for its heartbeat.
  if (before === undefined || Date.now() - before > LONG_SILENCE_MS) return false;
  const deadline = Date.now() + FOREIGN_WAIT_MS;
  while (Date.now() < deadline) {
    await sleep(250);
    const now = await stat(file).catch(() => undefined);
    if (now === undefined) return false;
    if (now.mtimeMs !== before) return true;
  }
  return false;
}

async function claim(folder: string, number: number, self: Holder): Promise<boolean> {
  const aside = await writeAside(folder, `${self.pid}\n${self.start}\n${self.world}\n`);
  try {
    await link(aside, join(folder, String(number)));
    return true;
  } catch (error) {
    // Another process took it or removed our file: check again.
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function writeAside(folder: string, text: string): Promise<string> {
  const path = join(folder, `new-${process.pid}-${randomBytes(6).toString('hex')}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

/** Removes what earlier holders left. Never the highest number, and only by its holder. */
async function sweep(folder: string, mine: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const old = /^\d+$/.test(name) ? Number(name) < mine : name.startsWith('new-');
    if (old) await rm(join(folder, name), { force: true });
  }
}

async function world(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${boot.trim()} ${namespace}`;
}
