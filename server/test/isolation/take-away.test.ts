import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { type Finding, type ForeignKey, readTables, readTenantTables } from './catalogue.ts';
import { findProbeLeaks } from './probe.ts';
import { openRowSeeder } from './row-seeder.ts';
import { findKeyGaps, findPolicyGaps, findWallGaps } from './walls.ts';

/** Each wall of the database is taken away in a transaction that is undone: what watches it must see that it is gone. */

const database = await freshDatabase(inject('templateUrl'));
const client = new pg.Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

const tenants = await readTenantTables(client);
const [us, them] = [await furnishedCompany('A'), await furnishedCompany('B')];

async function furnishedCompany(name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with plan as (insert into plans (name, users, connections, queues, value) values ($1, 1, 1, 1, 1) returning id)
     insert into companies (name, email, plan_id) select $1, $1, id from plan returning id`,
    [name],
  );
  const id = rows[0]?.id ?? 0;
  await (await openRowSeeder(client)).seed(id, name);
  return id;
}

async function without(statements: string, look: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(statements);
    await look();
  } finally {
    await client.query('rollback');
  }
}

const policyGapsOf = async (table: string) => at(await findPolicyGaps(client, await readTables(client, table)), table);
const at = (findings: Finding[], where: string) => findings.filter((finding) => finding.where === where);
const remade = (table: string, using: string, check: string) =>
  `
    drop policy company_rows_only on ${table};
    create policy company_rows_only on ${table} to prosa_app using (${using}) with check (${check})`;
const own = 'company_id = current_company()';

/** Whether a row can be reached, and whether it can be written, are two halves of one policy. */
const openings: Array<{ name: string; take: (table: string) => string }> = [
  { name: 'dropped', take: (table) => `drop policy company_rows_only on ${table}` },
  { name: 'open to all', take: (table) => remade(table, 'true', 'true') },
  { name: 'open to readers', take: (table) => remade(table, 'true', own) },
  { name: 'open to writers', take: (table) => remade(table, own, 'true') },
  { name: 'open while no company is set', take: (table) => remade(table, `${own} or current_company() is null`, own) },
  { name: 'beside one that is open', take: (table) => `create policy another on ${table} to prosa_app using (true)` },
  { name: 'switched off', take: (table) => `alter table ${table} disable row level security` },
];

/** The application neither adds companies nor can it give one the number of another: there is nothing to write. */
const isWritable = (table: string) => table !== 'companies';

test('with every wall in its place, nothing is found', async () => {
  await without('', async () => {
    expect(await findProbeLeaks(client, { us, them })).toEqual([]);
    expect(await findWallGaps(client)).toEqual([]);
  });
});

test.each(tenants.map(({ name }) => name))('the policy of %s can not be taken away unseen', async (table) => {
  for (const { name, take } of openings) {
    await without(take(table), async () => {
      expect(await policyGapsOf(table), `${name}, by the catalogue`).not.toEqual([]);
      if (!isWritable(table) && name === 'open to writers') return;
      expect(at(await findProbeLeaks(client, { us, them }, table), table), `${name}, by what can be reached`).not.toEqual([]);
    });
  }
  await without(`alter table ${table} no force row level security`, async () => {
    expect(await policyGapsOf(table)).toEqual([{ where: table, what: 'does not bind its owner' }]);
  });
});

const held = tenants.flatMap(({ name, foreignKeys }) =>
  foreignKeys
    .filter(({ columns, target }) => columns.length > 1 && tenants.some((table) => table.name === target))
    .map((key) => ({ table: name, key, title: `${name} (${key.columns.join(', ')})` })),
);

function withoutCompany({ columns, target, targetColumns }: ForeignKey): string {
  const kept = columns.flatMap((column, place) => (column === 'company_id' ? [] : [[column, targetColumns[place]]]));
  return `foreign key (${kept.map(([from]) => from).join(', ')}) references ${target} (${kept.map(([, to]) => to).join(', ')})`;
}

test.each(held)('the reference $title can not leave its company unseen', async ({ table, key }) => {
  const drop = `alter table ${table} drop constraint ${key.name}`;
  for (const take of [drop, `${drop}; alter table ${table} add ${withoutCompany(key)} not valid`]) {
    await without(take, async () => {
      expect(at(findKeyGaps(await readTables(client)), table), take).not.toEqual([]);
    });
  }
});

test.each(tenants.map(({ name }) => name))('%s can not be opened further to the platform’s own work unseen', async (table) => {
  await without(`grant select, insert, update, delete on ${table} to prosa_platform`, async () => {
    const found = (await findWallGaps(client)).map(({ what }) => what);
    const isWideOpenAlready = table === 'companies' || table === 'connection_leases';
    expect(found.some((what) => what.includes(` ${table}`))).toBe(!isWideOpenAlready);
  });
});

const holes = [
  ['a table that belongs to nobody', 'create table notes (id integer primary key)', 'notes'],
  ['a table whose rows may do without a company', 'alter table queues alter company_id drop not null', 'queues'],
  ['a role above the policies', 'alter role prosa_app bypassrls', 'prosa_app'],
  ['a role that may make roles', 'alter role prosa_platform createrole', 'prosa_platform'],
  ['a role that owns a table', 'alter table queues owner to prosa_app', 'prosa_app'],
  ['a role that is in another', 'grant prosa_platform to prosa_app', 'prosa_app'],
  ['a role that may make tables', 'grant create on schema public to prosa_app', 'prosa_app'],
  ['a role that may empty tables', 'grant truncate on queues to prosa_platform', 'prosa_platform'],
  ['a role that reaches the jobs', 'grant usage on schema graphile_worker to prosa_app', 'prosa_app'],
  ['companies made by the application', 'grant insert on companies to prosa_app', 'prosa_app'],
  ['plans changed by the application', 'grant update on plans to prosa_app', 'prosa_app'],
  ['a view past the policies', 'create view everything as select * from messages', 'everything'],
  ['a function past the policies', "create function peek() returns text language sql security definer as $$ select '' $$", 'peek'],
  ['a function past the policies that anybody may call', 'grant execute on function enqueue_job to public', 'enqueue_job'],
  ['a function past the policies that can be led astray', 'alter function enqueue_job reset search_path', 'enqueue_job'],
  ['one that a temporary table leads astray', 'alter function find_schedules set search_path = pg_catalog, public', 'find_schedules'],
  ['one that looks at temporary tables first', 'alter function find_schedules set search_path = pg_temp, pg_catalog', 'find_schedules'],
  ['a worker that reads what people said', 'grant select on messages to prosa_jobs', 'prosa_jobs'],
] as const;

test.each(holes)('%s is seen', async (_title, make, where) => {
  await without(make, async () => {
    expect(at(await findWallGaps(client), where)).not.toEqual([]);
  });
});
