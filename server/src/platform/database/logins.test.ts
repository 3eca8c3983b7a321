import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { freshDatabase, inDatabase, masterKey } from '../../../test/database.ts';
import { startScratchPostgres } from '../../../test/scratch-postgres.ts';
import { folders } from '../../../test/world.ts';
import { openInstallation } from './installation.ts';
import { withLogin } from './logins.ts';
import { migrate } from './migrate.ts';

const mediaFolder = await mkdtemp(join(tmpdir(), 'prosa-logins-'));
afterAll(() => rm(mediaFolder, { recursive: true }));
const open = (url: string, key = masterKey) => openInstallation(url, { masterKey: key, keyFile: join(mediaFolder, 'none'), mediaFolder });

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

test.each([
  ['postgres://owner:old@db:5432/prosa', 'postgres://user:new@db:5432/prosa'],
  ['postgresql://db/prosa', 'postgresql://user:new@db/prosa'],
  ['postgres://owner:p%40ss@db/prosa?sslmode=require&user=owner&password=old', 'postgres://user:new@db/prosa?sslmode=require'],
  ['postgres://owner:with@sign@/prosa?host=%2Ftmp&port=5433', 'postgres://user:new@/prosa?host=%2Ftmp&port=5433'],
])('the address %s for another user is %s', (given, expected) => {
  expect(withLogin(given, 'user', 'new')).toBe(expected);
});

describe('passwords', async () => {
  const database = await freshDatabase(inject('templateUrl'));
  afterAll(() => database.drop());
  const otherKey = 'a-master-key-of-another-installation-01';

  test('follow from the master key: every node has the same, and one with another key changes none', async () => {
    const { logins } = await open(database.url);
    expect((await open(database.url)).logins).toEqual(logins);
    await expect(open(database.url, otherKey)).rejects.toThrow('The master key is not the one this database was made with');
    for (const url of Object.values(logins)) expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('are set anew under a new master key, and the old ones end', async () => {
    const { logins: old } = await open(database.url);
    await ask(database.url, `delete from platform_facts where name = 'master-key'`);
    const { logins } = await open(database.url, otherKey);
    for (const url of Object.values(logins)) expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(ask(old.app, 'select 1')).rejects.toThrow('password authentication failed');
  });
});

describe('a PostgreSQL that knows no role of Prosa', async () => {
  const postgres = await startScratchPostgres();
  afterAll(() => postgres.stop());

  async function databaseOf(owner: string, rights: string): Promise<string> {
    await ask(postgres.url, `create role ${owner} login ${rights}`);
    await ask(postgres.url, `create database ${owner} owner ${owner}`);
    return withLogin(inDatabase(postgres.url, owner), owner, 'unused');
  }
  async function start(url: string) {
    await migrate(url, folders.migrations, () => undefined);
    return await open(url);
  }

  test('says which rights are missing to a user that may create none', async () => {
    const url = await databaseOf('powerless', '');
    await expect(start(url)).rejects.toThrow(/^The database user of DATABASE_URL must be able to create roles: it needs CREATEROLE/);
  });

  test('is enough for an owner that is no superuser', async () => {
    const { logins } = await start(await databaseOf('modest', 'createrole'));
    expect(await ask(logins.platform, 'select count(*)::int as companies from companies')).toEqual([{ companies: 0 }]);
    expect(await ask(logins.jobs, 'select count(*)::int as jobs from graphile_worker._private_jobs')).toEqual([{ jobs: 0 }]);
    await expect(ask(logins.app, 'create temporary table mine (id integer)')).rejects.toThrow('permission denied');
  });

  test('takes servers of several databases at the same moment', async () => {
    const names = ['first', 'second', 'third', 'fourth'];
    for (const name of names) await ask(postgres.url, `create database ${name}`);
    const started = await Promise.all(names.map((name) => start(inDatabase(postgres.url, name))));
    const users = await Promise.all(started.map(({ logins }) => ask(logins.app, 'select current_user as name')));
    expect(new Set(users.flat().map((row) => JSON.stringify(row))).size).toBe(4);
  });
});
