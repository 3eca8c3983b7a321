import { type Announcement, announcementLive, announcementsApi } from '@prosa/contracts/announcements';
import { CaughtUp } from '@prosa/contracts/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { fileOwners } from '../index.ts';
import { deleteOrphanedFiles } from '../media/sweep.jobs.ts';

const world = await openWorld({ ROLES: 'web' });
const database = openPool(world.database.url, 2);
afterAll(() => database.end());

let boss: Client;
beforeAll(async () => {
  boss = world.client();
  await boss.logIn(world.config.ADMIN_EMAIL);
});

const create = (body: Partial<Announcement> = {}) =>
  boss.call(announcementsApi.create, { body: { title: 'Manutenção', text: 'Sábado às 22h.', ...body } });
const titles = async (client: Client, query = {}) =>
  (await client.call(announcementsApi.list, { query })).records.map(({ title }) => title);
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });
const fileOf = async (name = 'aviso.png', bytes?: Buffer) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes ?? (await pngOf(8, 6)))]), name);
  return form;
};
const upload = async (id: number, form: FormData) => boss.raw('POST', `/announcements/${id}/media-upload`, { form });

test('"Announcement: id, title, text, priority, status (boolean), mediaPath, mediaName": priority 3 and active unless said', async () => {
  expect(await create()).toMatchObject({
    ...{ title: 'Manutenção', text: 'Sábado às 22h.', priority: 3, status: true },
    ...{ mediaPath: null, mediaName: null },
  });
  const made = await create({ priority: 1, status: false });
  expect(made).toMatchObject({ priority: 1, status: false });
  expect(await boss.call(announcementsApi.show, { params: { id: made.id } })).toEqual(made);
  // Forms say numbers and flags as text.
  const { body } = await boss.raw('POST', '/announcements', { body: { title: 'a', text: 'b', priority: '2', status: 'true' } });
  expect(body).toMatchObject({ priority: 2, status: true });
});

test('"title and text required": each complaint is said at its field, also of one that is blank', async () => {
  const wrong = (path: string) => ({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [expect.objectContaining({ path, message: 'required' })] },
  });
  const plain = ({ status, body }: { status: number; body: unknown }) => ({ status, body });
  expect(plain(await boss.raw('POST', '/announcements', { body: { text: 'b' } }))).toEqual(wrong('title'));
  expect(plain(await boss.raw('POST', '/announcements', { body: { title: 'a', text: '  ' } }))).toEqual(wrong('text'));
  const { id } = await create();
  expect(plain(await boss.raw('PUT', `/announcements/${id}`, { body: { title: ' ' } }))).toEqual(wrong('title'));
  expect((await boss.raw('PUT', `/announcements/${id}`, { body: { priority: 4 } })).status).toBe(400);
});

test('super users write, whatever their profile; everybody else is refused', async () => {
  const admin = await world.company();
  const { id } = await create();
  for (const [method, path, body] of [
    ['POST', '/announcements', { title: 'a', text: 'b' }],
    ['PUT', `/announcements/${id}`, { title: 'a' }],
    ['DELETE', `/announcements/${id}`, undefined],
    ['DELETE', `/announcements/${id}/media-upload`, undefined],
  ] as const)
    expect(await admin.raw(method, path, { body })).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
  expect(await admin.raw('POST', `/announcements/${id}/media-upload`, { form: await fileOf() })).toMatchObject(
    refusal(403, 'ERR_NO_PERMISSION'),
  );
  const agent = await world.colleague(admin);
  await database.query('update users set super = true where id = $1', [agent.user.id]);
  expect((await agent.raw('PUT', `/announcements/${id}`, { body: { title: 'Do agente' } })).status).toBe(200);
});

test('everybody of every company reads the active ones, newest first; super users read all', async () => {
  const [one, other] = [await world.company(), await world.colleague(await world.company())];
  const [active, idle] = [await create({ title: 'lista um' }), await create({ title: 'Lista dois', status: false })];
  await create({ title: 'LISTA três', priority: 1 });
  for (const reader of [one, other]) expect(await titles(reader, { searchParam: 'lista' })).toEqual(['LISTA três', 'lista um']);
  expect(await titles(boss, { searchParam: 'lista' })).toEqual(['LISTA três', 'Lista dois', 'lista um']);
  // What the top bar shows, to super users as well: the most important first.
  await boss.call(announcementsApi.update, { params: { id: active.id }, body: { priority: 2 } });
  await create({ title: 'lista quatro' });
  expect(await titles(boss, { searchParam: 'lista', active: 'true' })).toEqual(['LISTA três', 'lista um', 'lista quatro']);
  expect(await one.call(announcementsApi.show, { params: { id: active.id } })).toMatchObject({ title: 'lista um' });
  const [hidden, missing] = [await one.raw('GET', `/announcements/${idle.id}`), await one.raw('GET', '/announcements/2000000111')];
  expect(hidden).toMatchObject(refusal(404, 'ERR_NO_ANNOUNCEMENT_FOUND'));
  expect(hidden.body).toEqual(missing.body);
});

test('"with searchParam, pageNumber. The response is records and hasMore": pages of 20, found without accents or case', async () => {
  const reader = await world.company();
  for (let n = 1; n <= 21; n += 1) await create({ title: `Página nº ${n}` });
  const first = await reader.call(announcementsApi.list, { query: { searchParam: 'PAGINA' } });
  expect([first.records.length, first.count, first.hasMore]).toEqual([20, 21, true]);
  const second = await reader.call(announcementsApi.list, { query: { searchParam: 'pagina', pageNumber: 2 } });
  expect([second.records.map(({ title }) => title), second.hasMore]).toEqual([['Página nº 1'], false]);
  expect((await reader.raw('GET', '/announcements/?searchParam=%25')).body).toMatchObject({ count: 0 });
});

test('company-announcement: heard in every company, and that it is gone by those who may no longer see it', async () => {
  const [here, there] = [await world.company(), await world.colleague(await world.company())];
  const [ofHere, ofThere, ofBoss] = [await here.listen(), await there.listen(), await boss.listen()];
  const said = (ear: typeof ofHere, id: number) =>
    ear
      .of(announcementLive)
      .map((data) => announcementLive.message.parse(data))
      .filter((event) => (event.action === 'delete' ? event.id : event.record.id) === id)
      .map((event) => (event.action === 'delete' ? 'delete' : `${event.action} ${event.record.title} ${event.record.status}`));
  const { id } = await create({ title: 'Um', status: false });
  const change = (body: object) => boss.call(announcementsApi.update, { params: { id }, body });
  await change({ status: true });
  await change({ title: 'Dois' });
  await change({ status: false });
  await boss.call(announcementsApi.remove, { params: { id } });
  for (const ear of [ofHere, ofThere])
    await expect.poll(() => said(ear, id)).toEqual(['update Um true', 'update Dois true', 'delete', 'delete']);
  await expect
    .poll(() => said(ofBoss, id))
    .toEqual(['create Um false', 'update Um true', 'update Dois true', 'update Dois false', 'delete']);
  const again = CaughtUp.parse(await ofThere.socket.timeout(20_000).emitWithAck('catchUp', { since: 1 }));
  expect('events' in again && JSON.stringify(again.events)).not.toContain('"status":false');
  expect(await here.raw('GET', `/announcements/${id}`)).toMatchObject(refusal(404, 'ERR_NO_ANNOUNCEMENT_FOUND'));
});

test('an image opens to everyone who is logged in, of every company, for as long as the announcement shows it', async () => {
  const stranger = await world.colleague(await world.company());
  const { id } = await create();
  const { status, body } = await upload(id, await fileOf('Aviso.PNG'));
  expect({ status, body }).toMatchObject({ status: 200, body: { id, mediaName: 'Aviso.PNG' } });
  const { mediaPath } = await stranger.call(announcementsApi.show, { params: { id } });
  const open = async (client: Client) => (await client.raw('GET', `/public/${mediaPath}`)).status;
  expect([await open(boss), await open(stranger), await open(world.client())]).toEqual([200, 200, 404]);
  await boss.call(announcementsApi.update, { params: { id }, body: { status: false } });
  expect([await open(boss), await open(stranger)]).toEqual([200, 404]);
  await boss.call(announcementsApi.update, { params: { id }, body: { status: true } });
  const detached = await boss.call(announcementsApi.detach, { params: { id } });
  expect(detached).toMatchObject({ id, mediaPath: null, mediaName: null, message: expect.any(String) });
  expect((await stranger.raw('GET', `/public/${mediaPath}`)).status).toBe(404);
});

test('"Image attachments must be .png, .jpg or .jpeg": by their name and by their bytes, up to 5 MiB', async () => {
  const { id } = await create();
  const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1');
  expect(await upload(id, await fileOf('a.png', gif))).toMatchObject(refusal(415, 'ERR_UNSUPPORTED_TYPE'));
  expect(await upload(id, await fileOf('a.webp'))).toMatchObject(refusal(415, 'ERR_UNSUPPORTED_TYPE'));
  expect(await upload(id, await fileOf('a.svg', Buffer.from('<svg onload="x()"/>')))).toMatchObject(refusal(415, 'ERR_UNSUPPORTED_TYPE'));
  const large = Buffer.concat([await pngOf(8, 6), Buffer.alloc(5 * 2 ** 20)]);
  expect(await upload(id, await fileOf('a.png', large))).toMatchObject(refusal(413, 'ERR_TOO_LARGE'));
  expect(await upload(id, new FormData())).toMatchObject(refusal(400, 'ERR_VALIDATION'));
  expect(await upload(2_000_000_111, await fileOf())).toMatchObject(refusal(404, 'ERR_NO_ANNOUNCEMENT_FOUND'));
  expect(await boss.call(announcementsApi.show, { params: { id } })).toMatchObject({ mediaPath: null });
});

test('an image that was replaced, taken away or left behind is swept away; one that is held stays', async () => {
  const { id } = await create();
  const keys: string[] = [];
  for (const name of ['um.png', 'dois.jpg']) keys.push(String(Object((await upload(id, await fileOf(name))).body).mediaPath));
  const orphan = await create();
  keys.push(String(Object((await upload(orphan.id, await fileOf())).body).mediaPath));
  await boss.call(announcementsApi.remove, { params: { id: orphan.id } });
  world.clock.move(25 * 3_600_000);
  await deleteOrphanedFiles(world.server.platform, fileOwners);
  const stored = await Promise.all(keys.map(async (key) => (await world.server.platform.storage.stat(key)) !== undefined));
  expect(stored).toEqual([false, true, false]);
  await boss.logIn(world.config.ADMIN_EMAIL);
});

test('the same Idempotency-Key makes one announcement, answers the same again, and refuses another body', async () => {
  const ask = (title: string, key: string) =>
    boss.raw('POST', '/announcements', { body: { title, text: 'b' }, headers: { 'idempotency-key': key } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('Uma vez', 'k-1')));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(await titles(boss, { searchParam: 'uma vez' })).toEqual(['Uma vez']);
  expect(await ask('Outra', 'k-1')).toMatchObject(refusal(409, 'ERR_CONFLICT'));
  const { id } = await create();
  const send = async () =>
    boss.raw('POST', `/announcements/${id}/media-upload`, { form: await fileOf(), headers: { 'idempotency-key': 'k-2' } });
  expect((await send()).body).toEqual((await send()).body);
});

type Node = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('pages and searches go through an index, however many there are', async () => {
  await database.query(`
    insert into announcements (title, text, priority, status)
    select 'Aviso ' || n || case when n % 5000 = 7 then ' xilofone' else '' end, 'texto', 1 + n % 3, n % 2 = 0
    from generate_series(1, 20000) n`);
  await database.query('vacuum analyze announcements');
  const { announcementStatements } = await import('./announcements.queries.ts');
  const { sql } = await import('../../platform/database/database.ts');
  const plan = (query: Partial<{ searchParam: string; active: boolean }>, isSuper: boolean) =>
    inScope(world.server.platform, { companyId: boss.user.companyId }, async (scope) => {
      const { page } = announcementStatements(
        { actor: { ...scope.actor, super: isSuper } },
        { searchParam: '', pageNumber: 2, active: false, ...query },
      );
      const { rows } = await scope.tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(sql`explain (format json) ${page}`);
      const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
      return nodes.flatMap((node) => node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? ['the whole table'] : []));
    });
  expect(await plan({}, true)).toEqual(['announcements_pkey']);
  expect(await plan({}, false)).toEqual(['announcements_shown']);
  expect(await plan({ active: true }, true)).toEqual(['announcements_urgent']);
  expect(await plan({ searchParam: 'xilofone' }, true)).toEqual(['announcements_search']);
});
