import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { folder, furnish, furnishedFolder, killed, lines, parent, query, removeFolders, start, stopAll, tidy } from './test-kit.ts';

beforeAll(furnish, 60_000);
afterEach(tidy, 60_000);
afterAll(removeFolders);

const passwordFile = (path: string) => join(path, 'postgres', 'prosa.password');
const withPassword = (url: string, password: string) => ({ url: url.replace(/:[^:@/]*@/, `:${password}@`) });
const kept = 'select count(*)::int as n from kept';

/** As a release without passwords left it. */
async function forgetPassword(server: { url: string }, path: string): Promise<void> {
  await query(server, 'alter role postgres password null');
  await rm(passwordFile(path));
}

test('nobody connects without the password, which only the account of the database reads', async () => {
  const path = join(await folder(), 'data');
  const server = await start(path);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(query(withPassword(server.url, ''), 'select 1')).rejects.toThrow(/password/);
  await expect(query(withPassword(server.url, 'postgres'), 'select 1')).rejects.toThrow('password authentication failed');
  const { mode, uid } = await stat(passwordFile(path));
  expect([mode & 0o777, uid]).toEqual([0o600, server.uid]);
  expect((await readFile(join(path, 'postgres', 'pg_hba.conf'), 'utf8')).trim()).toBe('local all all scram-sha-256');
});

test('a database of an earlier release is given a password, once, and keeps its rows', async () => {
  const path = await furnishedFolder();
  await forgetPassword(await start(path), path);
  await stopAll();
  await writeFile(join(path, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
  const server = await start(path);
  expect(await query(server, kept)).toEqual([{ n: 0 }]);
  await expect(query(withPassword(server.url, ''), 'select 1')).rejects.toThrow(/password/);
  await stopAll();
  expect((await start(path)).url).toBe(server.url);
  expect(lines.filter((line) => line === 'PostgreSQL has been given a password')).toHaveLength(1);
});

test('a server that a killed earlier release left running is stopped and given a password', async () => {
  const path = await furnishedFolder();
  const left = await parent(path);
  await killed(left.child);
  await forgetPassword(left, path);
  const server = await start(path);
  expect(server).toMatchObject({ adopted: false });
  expect(server.pid).not.toBe(left.pid);
  expect(await query(server, kept)).toEqual([{ n: 0 }]);
});

test('a password changed by hand is said in one line, and removing the file sets a new one', async () => {
  const path = await furnishedFolder();
  await query(await start(path), `alter role postgres password 'other'`);
  await stopAll();
  await expect(start(path)).rejects.toThrow(/another password than the one in its folder .* remove that file/);
  await rm(passwordFile(path));
  expect(await query(await start(path), kept)).toEqual([{ n: 0 }]);
});
