import { contactsApi } from '@prosa/contracts/contacts';
import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import type { MessageFrame } from '../../channels/port.ts';
import { inScope, type Scope } from '../../platform/database/scope.ts';
import { inContext } from '../../platform/work-context.ts';
import { openFrameStore } from '../inbox/frame-store.ts';
import { findOrCreateContacts } from './contact-arrival.actions.ts';
import { storePhoneBook } from './import.actions.ts';

const world = await openWorld();
const above = openPool(world.database.url, 2);
afterAll(() => above.end());

async function openLine() {
  const admin = await world.company();
  const connectionId = await world.connection(admin);
  const companyId = admin.user.companyId;
  const { rows } = await above.query<{ owner: string; epoch: string }>(
    'select owner, epoch from connection_leases where connection_id = $1',
    [connectionId],
  );
  return { admin, companyId, connectionId, held: { companyId, connectionId, owner: rows[0]!.owner, epoch: Number(rows[0]!.epoch) } };
}

const person = (chat: string, connectionId: number, name = '') => ({ chat, name, isGroup: false, connectionId });

/** How many statements a piece of work sends, without those that begin and end its scope. */
async function counted<T>(companyId: number, work: (scope: Scope) => Promise<T>): Promise<{ statements: number; result: T }> {
  const { platform, url } = world.server;
  const scoped = async <R>(inside: (scope: Scope) => Promise<R>) => {
    const before = await statementsSent(url, 'counted');
    const result = await inContext({ work: 'counted' }, () => inScope(platform, { companyId }, inside));
    return { statements: (await statementsSent(url, 'counted')) - before, result };
  };
  const empty = await scoped(async () => undefined);
  const { statements, result } = await scoped(work);
  return { statements: statements - empty.statements, result };
}

test('50 first messages of each of 200 new contacts at once: 200 contacts, 200 tickets, nothing lost or doubled, in order', async () => {
  const { admin, companyId, connectionId, held } = await openLine();
  const sentAt = new Date().toISOString();
  // Every third person is met with and without the ninth digit.
  const chatOf = (who: number, turn: number) => `5511${who % 3 === 0 && turn % 2 === 0 ? '' : '9'}9${String(who).padStart(7, '0')}`;
  const frames = Array.from({ length: 50 }, (_, turn) =>
    Array.from(
      { length: 200 },
      (__, who): MessageFrame => ({
        kind: 'message',
        id: `P${who}T${turn}`,
        chat: chatOf(who, turn),
        name: `Pessoa ${who}`,
        isGroup: false,
        fromMe: false,
        participant: '',
        participantName: '',
        body: `${who}:${turn}`,
        sentAt,
        mediaType: null,
        mediaId: null,
        data: null,
        quotedId: null,
      }),
    ),
  );
  for (const turn of frames) await openFrameStore(world.server.platform)(held, turn);
  const waiting = async () => Number((await above.query('select count(*) from inbox where company_id = $1', [companyId])).rows[0].count);
  await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toBe(0);
  expect((await admin.call(contactsApi.list, { query: {} })).count).toBe(200);
  const { rows } = await above.query<{ contact_id: number; words: string[] }>(
    `
      select t.contact_id, array_agg(m.body order by m.id) as words
      from tickets t
      join messages m on m.ticket_id = t.id
      where t.company_id = $1
      group by t.id`,
    [companyId],
  );
  expect(rows).toHaveLength(200);
  expect(new Set(rows.map(({ contact_id }) => contact_id)).size).toBe(200);
  for (const { words } of rows) {
    const who = words[0]?.split(':')[0];
    expect(words).toEqual(Array.from({ length: 50 }, (_, turn) => `${who}:${turn}`));
  }
  const identities = await above.query('select contact_id from contact_identities where connection_id = $1', [connectionId]);
  expect(identities.rows).toHaveLength(200 + 67);
});

test('who is known costs one statement, however many they are, and writes nothing', async () => {
  const { companyId, connectionId } = await openLine();
  const people = Array.from({ length: 100 }, (_, index) =>
    person(`55119888${String(index).padStart(5, '0')}`, connectionId, `Pessoa ${index}`),
  );
  const first = await counted(companyId, (scope) => findOrCreateContacts(scope, people));
  const again = await counted(companyId, (scope) => findOrCreateContacts(scope, people));
  expect([first.statements, again.statements]).toEqual([1, 1]);
  expect(again.result).toEqual(first.result);
  const changed = await above.query(
    `
      select 1
      from contacts
      where company_id = $1 and updated_at > created_at
      union all
      select 1
      from contact_identities
      where company_id = $1 and xmin::text <> (select min(xmin::text) from contact_identities where company_id = $1)`,
    [companyId],
  );
  expect(changed.rows).toEqual([]);
});

test('made from many sides at once, with and without the ninth digit, a person is one contact, and all sides get it', async () => {
  const { companyId, connectionId } = await openLine();
  const { platform } = world.server;
  const sides = await Promise.all(
    Array.from({ length: 12 }, (_, side) =>
      inScope(platform, { companyId }, async (scope) => {
        const chat = side % 2 === 0 ? '5511999990001' : '551199990001';
        if (side % 3 === 0) await storePhoneBook(scope, [{ number: chat, name: 'Da agenda' }]);
        return [...(await findOrCreateContacts(scope, [person(chat, connectionId, 'Ana')])).values()][0];
      }),
    ),
  );
  expect(new Set(sides).size).toBe(1);
  const { rows } = await above.query('select name from contacts where company_id = $1', [companyId]);
  expect(rows).toHaveLength(1);
});

test('searching reads the index of words, and a list the index of names, also among many contacts', async () => {
  const { admin, companyId } = await openLine();
  await above.query(
    `
      insert into contacts (company_id, name, number, email)
      select $1,
        (array['Ana', 'Bruno', 'Carla', 'Davi', 'Élida'])[1 + i % 5] || ' '
        || (array['Silva', 'Souza', 'Araújo'])[1 + i % 3] || ' ' || md5(i::text),
        (5511900000000 + i)::text,
        md5((i * 7)::text) || '@exemplo.com'
      from generate_series(1, 20000) i`,
    [companyId],
  );
  // New entries of the index stand in a list of their own until then, which is as dear to go through as the company.
  await above.query('vacuum analyze contacts');
  const scans = async () => {
    const client = await above.connect();
    try {
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query<{ name: string; scans: string }>(
        `
          select indexrelname as name, idx_scan as scans
          from pg_stat_user_indexes
          where relname = 'contacts'`,
      );
      const { rows: whole } = await client.query<{ seq_scan: string }>(
        `select seq_scan from pg_stat_user_tables where relname = 'contacts'`,
      );
      return { of: (name: string) => Number(rows.find((row) => row.name === name)?.scans), whole: Number(whole[0]?.seq_scan) };
    } finally {
      client.release();
    }
  };
  /** As the application's role, on a connection whose counts are told at once. */
  const asApp = async (statement: string, values: unknown[] = []) => {
    const client = await above.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('app.company_id', $1, true), set_config('role', 'prosa_app', true)`, [String(companyId)]);
      const { rows } = await client.query<{ id: number }>(statement, values);
      await client.query('commit');
      await client.query('select pg_stat_force_next_flush()');
      await client.query('select 1');
      return rows;
    } finally {
      client.release();
    }
  };
  const before = await scans();
  expect(await asApp('select id from find_contacts($1) as id', ['c4ca4238a0b9'])).toHaveLength(1);
  await expect.poll(async () => (await scans()).of('contacts_search'), patient).toBeGreaterThan(before.of('contacts_search'));
  await asApp('select id from contacts where company_id = current_company() order by name_key, id limit 21');
  await expect.poll(async () => (await scans()).of('contacts_list'), patient).toBeGreaterThan(before.of('contacts_list'));
  expect((await scans()).whole).toBe(before.whole);
  expect((await admin.call(contactsApi.list, { query: { searchParam: 'araujo' } })).count).toBe(6667);
  // Without a company, or of another, nothing is found.
  const { rows } = await above.query('select * from find_contacts($1)', ['silva']);
  expect(rows).toEqual([]);
});
