import { mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from '../../boot/processes.ts';
import { StartupError } from '../../boot/startup-error.ts';
import { folder, furnish, furnishAt, furnishedFolder, query, removeFolders, start, stopAll, tidy } from './test-kit.ts';

beforeAll(furnish, 60_000);
afterEach(tidy, 60_000);
afterAll(removeFolders);

describe('starting and stopping', () => {
  test('the database is as we want it', async () => {
    const server = await start(await furnishedFolder());
    const [row] = await query(
      server,
      `select current_user as who, current_database() as what, version() as version,
        current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes')
          || current_setting('data_checksums') as safe,
        current_setting('max_wal_size') as recovered,
        current_setting('TimeZone') as zone, current_setting('shared_preload_libraries') as preload,
        lower('AÇÃO ÉÑ') as lowered, 'AÇÃO' ilike 'ação' as matched, pg_encoding_to_char(encoding) as encoding
        from pg_database where datname = current_database()`,
    );
    expect(row).toMatchObject({ who: 'postgres', what: 'prosa', safe: 'onononon', zone: 'UTC', encoding: 'UTF8' });
    // More would keep everybody waiting after a kill.
    expect(row).toMatchObject({ recovered: '256MB' });
    expect(row).toMatchObject({ lowered: 'ação éñ', matched: true, preload: 'pg_stat_statements' });
    for (const name of ['unaccent', 'pg_trgm', 'pg_stat_statements']) await query(server, `create extension ${name}`);
    const [found] = await query(server, "select unaccent(lower('São João')) as plain, show_trgm('é') as grams");
    expect(found).toEqual({ plain: 'sao joao', grams: expect.arrayContaining([expect.any(String)]) });
  });

  test('a warm start is quick, a clean stop leaves no process and no recovery', async () => {
    const path = await furnishedFolder();
    const begun = performance.now();
    const server = await start(path);
    expect(performance.now() - begun).toBeLessThan(30_000);
    const { pid } = server;
    await stopAll();
    await server.stop();
    expect(await isAlive(pid)).toBe(false);
    expect(await readdir(join(path, 'postgres-socket'))).toEqual([]);
    expect(await readFile(join(path, 'postgres.log'), 'utf8')).not.toContain('not properly shut down');
  });

  test('nothing listens on the network and nobody else reaches the socket', async () => {
    const path = await furnishedFolder();
    const server = await start(path);
    const [row] = await query(server, "select current_setting('listen_addresses') as listen, inet_server_addr() as at");
    expect(row).toEqual({ listen: '', at: null });
    for (const table of ['tcp', 'tcp6']) {
      const sockets = await readFile(`/proc/${server.pid}/net/${table}`, 'utf8').catch(() => '');
      const owned = await socketsOf(server.pid);
      expect(sockets.split('\n').filter((line) => owned.has(line.trim().split(/\s+/)[9] ?? '-'))).toEqual([]);
    }
    const socketDir = await stat(join(path, 'postgres-socket'));
    expect(socketDir.mode & 0o777).toBe(0o700);
    expect((await stat(join(path, 'postgres'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, 'postgres.log'))).mode & 0o777).toBe(0o600);
  });

  test('a path with spaces, quotes and a comma, and one too long for a socket', async () => {
    for (const name of ['it\'s a "path", with é', 'long '.repeat(30)]) {
      const path = join(await folder(), name);
      furnishAt(path);
      const server = await start(path);
      expect(await query(server, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
      await stopAll();
    }
  });

  test('a first start that was killed half way is begun anew', async () => {
    const path = join(await folder(), 'data');
    await mkdir(join(path, 'postgres.init-0123', 'base'), { recursive: true });
    await writeFile(join(path, 'postgres.init-0123', 'PG_VERSION'), '18\n');
    const server = await start(path);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(path)).filter((name) => name.startsWith('postgres.init'))).toEqual([]);
  });

  test('a folder with something else in it is left alone', async () => {
    const path = join(await folder(), 'data');
    await mkdir(join(path, 'postgres'), { recursive: true });
    await writeFile(join(path, 'postgres', 'thesis.txt'), 'years of work');
    await expect(start(path)).rejects.toThrow('is not a PostgreSQL database but has files in it');
    expect(await readFile(join(path, 'postgres', 'thesis.txt'), 'utf8')).toBe('years of work');
  });

  test('a database that can not start says why in one line', async () => {
    const path = await furnishedFolder();
    await rm(join(path, 'postgres', 'global', 'pg_control'));
    await expect(start(path)).rejects.toThrow(StartupError);
    await expect(start(path)).rejects.toThrow(/^PostgreSQL did not start: .*\(its log: .*postgres\.log\)$/);
  });
});

async function socketsOf(pid: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (const fd of await readdir(`/proc/${pid}/fd`).catch((): string[] => [])) {
    const inode = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))?.[1];
    if (inode !== undefined) found.add(inode);
  }
  return found;
}
