import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { openDatabases } from '../src/platform/database/database.ts';
import { assertPoliciesBind } from '../src/platform/database/role-check.ts';
import { freshDatabase, loginsOf, openPool } from './database.ts';
import { findWallGaps } from './isolation/walls.ts';

const database = await freshDatabase(inject('templateUrl'));
const logins = await loginsOf(database.url);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every table is behind its company’s wall, and no role or right leads around it', async () => {
  expect(await findWallGaps(client)).toEqual([]);
});

test('the roles of the server are bound by the policies', async () => {
  const databases = openDatabases(logins);
  await expect(assertPoliciesBind(databases)).resolves.toBeUndefined();
  await databases.close();
});

/** Each is undone before the next, in a database that nobody else uses. */
const loosened = [
  ['owns a table', 'alter table plans owner to prosa_app', 'alter table plans owner to current_user'],
  ['owns a table across companies', 'alter table plans owner to prosa_platform', 'alter table plans owner to current_user'],
] as const;

test.each(loosened)('a server whose role %s does not start', async (_title, loosen, mend) => {
  await client.query(loosen);
  const databases = openDatabases(logins);
  try {
    await expect(assertPoliciesBind(databases)).rejects.toThrow(/owns tables or bypasses row policies/);
  } finally {
    await databases.close();
    await client.query(mend);
  }
});

test('a server that reaches the database as its superuser does not start', async () => {
  const pool = openPool(database.url, 10);
  try {
    await expect(assertPoliciesBind({ app: pool, platform: pool })).rejects.toThrow(/bypasses row policies/);
  } finally {
    await pool.end();
  }
});

const escapes = [
  ['become the superuser', 'set role postgres', 'permission denied to set role'],
  ['become another session', 'set session authorization postgres', 'permission denied to set session authorization'],
  ['create a table', 'create table mine (id integer)', 'permission denied for schema public'],
  ['create a temporary view', 'create temporary view schedules as select 1 as id', 'permission denied to create temporary tables'],
  ['run a program', `copy (select 1) to program 'true'`, 'permission denied to COPY'],
  ['read from a program', `copy tickets from program 'true'`, 'permission denied'],
  ['read a file of the server', `select pg_read_file('postgresql.conf')`, 'permission denied'],
  ['create a role', 'create role stranger', 'permission denied to create role'],
  ['switch row policies off', 'alter table messages disable row level security', 'must be owner'],
] as const;

/** The audit's finding S8: nothing that a statement can say on a connection of the server gives it more rights. */
test.each(escapes)('a connection of the server is refused to %s', async (_title, statement, refusal) => {
  const pools = (['app', 'platform', 'jobs'] as const).map((kind) => openPool(logins[kind]));
  try {
    for (const pool of pools) {
      await pool.query('set role none; reset role; reset session authorization');
      await expect(pool.query(statement)).rejects.toThrow(refusal);
      await pool.query('set role none');
      await expect(pool.query(statement)).rejects.toThrow(refusal);
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
});

test('a temporary table of somebody who may make one leads no function with the owner’s rights astray', async () => {
  await client.query('begin');
  try {
    await client.query(`
      create function pg_temp.caught() returns integer language plpgsql as $$ begin raise 'read the stranger''s own view'; end $$;
      create temporary view schedules as
        select 1 as id, 1 as company_id, 1 as contact_id, pg_temp.caught()::text as body, now() as due_at, now() as created_at;
      select set_config('app.company_id', '1', true)`);
    const { rows } = await client.query('select find_schedules($1, 10) as ids', ['alguma coisa']);
    expect(rows).toEqual([{ ids: [] }]);
  } finally {
    await client.query('rollback');
  }
});

test('the roles of the server own nothing and belong to their group alone', async () => {
  const { rows } = await client.query<{ role: string; groups: string[]; able: boolean; owned: number }>(
    `
    select r.rolname as role, array(
        select g.rolname::text
        from pg_auth_members m
        join pg_roles g on g.oid = m.roleid
        where m.member = r.oid) as groups,
      rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as able,
      (select count(*)::int from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as owned
    from pg_roles r
    where r.rolname = any($1)
    order by 1`,
    [Object.values(logins).map((url) => new pg.Client({ connectionString: url }).user)],
  );
  expect(rows.map(({ groups, able, owned }) => [groups, able, owned])).toEqual([
    [['prosa_app'], false, 0],
    [['prosa_jobs'], false, 0],
    [['prosa_platform'], false, 0],
  ]);
});

test('a server whose roles may make temporary tables does not start', async () => {
  await client.query(`grant temporary on database ${client.database} to public`);
  const databases = openDatabases(logins);
  try {
    await expect(assertPoliciesBind(databases)).rejects.toThrow(/may make temporary tables: .*revoke temporary on database/);
  } finally {
    await databases.close();
    await client.query(`revoke temporary on database ${client.database} from public`);
  }
});

test('the platform’s role is refused what people said', async () => {
  const databases = openDatabases(logins);
  try {
    for (const column of [
      'messages.body',
      'contacts.name',
      'tickets.last_message',
      'events.data',
      'inbox.frame',
      'users.name',
      'connections.token_sealed',
    ]) {
      const [table, name] = column.split('.');
      await expect(databases.platform.query(`select ${name} from ${table}`), column).rejects.toThrow(/permission denied/);
    }
  } finally {
    await databases.close();
  }
});
