import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAlive, waitForExit } from '../../boot/processes.ts';
import { eventually, furnish, furnishedFolder, killed, lines, parent, query, removeFolders, start, stopAll, tidy } from './test-kit.ts';

beforeAll(furnish);
afterEach(tidy);
afterAll(removeFolders);

describe('being killed', () => {
  test('an orphan is refused while its parent lives and taken over once it is killed', async () => {
    const path = await furnishedFolder();
    const first = await parent(path);
    await expect(start(path)).rejects.toThrow(`is in use by process ${first.child.pid}`);
    await query(first, 'insert into kept values (1)');
    await killed(first.child);
    expect(await isAlive(first.pid)).toBe(true);
    const second = await start(path);
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url });
    expect(await query(second, 'select n from kept')).toEqual([{ n: 1 }]);
    await stopAll();
    expect(await isAlive(first.pid)).toBe(false);
  });

  test('parent and server killed together: committed rows are there after the next start', async () => {
    const path = await furnishedFolder();
    for (let round = 1; round <= 3; round += 1) {
      const victim = await parent(path);
      await query(victim, `insert into kept values (${round})`);
      process.kill(victim.pid, 'SIGKILL');
      await killed(victim.child);
    }
    const server = await start(path);
    expect(server.adopted).toBe(false);
    expect(await query(server, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  test('lock files that name a stranger with the same process id do not keep us out', async () => {
    const path = await furnishedFolder();
    const cluster = join(path, 'postgres');
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n${path}/postgres-socket\n\n1 1\nready\n`);
    await writeFile(join(path, 'postgres-socket', '.s.PGSQL.5432.lock'), `${process.pid}\n`);
    const server = await start(path);
    expect(server.adopted).toBe(false);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a server killed under us is started again, with a session still busy in it', async () => {
    const server = await start(await furnishedFolder());
    await query(server, 'insert into kept values (7)');
    const busy = query(server, 'select count(*) from generate_series(1, 1000000000)').catch(String);
    await sleep(200);
    const before = server.pid;
    process.kill(before, 'SIGKILL');
    await eventually(async () => (await query(server, 'select n from kept'))[0]?.n === 7 && server.restarts === 1);
    expect(server.pid).not.toBe(before);
    expect(lines.join('\n')).toContain(`PostgreSQL (process ${before}) ended unexpectedly`);
    await busy;
  });

  test('an adopted server killed under us is started again; stop in the middle of that ends all', async () => {
    const path = await furnishedFolder();
    const first = await parent(path);
    await killed(first.child);
    const server = await start(path);
    process.kill(first.pid, 'SIGKILL');
    await eventually(async () => server.restarts === 1 && (await query(server, 'select 1')).length === 1);
    process.kill(server.pid, 'SIGKILL');
    await sleep(100);
    await stopAll();
    expect(await isAlive(server.pid)).toBe(false);
    await expect(query(server, 'select 1')).rejects.toThrow();
  });

  test('an orphan that no longer answers is stopped and replaced', async () => {
    const path = await furnishedFolder();
    const first = await parent(path);
    await killed(first.child);
    await rm(join(path, 'postgres-socket', '.s.PGSQL.5432'));
    const server = await start(path);
    expect(server.adopted).toBe(false);
    expect(await isAlive(first.pid)).toBe(false);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('an orphan that was told to stop and waits for somebody who stays is stopped and replaced', async () => {
    const path = await furnishedFolder();
    const first = await parent(path);
    await query(first, 'insert into kept values (1)');
    const staying = query(first, 'select pg_sleep(600)').catch(() => 'ended');
    const isThere = async () => (await query(first, `select from pg_stat_activity where query = 'select pg_sleep(600)'`)).length > 0;
    await eventually(isThere);
    await killed(first.child);
    // As whoever stops a whole group of processes does: it lets nobody in any more, and waits.
    process.kill(first.pid, 'SIGTERM');
    await eventually(async () =>
      query(first, 'select 1').then(
        () => false,
        () => true,
      ),
    );
    const second = await start(path);
    expect(second.adopted).toBe(false);
    expect(await staying).toBe('ended');
    expect(await query(second, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await isAlive(first.pid)).toBe(false);
  });

  test('SIGTERM to the parent stops both cleanly', async () => {
    const path = await furnishedFolder();
    const only = await parent(path);
    only.child.kill('SIGTERM');
    const [code] = await once(only.child, 'exit');
    expect(code).toBe(0);
    expect(await waitForExit(only.pid, 0)).toBe(true);
    expect(await readFile(join(path, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });
});
