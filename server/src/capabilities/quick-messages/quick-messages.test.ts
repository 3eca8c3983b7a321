import { type QuickMessage, quickMessageLive, quickMessagesApi } from '@prosa/contracts/quick-messages';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';
import { fileOwners } from '../index.ts';
import { deleteOrphanedFiles } from '../media/sweep.jobs.ts';

const world = await openWorld({ ROLES: 'web' });

const create = (client: Client, body: Partial<Pick<QuickMessage, 'shortcode' | 'message' | 'shared'>> = {}) =>
  client.call(quickMessagesApi.create, { body: { shortcode: 'ola', message: 'Olá! Como posso ajudar?', ...body } });
const codes = async (client: Client, query = {}) =>
  (await client.call(quickMessagesApi.list, { query })).records.map(({ shortcode }) => shortcode);
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });
const forbidden = refusal(403, 'ERR_NO_PERMISSION');
const fileOf = async (name = 'tabela.png') => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pngOf(8, 6))]), name);
  return form;
};
const upload = (client: Client, id: number, form: FormData) => client.raw('POST', `/quick-messages/${id}/media-upload`, { form });
async function team() {
  const admin = await world.company();
  return { admin, ana: await world.colleague(admin), bia: await world.colleague(admin) };
}

test('a quick message is stored for who made it, and answered as it is shown', async () => {
  const { ana } = await team();
  const made = await create(ana, { shortcode: ' bom-dia ', message: 'Bom dia,\r\n{{firstName}}!' });
  expect(made).toMatchObject({
    ...{ shortcode: 'bom-dia', message: 'Bom dia,\n{{firstName}}!', userId: ana.user.id },
    ...{ shared: false, mediaPath: null, mediaName: null },
  });
  expect(await ana.call(quickMessagesApi.show, { params: { id: made.id } })).toEqual(made);
  const changed = await ana.call(quickMessagesApi.update, { params: { id: made.id }, body: { message: 'Boa tarde' } });
  expect(changed).toMatchObject({ id: made.id, shortcode: 'bom-dia', message: 'Boa tarde' });
  expect(await ana.call(quickMessagesApi.remove, { params: { id: made.id } })).toEqual({ message: expect.any(String) });
  expect(await ana.raw('GET', `/quick-messages/${made.id}`)).toMatchObject(refusal(404, 'ERR_NO_QUICKMESSAGE_FOUND'));
});

// "Quick message: shortcode 3 to 50 and message 3 to 1000, both required."
test.each([
  [{ message: 'Olá!' }, 'shortcode', 'required'],
  [{ shortcode: 'oi', message: 'Olá!' }, 'shortcode', 'tooShort'],
  [{ shortcode: 'x'.repeat(51), message: 'Olá!' }, 'shortcode', 'tooLong'],
  [{ shortcode: 'ola' }, 'message', 'required'],
  [{ shortcode: 'ola', message: '  ' }, 'message', 'required'],
  [{ shortcode: 'ola', message: 'Oi' }, 'message', 'tooShort'],
  [{ shortcode: 'ola', message: 'x'.repeat(1001) }, 'message', 'tooLong'],
])('%o is refused: %s %s', async (body, path, message) => {
  const { status, body: answer } = await (await world.company()).raw('POST', '/quick-messages', { body });
  expect({ status, body: answer }).toEqual({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [expect.objectContaining({ path, message })] },
  });
});

test('as long and as short as allowed they are taken, ends of lines counted once', async () => {
  const admin = await world.company();
  await create(admin, { shortcode: 'x'.repeat(50), message: `${'x'.repeat(499)}\r\n${'y'.repeat(500)}` });
  await create(admin, { shortcode: 'abc', message: '👍ab' });
  expect(await codes(admin)).toEqual(['abc', 'x'.repeat(50)]);
});

// "Quick messages belong to a user; an admin may mark one as shared with the company. A user's list is their own and the shared ones."
test('everybody lists their own and the shared ones, by shortcode, whatever company and user they name', async () => {
  const { admin, ana, bia } = await team();
  await create(ana, { shortcode: 'Zebra' });
  await create(ana, { shortcode: 'álbum' });
  await create(bia, { shortcode: 'da-bia' });
  await create(admin, { shortcode: 'da-chefe' });
  await create(admin, { shortcode: 'horario', shared: true });
  expect(await codes(ana)).toEqual(['álbum', 'horario', 'Zebra']);
  expect(await codes(admin)).toEqual(['da-chefe', 'horario']);
  const { body } = await ana.raw('GET', `/quick-messages/list?companyId=1&userId=${bia.user.id}`);
  expect(body).toMatchObject([{ shortcode: 'álbum' }, { shortcode: 'horario' }, { shortcode: 'Zebra' }]);
});

test('a search finds shortcodes and texts, ignoring case, accents and the slash; 20 on a page', async () => {
  const ana = await world.company();
  for (let n = 1; n <= 21; n += 1) await create(ana, { shortcode: `nº-${String(n).padStart(2, '0')}`, message: 'Preço à vista' });
  await create(ana, { shortcode: 'pix', message: 'A chave é esta' });
  expect(await codes(ana, { searchParam: 'CHAVE' })).toEqual(['pix']);
  expect(await codes(ana, { searchParam: '/PI' })).toEqual(['pix']);
  expect(await codes(ana, { searchParam: '%' })).toEqual([]);
  const first = await ana.call(quickMessagesApi.list, { query: { searchParam: 'preco' } });
  expect([first.records.length, first.count, first.hasMore]).toEqual([20, 21, true]);
  const second = await ana.call(quickMessagesApi.list, { query: { searchParam: 'preco', pageNumber: 2 } });
  expect([second.records.map(({ shortcode }) => shortcode), second.hasMore]).toEqual([['nº-21'], false]);
});

// "A colleague's quick message: 403."
test('a colleague’s own is refused to everybody, an admin too; what is shared only admins change', async () => {
  const { admin, ana, bia } = await team();
  const own = await create(ana);
  const shared = await create(admin, { shortcode: 'horario', shared: true });
  const tries = async (who: Client, id: number) => [
    (await who.raw('GET', `/quick-messages/${id}`)).status,
    (await who.raw('POST', `/quick-messages/${id}/use`)).status,
    (await who.raw('PUT', `/quick-messages/${id}`, { body: { message: 'Outra' } })).status,
    (await upload(who, id, await fileOf())).status,
    (await who.raw('DELETE', `/quick-messages/${id}/media-upload`)).status,
  ];
  for (const who of [bia, admin]) expect(await tries(who, own.id)).toEqual([403, 403, 403, 403, 403]);
  expect(await tries(bia, shared.id)).toEqual([200, 200, 403, 403, 403]);
  expect(await bia.raw('DELETE', `/quick-messages/${shared.id}`)).toMatchObject(forbidden);
  expect(await bia.raw('DELETE', `/quick-messages/${own.id}`)).toMatchObject(forbidden);
  const other = await world.colleague(admin, 'admin');
  expect(await tries(other, shared.id)).toEqual([200, 200, 200, 200, 200]);
});

test('only an admin shares, and takes back', async () => {
  const { admin, ana } = await team();
  expect(await ana.raw('POST', '/quick-messages', { body: { shortcode: 'ola', message: 'Olá!', shared: true } })).toMatchObject(forbidden);
  const own = await create(ana);
  expect(await ana.raw('PUT', `/quick-messages/${own.id}`, { body: { shared: true } })).toMatchObject(forbidden);
  // A form that sends everything back changes nothing about it.
  expect((await ana.raw('PUT', `/quick-messages/${own.id}`, { body: { ...own, message: 'Oi, oi', shared: 'false' } })).status).toBe(200);
  const { id } = await create(admin, { shortcode: 'horario' });
  const share = (shared: boolean) => admin.call(quickMessagesApi.update, { params: { id }, body: { shared } });
  expect(await share(true)).toMatchObject({ shared: true, userId: admin.user.id });
  expect(await codes(ana)).toEqual(['horario', 'ola']);
  await share(false);
  expect(await codes(ana)).toEqual(['ola']);
});

test('uses are counted for each person, also many at once', async () => {
  const { admin, ana, bia } = await team();
  const { id } = await create(admin, { shared: true });
  await Promise.all(Array.from({ length: 5 }, () => ana.call(quickMessagesApi.use, { params: { id } })));
  expect(await bia.call(quickMessagesApi.use, { params: { id } })).toEqual({ id, uses: 1 });
  const uses = async (who: Client) => (await who.call(quickMessagesApi.everyone, { query: {} })).map((each) => each.uses);
  expect([await uses(ana), await uses(bia), await uses(admin)]).toEqual([[5], [1], [0]]);
});

test('its file opens to who may use it, and to nobody else', async () => {
  const { admin, ana, bia } = await team();
  const stranger = await world.company();
  const open = async (client: Client, key: string | null) => (await client.raw('GET', `/public/${key}`)).status;
  const { id } = await create(ana);
  expect(await upload(ana, id, await fileOf())).toMatchObject({ status: 200, body: { id, mediaName: 'tabela.png' } });
  const { mediaPath } = await ana.call(quickMessagesApi.show, { params: { id } });
  expect([await open(ana, mediaPath), await open(bia, mediaPath), await open(admin, mediaPath)]).toEqual([200, 403, 403]);
  expect([await open(stranger, mediaPath), await open(world.client(), mediaPath)]).toEqual([404, 404]);
  const shared = await create(admin, { shared: true });
  await upload(admin, shared.id, await fileOf('preços.png'));
  const { mediaPath: all } = await bia.call(quickMessagesApi.show, { params: { id: shared.id } });
  expect([await open(bia, all), await open(stranger, all)]).toEqual([200, 404]);
  expect(await upload(ana, id, new FormData())).toMatchObject(refusal(400, 'ERR_VALIDATION'));
});

test('a file that was replaced, taken away or left behind is swept away; one that is held stays', async () => {
  const ana = await world.company();
  const { id } = await create(ana);
  const gone = await create(ana, { shortcode: 'vai' });
  const keys: string[] = [];
  for (const [to, name] of [
    [id, 'um.png'],
    [id, 'dois.png'],
    [gone.id, 'tres.png'],
  ] as const)
    keys.push(String(Object((await upload(ana, to, await fileOf(name))).body).mediaPath));
  await ana.call(quickMessagesApi.remove, { params: { id: gone.id } });
  world.clock.move(25 * 3_600_000);
  await deleteOrphanedFiles(world.server.platform, fileOwners);
  const stored = await Promise.all(keys.map(async (key) => (await world.server.platform.storage.stat(key)) !== undefined));
  expect(stored).toEqual([false, true, false]);
  await ana.logIn(ana.user.email);
  const detached = await ana.call(quickMessagesApi.detach, { params: { id } });
  expect(detached).toMatchObject({ id, mediaPath: null, mediaName: null, message: expect.any(String) });
});

test('who leaves takes their own with them; what they shared stays, and is the next admin’s who takes it back', async () => {
  const { admin, bia } = await team();
  const boss = await world.colleague(admin, 'admin');
  const { id } = await create(boss, { shortcode: 'horario', shared: true });
  const own = await create(boss, { shortcode: 'segredo' });
  const ear = await bia.listen();
  await admin.call(usersApi.remove, { params: { id: boss.user.id } });
  expect(await bia.call(quickMessagesApi.show, { params: { id } })).toMatchObject({ userId: null, shared: true });
  expect((await admin.raw('GET', `/quick-messages/${own.id}`)).status).toBe(404);
  await expect.poll(() => ear.of(quickMessageLive)).toMatchObject([{ action: 'update', record: { id, userId: null } }]);
  expect(await admin.call(quickMessagesApi.update, { params: { id }, body: { shared: false } })).toMatchObject({
    ...{ userId: admin.user.id, shared: false },
  });
});
