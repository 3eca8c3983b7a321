import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asRoot, canMount, nobody, nobodyReads, onDisk } from '../database/embedded-postgres/test-kit.ts';
import { type DataDir, openDataDir, toStartupError } from './data-dir.ts';
import { StartupError } from './startup-error.ts';

/** Whether an ordinary user could read this program at all: not in a clone under /root. */
const readable = !asRoot || (await nobodyReads());
const opener = pathToFileURL(join(import.meta.dirname, 'data-dir.ts')).href;

let base = '';
const children: ChildProcess[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'prosa-data-dir-'));
  await chmod(base, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(base, { recursive: true, force: true });
});

/** A process that opens the folder, says "open" or the error, and holds it until it is killed. */
function holder(path: string, as: { uid?: number; gid?: number } = {}): ChildProcess {
  const program = `
    import { openDataDir } from ${JSON.stringify(opener)};
    openDataDir(${JSON.stringify(path)}).then(
      () => { console.log('open'); setInterval(() => {}, 1000); },
      (error) => { console.log(error.name + ': ' + error.message); },
    );`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
  children.push(child);
  return child;
}

async function said(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output');
  const [data] = await once(child.stdout, 'data');
  return String(data).trim();
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the data folder', () => {
  test('is made private, with its parents, and can be opened again after close', async () => {
    const path = join(base, 'a b', 'data');
    const first = await openDataDir(path);
    expect((await stat(first.path)).mode & 0o777).toBe(0o700);
    await first.close();
    await first.close();
    const second = await openDataDir(path);
    await second.close();
    expect((await readdir(join(path, '.lock'))).length).toBe(1);
  });

  test('is refused to a second opener in the same process', async () => {
    const held = await openDataDir(base);
    await expect(openDataDir(base)).rejects.toThrow(`DATA_DIR ${base} is in use by process ${process.pid}`);
    await held.close();
  });

  test('is refused while another process lives, and free once that was killed', async () => {
    const child = holder(base);
    expect(await said(child)).toBe('open');
    await expect(openDataDir(base)).rejects.toThrow(new StartupError(`DATA_DIR ${base} is in use by process ${child.pid}`));
    await killed(child);
    await (await openDataDir(base)).close();
  });

  test('goes to exactly one of many that find a dead holder', async () => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(base, String(round));
      await mkdir(join(path, '.lock'), { recursive: true });
      await writeFile(join(path, '.lock', '7'), '4194300\n1\nelsewhere\n');
      await utimes(join(path, '.lock', '7'), 1, 1);
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => openDataDir(path)));
      const winners = results.filter((result): result is PromiseFulfilledResult<DataDir> => result.status === 'fulfilled');
      expect(winners.length).toBe(1);
      await winners[0]?.value.close();
    }
  });

  test('goes to exactly one of several processes', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => said(holder(base))));
    expect(answers.filter((answer) => answer === 'open').length).toBe(1);
    expect(answers.filter((answer) => answer.includes('is in use by process')).length).toBe(3);
  });

  test('is not taken from a holder in another container that gives signs of life', async () => {
    const lock = join(base, '.lock', '3');
    await mkdir(join(base, '.lock'));
    await writeFile(lock, '1\n1\nanother-boot another-namespace\n');
    const beat = setInterval(() => void utimes(lock, new Date(), new Date()), 300);
    await expect(openDataDir(base)).rejects.toThrow('in use by process 1');
    clearInterval(beat);
    await utimes(lock, 1, 1);
    await (await openDataDir(base)).close();
  });

  test('must be possible', async () => {
    await expect(openDataDir('/proc/none/such')).rejects.toThrow(StartupError);
    await expect(openDataDir(join(base, 'a\nb'))).rejects.toThrow('line break');
  });

  test('must be a folder', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    await expect(openDataDir(file)).rejects.toThrow(new StartupError(`DATA_DIR ${file} is not a folder`));
    await expect(openDataDir(join(file, 'x'))).rejects.toThrow(StartupError);
  });

  test.runIf(readable)('must be writable', async () => {
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o555 });
    const answer = asRoot
      ? // Root may write anywhere, so an ordinary user is asked.
        await said(holder(closed, nobody))
      : await openDataDir(closed).catch(String);
    expect(answer).toBe(`StartupError: DATA_DIR ${closed} is not writable by the user that runs Prosa`);
    expect(await readdir(closed)).toEqual([]);
  });

  test('explains what the file system answers in one line', () => {
    const of = (code: string) => toStartupError('/d', Object.assign(new Error('raw'), { code })).message;
    expect(of('ENOSPC')).toBe('DATA_DIR /d: the disk is full; free some space and start again');
    expect(of('EROFS')).toBe('DATA_DIR /d is on a read-only file system');
    expect(of('EACCES')).toContain('not writable');
    expect(of('EIO')).toBe('DATA_DIR /d can not be used: raw');
  });
});

describe.runIf(canMount())('on a file system of its own', () => {
  test('a full disk is one clear line and leaves nothing behind', async () => {
    await onDisk(base, 'size=64k', async () => {
      for (const name of ['filler', 'rest']) await writeFile(join(base, name), Buffer.alloc(60_000)).catch(() => undefined);
      await expect(openDataDir(base)).rejects.toThrow('the disk is full');
      await rm(join(base, 'filler'));
      await (await openDataDir(base)).close();
    });
  });

  test('a read-only disk is one clear line', async () => {
    await onDisk(base, 'size=64k,ro', async () => {
      await expect(openDataDir(base)).rejects.toThrow('is on a read-only file system');
    });
  });
});
