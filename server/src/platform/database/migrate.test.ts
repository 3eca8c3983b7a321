import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { administer, inDatabase } from '../../../test/database.ts';
import { folders } from '../../../test/world.ts';
import { StartupError } from '../boot/startup-error.ts';
import { migrate } from './migrate.ts';

const templateUrl = inject('templateUrl');
const undo: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** An empty database and an empty folder of migrations. */
async function begin() {
  const name = `prosa_migrate_${randomBytes(6).toString('hex')}`;
  await administer(templateUrl, `create database ${name}`);
  undo.push(() => administer(templateUrl, `drop database ${name} with (force)`));
  const folder = await mkdtemp(join(tmpdir(), 'prosa-migrations-'));
  undo.push(() => rm(folder, { recursive: true }));
  const url = inDatabase(templateUrl, name);
  const said: string[] = [];
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return (await client.query(text).finally(() => client.end())).rows;
  };
  return {
    folder,
    url,
    said,
    query,
    write: (file: string, sql: string) => writeFile(join(folder, file), sql),
    run: () => migrate(url, folder, (line) => void said.push(line)),
    applied: async () => (await query('select name from schema_migrations order by applied_at, name')).map((row) => row.name),
  };
}

test('nodes that start at the same moment apply every file once, in the order of the names', async () => {
  const { write, run, said, applied, query } = await begin();
  // Nothing here could be applied twice, nor in another order, and the lock is held for a while.
  await write('0002_second.sql', 'insert into steps values (2); select pg_sleep(0.2)');
  await write('0001_first.sql', 'create table steps (n integer primary key); select pg_sleep(0.2)');
  await write('0010_tenth.sql', 'insert into steps values (10)');
  await write('notes.txt', 'this is no migration');
  await Promise.all([run(), run(), run()]);
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql', '0010_tenth.sql']);
  expect(await query('select n from steps order by n')).toEqual([{ n: 2 }, { n: 10 }]);
  expect(said).toEqual(['migrating: 0001_first.sql', 'migrating: 0002_second.sql', 'migrating: 0010_tenth.sql']);
});

test('a file that was applied and then changed keeps the server from starting, and nothing after it is applied', async () => {
  const { write, run, applied } = await begin();
  await write('0001_first.sql', 'create table steps (n integer)');
  await run();
  await write('0001_first.sql', 'create table steps (n bigint)');
  await write('0002_second.sql', 'create table more (n integer)');
  const refused = run();
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(/^Migration 0001_first\.sql differs .* migrations only go forward$/);
  expect(await applied()).toEqual(['0001_first.sql']);
});

test('a file that fails leaves nothing of itself behind, and once mended the next start goes on from there', async () => {
  const { write, run, applied, query } = await begin();
  await write('0001_first.sql', 'create table steps (n integer)');
  await write('0002_second.sql', 'insert into steps values (1); insert into nowhere values (1)');
  await expect(run()).rejects.toThrow(/nowhere/);
  expect(await applied()).toEqual(['0001_first.sql']);
  expect(await query('select n from steps')).toEqual([]);
  await write('0002_second.sql', 'insert into steps values (1)');
  await run();
  await run();
  expect(await query('select n from steps')).toEqual([{ n: 1 }]);
});

test('a database that a newer version has migrated still serves the older one while nodes are exchanged', async () => {
  const { write, run, folder } = await begin();
  await write('0001_first.sql', 'create table steps (n integer)');
  await write('0002_newer.sql', 'alter table steps add m integer');
  await run();
  await rm(join(folder, '0002_newer.sql'));
  await expect(run()).resolves.toBeUndefined();
});

test("the product's own migrations make an empty database whole, and a second start finds nothing to do", async () => {
  const { url } = await begin();
  const said: string[] = [];
  await migrate(url, folders.migrations, (line) => void said.push(line));
  expect(said.length).toBeGreaterThan(0);
  const once = said.length;
  await migrate(url, folders.migrations, (line) => void said.push(line));
  expect(said).toHaveLength(once);
});

test('a database that can not be reached is said in one line, without its password', async () => {
  const refused = migrate('postgres://prosa:segredo@127.0.0.1:1/prosa', folders.migrations, () => undefined);
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(/^The database can not be reached: [^\n]+$/);
  await expect(refused).rejects.not.toThrow(/segredo/);
});
