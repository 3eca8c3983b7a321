import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { companiesApi } from '@prosa/contracts/companies';
import { connectionsApi } from '@prosa/contracts/connections';
import { sessionApi } from '@prosa/contracts/session';
import { usersApi } from '@prosa/contracts/users';
import { afterAll, expect, test } from 'vitest';
import { fillConversation, newKeys, quietRows, rowsLeft } from '../../../test/company-rows.ts';
import { openPool } from '../../../test/database.ts';
import { differences, fingerprint, openRowSeeder } from '../../../test/isolation/row-seeder.ts';
import { openWorld } from '../../../test/world.ts';
import { emptyCompany, TimeIsUp } from './company-removal.actions.ts';

const world = await openWorld();
const { platform } = world.server;
const database = openPool(world.database.url, 2);
afterAll(() => database.end());
const seeder = await openRowSeeder(database);
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

const filesOf = (companyId: number) => {
  const folder = join(world.dataDir, 'media', String(companyId));
  return existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0;
};

/** A company with at least a row in every table, many messages, and files of which some belong to no row. */
async function furnished(messages: number, files: number) {
  const admin = await world.company();
  const { companyId } = admin.user;
  const rows = await seeder.seed(companyId, 'goes', quietRows);
  const keys = newKeys(companyId, files);
  for (const key of keys) await platform.storage.put(key, Buffer.from('bytes'), { limitBytes: 100 });
  await fillConversation(database, companyId, rows, messages, keys.slice(0, -3));
  expect(filesOf(companyId)).toBe(files);
  return admin;
}

const remove = (id: number) => boss.send(companiesApi.remove, { params: { id }, body: {} });

test('a deleted company is unusable at once, and then nothing is left of it in any table or folder; others keep everything', {
  timeout: 300_000,
}, async () => {
  const admin = await furnished(5_000, 200);
  const stays = await world.company();
  await seeder.seed(stays.user.companyId, 'stays', quietRows);
  const { companyId } = admin.user;
  const ear = await admin.listen();
  const token = `token-da-empresa-de-teste-${companyId}`;
  await admin.call(connectionsApi.create, { body: { name: 'Com token', token } });
  const before = await fingerprint(database, stays.user.companyId);

  expect(await remove(companyId)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  expect(await admin.send(usersApi.list, { query: {} })).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect((await admin.send(sessionApi.refresh, {})).status).toBe(401);
  const login = { body: { email: admin.user.email, password: world.password } };
  expect(await world.client().send(sessionApi.login, login)).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } });
  for (const again of [await remove(companyId), await boss.send(companiesApi.show, { params: { id: companyId } })])
    expect(again).toMatchObject({ status: 404, body: { error: 'ERR_NO_COMPANY_FOUND' } });
  expect((await boss.call(companiesApi.all, {})).map(({ id }) => id)).not.toContain(companyId);
  await expect.poll(() => ear.socket.connected).toBe(false);
  const { rows: running } = await database.query('select from connections where company_id = $1 and (wanted or removed_at is null)', [
    companyId,
  ]);
  expect(running).toEqual([]);
  // The name, the address and the token are free again.
  const heir = await world.company({ name: admin.user.company.name, email: admin.user.email });
  expect((await heir.send(connectionsApi.create, { body: { name: 'Com token', token } })).status).toBe(200);

  await expect.poll(() => rowsLeft(database, companyId), { timeout: 200_000 }).toEqual({});
  expect(filesOf(companyId)).toBe(0);
  expect(differences(before, await fingerprint(database, stays.user.companyId))).toEqual([]);
  const { rows: audit } = await database.query('select action from audit_entries where company_id = $1 order by id desc limit 1', [
    companyId,
  ]);
  expect(audit).toEqual([{ action: 'companies.delete' }]);
});

test('what is interrupted after any step goes on where it was', async () => {
  const admin = await furnished(1_200, 20);
  const { companyId } = admin.user;
  await database.query(`update companies set deleted_at = now(), status = false where id = $1`, [companyId]);
  for (let allowed = 1, done = false; !done; allowed += 3) {
    let steps = 0;
    const goOn = () => {
      steps += 1;
      if (steps > allowed) throw new TimeIsUp('interrupted');
    };
    done = await emptyCompany(platform, companyId, goOn).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TimeIsUp) return false;
        throw error;
      },
    );
  }
  expect(await rowsLeft(database, companyId)).toEqual({});
  expect(filesOf(companyId)).toBe(0);
});

test('a company that is not being deleted is not emptied, whoever asks; the platform’s own can not be deleted', async () => {
  const admin = await world.company();
  const before = await rowsLeft(database, admin.user.companyId);
  await emptyCompany(platform, admin.user.companyId, () => undefined);
  expect(await rowsLeft(database, admin.user.companyId)).toEqual(before);
  expect(await remove(boss.user.companyId)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await boss.call(companiesApi.all, {})).map(({ id }) => id)).toContain(boss.user.companyId);
  expect((await boss.send(sessionApi.me, {})).status).toBe(200);
});
