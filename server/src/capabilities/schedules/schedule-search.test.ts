import { contactsApi } from '@prosa/contracts/contacts';
import { schedulesApi } from '@prosa/contracts/schedules';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newNumber } from '../../../test/conversation.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const admin = await world.company();
const { companyId } = admin.user;
const contactOf = async (name: string) => (await admin.call(contactsApi.create, { body: { name, number: newNumber() } })).id;
const [ana, jose] = [await contactOf('Ana'), await contactOf('José Uwe')];
await owner.query(
  `insert into schedules (company_id, contact_id, body, send_at, due_at)
  select $1, case when n = 77 then $3::int else $2::int end,
    'Promoção de café nº ' || n || case when n % 5000 = 7 then ' com xilofone' else '' end,
    timestamptz '2100-01-01' + n * interval '1 minute', timestamptz '2100-01-01'
  from generate_series(1, 20000) n`,
  [companyId, ana, jose],
);
await owner.query('vacuum analyze schedules');

const list = (searchParam: string, more: { pageNumber?: number; status?: 'PENDENTE' | 'ERRO' } = {}) =>
  admin.call(schedulesApi.list, { query: { searchParam, ...more } });

/** What is found by the application's role, and how often the index of words and the whole table were read for it. */
async function readsOf(search: string) {
  await owner.query('begin');
  await owner.query(`select set_config('app.company_id', $1, true), set_config('role', 'prosa_app', true)`, [String(companyId)]);
  const before = await scans();
  const { rows } = await owner.query<{ found: number | null }>('select cardinality(find_schedules($1, 3000)) as found', [search]);
  const after = await scans();
  await owner.query('commit');
  return { found: rows[0]?.found, words: after.words - before.words, whole: after.whole - before.whole };
}

/** Of this connection alone: the server looks for what is due meanwhile. */
async function scans() {
  const { rows } = await owner.query<{ words: number; whole: number }>(
    `
      select pg_stat_get_xact_numscans('schedules_search'::regclass)::int as words,
        pg_stat_get_xact_numscans('schedules'::regclass)::int as whole`,
  );
  return rows[0]!;
}

test('a text is looked for in the index of words, and nothing else is read of all schedules', async () => {
  expect(await readsOf('xilofone')).toEqual({ found: 4, words: 1, whole: 0 });
  expect(await readsOf('nada disso')).toEqual({ found: 0, words: 1, whole: 0 });
  expect(await readsOf('jose uwe')).toEqual({ found: 1, words: 1, whole: 0 });
  // So many that the list soon shows some, and so short that the index does not know it.
  expect(await readsOf('promocao')).toMatchObject({ found: null, whole: 0 });
  expect(await readsOf('uw')).toEqual({ found: null, words: 0, whole: 0 });
});

test('rare or common, short or long: the list shows what holds the text, the latest first, and counts up to 10,000', async () => {
  const rare = await list('XILO');
  expect(rare.schedules.map(({ body }) => body.split(' ')[4])).toEqual(['15007', '10007', '5007', '7']);
  expect([rare.count, rare.hasMore]).toEqual([4, false]);
  expect(await list('xilofone', { status: 'ERRO' })).toEqual({ schedules: [], count: 0, hasMore: false });
  expect(await list('xilofone', { status: 'PENDENTE' })).toMatchObject({ count: 4 });
  for (const name of ['uwe', 'uw']) expect(await list(name)).toMatchObject({ count: 1, schedules: [{ contactId: jose }] });
  expect(await list('promocao', { pageNumber: 2 })).toMatchObject({ count: 10_000, hasMore: true, schedules: { length: 20 } });
  expect(await list('')).toMatchObject({ count: 20_000, hasMore: true });
  // The number of a contact is not what is looked for.
  expect(await list('5511980')).toMatchObject({ count: 0 });
});

test('the search, which runs as the owner of all, sees one company’s schedules, and without a company none', async () => {
  const stranger = await world.company();
  expect(await stranger.call(schedulesApi.list, { query: { searchParam: 'xilofone' } })).toMatchObject({ count: 0 });
  const { rows } = await owner.query("select find_schedules('xilofone', 10) as ids");
  expect(rows).toEqual([{ ids: [] }]);
});
