import { contactLive, contactsApi, contactsImportLive } from '@prosa/contracts/contacts';
import { simulatorApi } from '@prosa/contracts/simulator';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

async function upload(
  who: Client,
  content: string | Uint8Array<ArrayBuffer>,
  fileName = 'contatos.csv',
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  form.set('file', new Blob([content]), fileName);
  return who.raw('POST', '/contacts/upload', { form, headers });
}
const names = async (who: Client) =>
  (await who.call(contactsApi.list, { query: {} })).contacts.map(({ name, number, email }) => [name, number, email]);
const book = (admin: Client, whatsappId: number, contacts: Array<{ number: string; name: string }>) =>
  admin.call(simulatorApi.phoneBook, { params: { whatsappId }, body: { contacts } });

test('a file is taken row by row; bad rows are told by line and reason; the same file again changes nothing', async () => {
  const agent = await world.colleague(await world.company());
  await agent.call(contactsApi.create, { body: { name: 'Velho nome', number: '5511999990001' } });
  const file =
    '\uFEFFNome;Telefone;Email\r\n"Silva; Ana";551199990001;ana@exemplo.com\r\nX;5511999990002;\r\n' +
    'Bia;+55 11 99999-0003;\r\nBia de novo;551199990003;\r\n';
  const first = await upload(agent, file);
  expect(first).toMatchObject({ status: 200, body: { created: 1, updated: 1, skipped: [{ line: 3, reason: 'name' }] } });
  expect(await upload(agent, file)).toMatchObject({
    status: 200,
    body: { created: 0, updated: 0, skipped: [{ line: 3, reason: 'name' }] },
  });
  expect(await names(agent)).toEqual([
    ['Bia de novo', '551199990003', ''],
    ['Silva; Ana', '5511999990001', 'ana@exemplo.com'],
  ]);
});

test('old spreadsheets’ letters and commas are understood; what is no file, or far too large, is refused', async () => {
  const admin = await world.company();
  expect(await upload(admin, Uint8Array.from(Buffer.from('Jo\xe3o,5511999990001\nAna,5511999990002', 'latin1')))).toMatchObject({
    body: { created: 2 },
  });
  expect((await names(admin)).map(([name]) => name)).toEqual(['Ana', 'João']);
  expect(await admin.raw('POST', '/contacts/upload', { body: {} })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(await upload(admin, 'x'.repeat(3_000_000))).toMatchObject({ status: 413, body: { error: 'ERR_TOO_LARGE' } });
  expect(await upload(admin, 'a;b\n'.repeat(21_000))).toMatchObject({ status: 413, body: { error: 'ERR_TOO_LARGE' } });
});

test('"export CSV (semicolon separator, columns name, number, email)": the whole list, safe to open in a spreadsheet', async () => {
  const admin = await world.company();
  const supervisor = await world.colleague(admin, 'supervisor');
  await admin.call(contactsApi.create, { body: { name: '=HYPERLINK("http://mal")', number: '5511999990001', email: 'ana@exemplo.com' } });
  await admin.call(contactsApi.create, { body: { name: 'Ção; "Zé"', number: '5511999990002' } });
  await (await world.company()).call(contactsApi.create, { body: { name: 'De outra empresa', number: '5511999990009' } });
  const { status, body, headers } = await supervisor.raw('GET', '/contacts/export');
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="contatos.csv"',
  ]);
  // Reading as text drops the byte order mark.
  expect(body).toBe(`name;number;email\r\n"'=HYPERLINK(""http://mal"")";5511999990001;ana@exemplo.com\r\n"Ção; ""Zé""";5511999990002;\r\n`);
  const bytes = Buffer.from(
    await (await fetch(`${world.server.url}/contacts/export`, { headers: { authorization: `Bearer ${supervisor.token}` } })).arrayBuffer(),
  );
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await world.client().raw('GET', '/contacts/export')).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
});

test('an agent cannot export contacts; exports of others leave an audit entry with the count', async () => {
  const admin = await world.company();
  const [agent, supervisor] = [await world.colleague(admin), await world.colleague(admin, 'supervisor')];
  await admin.call(contactsApi.create, { body: { name: 'Ana', number: '5511999990001' } });
  expect(await agent.raw('GET', '/contacts/export')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await supervisor.raw('GET', '/contacts/export')).status).toBe(200);
  const database = openPool(world.database.url);
  const { rows } = await database.query(`select user_id, after from audit_entries where company_id = $1 and action = 'contacts.export'`, [
    admin.user.companyId,
  ]);
  await database.end();
  expect(rows).toEqual([{ user_id: supervisor.user.id, after: { count: 1 } }]);
});

test('a list of thousands is exported whole, in batches, and comes back as it was', async () => {
  const admin = await world.company();
  const rows = Array.from({ length: 2_500 }, (_, index) => `Pessoa ${index};5511${900_000_000 + index};`);
  expect(await upload(admin, rows.join('\n'))).toMatchObject({ body: { created: 2_500, skipped: [] } });
  const { body } = await admin.raw('GET', '/contacts/export');
  expect(String(body).trim().split('\r\n').slice(1).sort()).toEqual(rows.toSorted());
  expect(await upload(await world.company(), String(body))).toMatchObject({ body: { created: 2_500, skipped: [] } });
});

test('"POST /contacts/import": the phone book of the default connection, told as it goes, no doubles however often', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  expect(await agent.send(contactsApi.importPhoneBook, { body: {} })).toMatchObject({
    status: 400,
    body: { error: 'ERR_NO_DEF_WAPP_FOUND' },
  });
  const whatsappId = await world.connection(admin);
  await agent.call(contactsApi.create, { body: { name: 'Ana Clara', number: '5511999990001' } });
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511999990002', body: 'Oi' } });
  await expect.poll(async () => (await names(agent)).length, patient).toBe(2);
  const many = Array.from({ length: 450 }, (_, index) => ({
    number: `55119888${String(index).padStart(5, '0')}`,
    name: `Da agenda ${index}`,
  }));
  await book(admin, whatsappId, [{ number: '551199990001', name: 'Aninha' }, { number: '5511999990002', name: 'Bia da agenda' }, ...many]);

  const [atAgent, atAdmin] = await Promise.all([agent.listen(), admin.listen()]);
  expect(await agent.call(contactsApi.importPhoneBook, { body: {} })).toEqual({ message: expect.any(String) });
  await expect
    .poll(() => atAgent.of(contactsImportLive).at(-1), patient)
    .toMatchObject({ action: 'finished', done: 452, total: 452, error: null });
  expect(atAgent.of(contactsImportLive).map(({ action, done }) => [action, done])).toEqual([
    ['progress', 200],
    ['progress', 400],
    ['progress', 452],
    ['finished', 452],
  ]);
  expect(atAdmin.of(contactsImportLive)).toEqual([]);
  await expect.poll(() => atAdmin.of(contactLive).length, patient).toBe(451);
  const { count } = await agent.call(contactsApi.list, { query: {} });
  expect(count).toBe(452);
  expect((await agent.call(contactsApi.list, { query: { searchParam: '99999000' } })).contacts.map(({ name }) => name)).toEqual([
    'Ana Clara',
    'Bia da agenda',
  ]);

  await agent.call(contactsApi.importPhoneBook, { body: { whatsappId } });
  await expect.poll(() => atAgent.of(contactsImportLive).filter(({ action }) => action === 'finished').length, patient).toBe(2);
  expect((await agent.call(contactsApi.list, { query: {} })).count).toBe(452);
  expect(atAdmin.of(contactLive)).toHaveLength(451);
});

test('"ERR_WAPP_NOT_INITIALIZED": a phone book is not read over a connection that does not stand', async () => {
  const admin = await world.company();
  const whatsappId = await world.connection(admin);
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { logout: true } });
  await world.statusOf(admin, whatsappId, 'DISCONNECTED');
  expect(await admin.send(contactsApi.importPhoneBook, { body: {} })).toMatchObject({
    status: 400,
    body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
  });
  expect(await admin.send(contactsApi.importPhoneBook, { body: { whatsappId: 2_000_000_000 } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  });
});

test('"import and export 30 per hour and user"', async () => {
  const strict = await openWorld({ RATE_LIMIT_FACTOR: '1' });
  const admin = await strict.company();
  const colleague = await strict.colleague(admin, 'supervisor');
  const tries = await Promise.all(
    Array.from({ length: 31 }, (_, index) => (index % 2 ? admin.raw('GET', '/contacts/export') : upload(admin, 'Ana;5511999990001'))),
  );
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
  const refused = await admin.raw('GET', '/contacts/export');
  expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await colleague.raw('GET', '/contacts/export')).status).toBe(200);
  // "Too many" is no answer to the request itself: an hour later the same request under the same key is taken.
  const keyed = () => upload(admin, 'Bia;5511999990002', 'contatos.csv', { 'idempotency-key': 'bia' });
  expect((await keyed()).status).toBe(429);
  strict.clock.move((Number(refused.headers.get('retry-after')) + 1) * 1000);
  await admin.refresh();
  expect(await keyed()).toMatchObject({ status: 200, body: { created: 1 } });
});
