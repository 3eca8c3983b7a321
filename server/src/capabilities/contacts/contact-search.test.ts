import { contactsApi } from '@prosa/contracts/contacts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { listContacts } from './contacts.queries.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const { companyId } = (await world.company()).user;
await owner.query(
  `
    insert into contacts (company_id, name, number)
    select $1,
      (array['Ana', 'Bruno', 'Carla', 'Davi', 'Élida'])[1 + n % 5] || ' '
      || (array['Silva', 'Souza', 'Araújo', 'Teixeira'])[1 + n % 4] || case when n % 1000 = 7 then ' Uwe' else '' end,
      (5511900000000 + n)::text
    from generate_series(1, 20000) n`,
  [companyId],
);
await owner.query('vacuum analyze contacts');
// Among hundreds of thousands the planner takes all words for cheaper than all contacts; so that it does among these.
await owner.query('set cpu_tuple_cost = 1');

/** How often the index of words and the whole table were read, by the application's role on a connection whose counts are told at once. */
async function readsOf(statement: string, ...values: unknown[]) {
  const before = await scans();
  await owner.query('begin');
  await owner.query(`select set_config('app.company_id', $1, true), set_config('role', 'prosa_app', true)`, [String(companyId)]);
  const { rows } = await owner.query<{ found: number }>(statement, values);
  await owner.query('commit');
  await owner.query('select pg_stat_force_next_flush()');
  const after = await scans();
  return { rows, words: after.words - before.words, whole: after.whole - before.whole };
}

async function scans() {
  await owner.query('select pg_stat_clear_snapshot()');
  const { rows } = await owner.query<{ words: number; whole: number }>(
    `
      select pg_stat_get_numscans('contacts_search'::regclass)::int as words,
        pg_stat_get_numscans('contacts'::regclass)::int as whole`,
  );
  return rows[0]!;
}

const list = (searchParam: string, pageNumber = 1) =>
  inScope(world.server.platform, { companyId }, (scope) => listContacts(scope, { searchParam, pageNumber }));

test('a text is looked for in the index of words; two letters are too few for it, and going through all of it helps nobody', async () => {
  const find = 'select find_contacts($1, 20) as found';
  const count = 'select count_contacts($1, 10000) as found';
  expect(await readsOf(find, 'xyzw')).toEqual({ rows: [], words: 1, whole: 0 });
  expect(await readsOf(count, 'uwe')).toEqual({ rows: [{ found: 20 }], words: 1, whole: 0 });
  expect(await readsOf(find, 'qj')).toEqual({ rows: [], words: 0, whole: 0 });
  expect(await readsOf(count, 'qj')).toEqual({ rows: [{ found: 0 }], words: 0, whole: 0 });
  expect(await readsOf(count, 'uw')).toEqual({ rows: [{ found: 20 }], words: 0, whole: 0 });
  expect(await readsOf(count, 'an')).toEqual({ rows: [{ found: 4_000 }], words: 0, whole: 0 });
});

test('every page tells how many were found, up to 10,000', async () => {
  expect(await list('silva')).toMatchObject({ count: 5_000, hasMore: true });
  expect(await list('a')).toMatchObject({ count: 10_000, hasMore: true });
  expect(await list('')).toMatchObject({ count: 20_000, hasMore: true });
  expect(await list('qj')).toEqual({ contacts: [], count: 0, hasMore: false });
  expect(await list('ana silva uwe')).toEqual({ contacts: [], count: 0, hasMore: false });
  expect(await list('carla teixeira uwe')).toMatchObject({ count: 20, hasMore: false, contacts: { length: 20 } });
  expect(await list('silva', 250)).toMatchObject({ count: 5_000, hasMore: false, contacts: { length: 20 } });
  expect(await list('silva', 251)).toMatchObject({ count: 5_000, hasMore: false, contacts: [] });
  expect(await list('', 1_000)).toMatchObject({ count: 20_000, hasMore: false, contacts: { length: 20 } });
});

test('the search, which runs as the owner of all, sees one company’s contacts, and without a company none', async () => {
  const stranger = await world.company();
  await stranger.call(contactsApi.create, { body: { name: 'Uwe Silva', number: '5511988887777' } });
  for (const searchParam of ['uwe', 'uw'])
    expect(await stranger.call(contactsApi.list, { query: { searchParam } })).toMatchObject({
      count: 1,
      contacts: [{ name: 'Uwe Silva' }],
    });
  for (const text of ['uwe', 'uw']) {
    const { rows } = await owner.query('select count_contacts($1, 10) as count, array(select find_contacts($1)) as ids', [text]);
    expect(rows).toEqual([{ count: 0, ids: [] }]);
    const ofStranger = `select set_config('app.company_id', '${stranger.user.companyId}', true)`;
    await owner.query(`begin; ${ofStranger}`);
    expect((await owner.query('select count_contacts($1, 10) as count', [text])).rows).toEqual([{ count: 1 }]);
    await owner.query('rollback');
  }
});
