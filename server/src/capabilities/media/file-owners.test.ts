import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesApi } from '@prosa/contracts/files';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { inScope } from '../../platform/database/scope.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';
import { fileOwners } from '../index.ts';
import { filesRoutes } from './files.routes.ts';
import { deleteOrphanedFiles } from './sweep.jobs.ts';

/** Posters hang for admins and supervisors of the company; notices, of whichever company, for everybody who is logged in. */
const owner = (table: string, more: Pick<FileOwner, 'mayOpen' | 'everyCompany'>): FileOwner => ({
  kind: table,
  table,
  holds: (mediaId) => sql`exists (select from ${sql.raw(table)} o where o.company_id = current_company() and o.media_id = ${mediaId})`,
  shows: (mediaId) =>
    sql`exists (select from ${sql.raw(table)} o where o.company_id = current_company() and o.media_id = ${mediaId} and o.shown)`,
  ...more,
});
const owners = [
  ...fileOwners,
  owner('posters', { mayOpen: async ({ actor }) => actor.profile !== 'user' }),
  owner('notices', { mayOpen: async () => true, everyCompany: true }),
];

// Beside the product's own files route, which knows nothing of posters.
const world = await openWorld({ ROLES: 'web' }, undefined, (http) => filesRoutes(http, owners, `/hung${filesApi.read.path}`));
const database = openPool(world.database.url, 2);
afterAll(() => database.end());
for (const table of ['posters', 'notices'])
  await database.query(`
    create table ${table} (
      id integer generated always as identity primary key,
      company_id integer not null default current_company(),
      media_id bigint,
      shown boolean not null default true);
    select secure_company_table('${table}');
    select secure_file_owner('${table}')`);

async function hang(admin: Client, table: string) {
  const { companyId } = admin.user;
  const key = newMediaKey(companyId);
  const { size, sha256 } = await world.server.platform.storage.put(key, Buffer.from(`a file of ${table}`), { limitBytes: 1000 });
  const id = await inScope(world.server.platform, { companyId }, async (scope) => {
    const [media] = await insertMedia(scope, [{ key, mimetype: 'image/png', kind: 'image', size, sha256, fileName: 'a.png' }]);
    const { rows } = await scope.tx.execute<{ id: number }>(
      sql`insert into ${sql.raw(table)} (media_id) values (${media?.id}) returning id`,
    );
    return rows[0]?.id;
  });
  return { key, id, path: `/hung/public/${key}` };
}

const open = async (client: Client, path: string) => (await client.raw('GET', path)).status;

test('a file opens to whom its owner opens, whatever kind of owner that is', async () => {
  const [admin, stranger] = [await world.company(), await world.company()];
  const [supervisor, agent] = [await world.colleague(admin, 'supervisor'), await world.colleague(admin)];
  const poster = await hang(admin, 'posters');
  const opened = async (path: string) => Promise.all([admin, supervisor, agent, stranger].map((each) => open(each, path)));
  expect(await opened(poster.path)).toEqual([200, 200, 403, 404]);
  const notice = await hang(admin, 'notices');
  expect(await opened(notice.path)).toEqual([200, 200, 200, 200]);
  expect(await open(world.client(), notice.path)).toBe(404);
  await database.query('update notices set shown = false where id = $1', [notice.id]);
  expect(await opened(notice.path)).toEqual([404, 404, 404, 404]);
});

test('a file stays as long as anything holds it, and goes a day after it was let go or replaced', async () => {
  const admin = await world.company();
  const { platform } = world.server;
  const [kept, left, replaced, other] = [
    await hang(admin, 'posters'),
    await hang(admin, 'posters'),
    await hang(admin, 'posters'),
    await hang(admin, 'posters'),
  ];
  await inScope(platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    await tx.execute(sql`delete from posters where id = ${left.id}`);
    await tx.execute(sql`
      update posters
      set media_id = (select media_id from posters where id = ${other.id})
      where id = ${replaced.id}`);
    // Two hold it: one of them goes.
    await tx.execute(sql`delete from posters where id = ${other.id}`);
  });
  world.clock.move(25 * 3_600_000);
  await deleteOrphanedFiles(platform, owners);
  const stored = (await readdir(join(world.dataDir, 'media'), { recursive: true })).join('\n');
  const isStored = ({ key }: { key: string }) => stored.includes(key.split('/')[2] ?? '');
  expect([kept, left, replaced, other].map(isStored)).toEqual([true, false, false, true]);
});
