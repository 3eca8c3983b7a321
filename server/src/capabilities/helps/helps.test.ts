import { helpLive, helpsApi } from '@prosa/contracts/helps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { helpStatements } from './helps.queries.ts';

const world = await openWorld({ ROLES: 'web' });
const code = 'dQw4w9WgXcQ';
let boss: Client;
beforeAll(async () => {
  boss = world.client();
  await boss.logIn(world.config.ADMIN_EMAIL);
});
const create = (body: object = {}) =>
  boss.call(helpsApi.create, { body: { title: 'Primeiros passos', description: 'Como entrar', video: code, ...body } });
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });

test('"Help item: id, title, description, video (video code)": written by super users, read by everybody of every company', async () => {
  const made = await create();
  expect(made).toMatchObject({ title: 'Primeiros passos', description: 'Como entrar', video: code });
  const [admin, agent] = [await world.company(), await world.colleague(await world.company())];
  for (const reader of [admin, agent, boss]) {
    expect(await reader.call(helpsApi.show, { params: { id: made.id } })).toEqual(made);
    expect(await reader.call(helpsApi.everyone, { query: {} })).toContainEqual(made);
  }
  for (const [method, path] of [
    ['POST', '/helps'],
    ['PUT', `/helps/${made.id}`],
    ['DELETE', `/helps/${made.id}`],
  ] as const)
    expect(await admin.raw(method, path, { body: { title: 'Nada', video: code } })).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
  const changed = await boss.call(helpsApi.update, { params: { id: made.id }, body: { title: 'Novo título' } });
  expect(changed).toMatchObject({ title: 'Novo título', description: 'Como entrar', video: code });
  await boss.call(helpsApi.remove, { params: { id: made.id } });
  for (const path of [`/helps/${made.id}`, '/helps/2000000111'])
    expect(await admin.raw('GET', path)).toMatchObject(refusal(404, 'ERR_NO_HELP_FOUND'));
  expect(await boss.raw('PUT', `/helps/${made.id}`, { body: { title: 'Nada' } })).toMatchObject(refusal(404, 'ERR_NO_HELP_FOUND'));
});

test('`GET /helps` `{records, count, hasMore}`: pages of 20 by title, found without accents or case', async () => {
  for (let n = 10; n <= 31; n += 1) await create({ title: `Página ${n}` });
  const first = await boss.call(helpsApi.list, { query: { searchParam: 'PAGINA' } });
  expect([first.records[0]?.title, first.records.length, first.count, first.hasMore]).toEqual(['Página 10', 20, 22, true]);
  const second = await boss.call(helpsApi.list, { query: { searchParam: 'pagina', pageNumber: 2 } });
  expect([second.records.map(({ title }) => title), second.hasMore]).toEqual([['Página 30', 'Página 31'], false]);
});

test('a video is a code of eleven signs, or an address that has one; nothing else gets in, whatever it looks like', async () => {
  const kept = async (video: string) => (await create({ video })).video;
  for (const typed of [
    code,
    ` ${code} `,
    `https://www.youtube.com/watch?v=${code}&t=10s`,
    `https://www.youtube.com/watch?app=desktop&v=${code}`,
    `https://youtu.be/${code}?si=abc`,
    `youtube.com/shorts/${code}`,
    `https://www.youtube-nocookie.com/embed/${code}`,
  ])
    expect(await kept(typed), typed).toBe(code);
  for (const typed of [
    'abc',
    `${code}x`,
    `https://evil.example/watch?v=${code}`,
    `https://youtube.com.evil.example/embed/${code}`,
    `javascript:alert(1)//${code}`,
    `"><script>alert(1)</script>`,
    `../../${code}`,
    `https://www.youtube.com/watch?v=${code}x`,
  ])
    expect(await boss.raw('POST', '/helps', { body: { title: 'Vídeo', video: typed } }), typed).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [expect.objectContaining({ path: 'video', message: 'invalidVideo' })] },
    });
  expect(await boss.raw('POST', '/helps', { body: { title: '', video: '' } })).toMatchObject(refusal(400, 'ERR_VALIDATION'));
});

test('the live name `help`: told in every company, under its own name there', async () => {
  const [here, there] = [await world.company(), await world.colleague(await world.company())];
  const ears = [await here.listen(), await there.listen()];
  const { id } = await create({ title: 'Ao vivo' });
  await boss.call(helpsApi.update, { params: { id }, body: { title: 'Ao vivo!' } });
  await boss.call(helpsApi.remove, { params: { id } });
  for (const ear of ears) await expect.poll(() => ear.of(helpLive).map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
});

test('frames: the page may show one host in a frame, the one that sets no cookie, and nothing else', async () => {
  const policy = (await boss.raw('GET', '/health/live')).headers.get('content-security-policy') ?? '';
  expect(policy.split(';').find((part) => part.startsWith('frame-src'))).toBe('frame-src https://www.youtube-nocookie.com');
  expect(policy.match(/https?:[^ ;]+/g)).toEqual(['https://www.youtube-nocookie.com']);
});

const database = openPool(world.database.url);
afterAll(() => database.end());

type Node = { 'Node Type': string; 'Index Name'?: string; Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('pages and searches go through an index, however many there are', async () => {
  await database.query(`
    insert into helps (title, video)
    select 'Vídeo ' || n || case when n % 5000 = 7 then ' xilofone' else '' end, '${code}'
    from generate_series(1, 20000) n`);
  await database.query('vacuum analyze helps');
  const plan = (searchParam: string) =>
    inScope(world.server.platform, { companyId: boss.user.companyId }, async ({ tx }) => {
      const { page } = helpStatements({ searchParam, pageNumber: 2 });
      const { rows } = await tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(sql`explain (format json) ${page}`);
      const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
      return nodes.flatMap((node) => node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? ['the whole table'] : []));
    });
  expect(await plan('')).toEqual(['helps_list']);
  expect(await plan('xilofone')).toEqual(['helps_search']);
});
