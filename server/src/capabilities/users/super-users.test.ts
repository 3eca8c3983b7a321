import { alarmsApi } from '@prosa/contracts/alarms';
import { companiesApi } from '@prosa/contracts/companies';
import { usersApi } from '@prosa/contracts/users';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web' });
const database = openPool(world.database.url);
afterAll(() => database.end());

const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);
const platformId = boss.user.companyId;
/** An admin of the platform's company without the super flag. */
const plain = await world.colleague(boss, 'admin');

const noPermission = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
const lastSuper = { status: 400, body: { error: 'ERR_LAST_SUPER' } };
const change = (who: Client, id: number, body: Record<string, unknown>) => who.raw('PUT', `/users/${id}`, { body });
const remove = (who: Client, id: number) => who.raw('DELETE', `/users/${id}`);
const setting = (who: Client, key: string, value: string) => who.raw('PUT', `/settings/${key}`, { body: { value } });
const isSuper = async (id: number) => (await boss.call(usersApi.show, { params: { id } })).super;
const canSeeCompanies = async (who: Client) => (await who.send(companiesApi.all, { query: {} })).status === 200;
const entriesOf = async (object: string) =>
  (
    await database.query(
      `select action, user_id, before, after from audit_entries where object = $1 and action <> 'session.login' order by id`,
      [object],
    )
  ).rows;

async function secondSuper(): Promise<Client> {
  const colleague = await world.colleague(boss, 'admin');
  expect((await change(boss, colleague.user.id, { super: true })).status).toBe(200);
  return colleague;
}

test('a plain admin of the platform’s company can neither change nor delete a super user', async () => {
  for (const body of [
    { password: 'tomada-da-conta' },
    { email: 'outro@exemplo.com' },
    { name: 'Outro' },
    { profile: 'user' },
    { queueIds: [] },
  ])
    expect(await change(plain, boss.user.id, body), JSON.stringify(body)).toMatchObject(noPermission);
  expect(await remove(plain, boss.user.id)).toMatchObject(noPermission);
  const again = world.client();
  await again.logIn(world.config.ADMIN_EMAIL);
  await boss.logIn(world.config.ADMIN_EMAIL);
});

test('a plain admin cannot grant the super flag, to others or to themselves', async () => {
  expect(await change(plain, plain.user.id, { super: true })).toMatchObject(noPermission);
  const created = await plain.raw('POST', '/users', {
    body: { name: 'Nova', email: 'nova@exemplo.com', password: world.password, profile: 'admin', super: true },
  });
  expect(created).toMatchObject(noPermission);
  expect(await change(plain, plain.user.id, { super: false, name: 'Mesma' })).toMatchObject({ status: 200, body: { super: false } });
});

test('an admin of another company cannot grant the super flag', async () => {
  const admin = await world.company();
  expect(await change(admin, admin.user.id, { super: true })).toMatchObject(noPermission);
  expect(await change(admin, admin.user.id, { super: false })).toMatchObject({ status: 200 });
});

test('a super user grants and revokes the flag, with effect on open sessions at once', async () => {
  const colleague = await world.colleague(boss, 'admin');
  expect(await canSeeCompanies(colleague)).toBe(false);
  expect(await change(boss, colleague.user.id, { super: true })).toMatchObject({ status: 200, body: { super: true } });
  expect(await canSeeCompanies(colleague)).toBe(true);
  expect(await change(colleague, boss.user.id, { name: 'Chefe' })).toMatchObject({ status: 200 });
  expect(await change(boss, colleague.user.id, { super: false })).toMatchObject({ status: 200, body: { super: false } });
  expect(await canSeeCompanies(colleague)).toBe(false);
  expect(await entriesOf(`user ${colleague.user.id}`)).toMatchObject([
    { action: 'users.create', user_id: boss.user.id, after: { super: false, profile: 'admin' } },
    { action: 'users.update', user_id: boss.user.id, before: { super: false }, after: { super: true } },
    { action: 'users.update', user_id: boss.user.id, before: { super: true }, after: { super: false } },
  ]);
});

test('a super user is created by a super user', async () => {
  const body = { name: 'Dona', email: 'dona@exemplo.com', password: world.password, profile: 'admin', super: true };
  const created = await boss.raw('POST', '/users', { body });
  expect(created).toMatchObject({ status: 200, body: { super: true } });
  const id = (created.body as { id: number }).id;
  expect(await remove(boss, id)).toMatchObject({ status: 200 });
  expect((await entriesOf(`user ${id}`)).map(({ action }) => action)).toEqual(['users.create', 'users.delete']);
});

test('the last super user can neither leave nor step down', async () => {
  expect(await remove(boss, boss.user.id)).toMatchObject(lastSuper);
  expect(await change(boss, boss.user.id, { super: false })).toMatchObject(lastSuper);
  expect(await isSuper(boss.user.id)).toBe(true);
});

test('of two super users who revoke or delete each other at once, one remains', async () => {
  for (const way of ['revoke', 'delete'] as const) {
    const one = await secondSuper();
    const two = await secondSuper();
    expect((await change(one, boss.user.id, { super: false })).status).toBe(200);
    const strike = (who: Client, whom: Client) =>
      way === 'delete' ? remove(who, whom.user.id) : change(who, whom.user.id, { super: false });
    const answers = await Promise.all([strike(one, two), strike(two, one)]);
    expect(
      answers.filter(({ status }) => status === 200),
      way,
    ).toHaveLength(1);
    const { rows } = await database.query<{ id: number }>('select id from users where super and company_id = $1', [platformId]);
    expect(rows).toHaveLength(1);
    const survivor = rows[0]?.id === one.user.id ? one : two;
    expect((await change(survivor, boss.user.id, { super: true })).status).toBe(200);
    expect((await change(boss, survivor.user.id, { super: false })).status).toBe(200);
  }
});

test('where payments go is changed by super users only, recorded, and reported to all of them', async () => {
  const colleague = await secondSuper();
  for (const key of ['pixKey', 'pixName', 'pixCity']) expect(await setting(plain, key, 'fraude@exemplo.com')).toMatchObject(noPermission);
  expect(await setting(colleague, 'pixKey', 'chave@exemplo.com')).toMatchObject({ status: 200 });
  expect(await setting(colleague, 'pixKey', 'fraude@exemplo.com')).toMatchObject({ status: 200 });
  expect(await entriesOf('setting pixKey')).toEqual([
    { action: 'settings.update', user_id: colleague.user.id, before: { value: null }, after: { value: 'chave@exemplo.com' } },
    {
      action: 'settings.update',
      user_id: colleague.user.id,
      before: { value: 'chave@exemplo.com' },
      after: { value: 'fraude@exemplo.com' },
    },
  ]);
  const listed = async (who: Client) => (await who.call(alarmsApi.list, { query: {} })).alarms.filter(({ what }) => what === 'setting');
  const [alarm] = await listed(boss);
  expect(alarm).toMatchObject({
    subject: `pixKey ${colleague.user.email}`,
    attempts: 2,
    code: 'SETTING_CHANGED',
    company: { id: platformId },
  });
  const dismiss = (who: Client) => who.raw('POST', `/alarms/${alarm?.id}/retry`);
  expect(await dismiss(colleague)).toMatchObject({ status: 409, body: { error: 'ERR_OWN_ALARM' } });
  expect(await listed(colleague)).toEqual([alarm]);
  expect((await dismiss(boss)).status).toBe(200);
  expect(await listed(boss)).toEqual([]);
});

test('the only super user dismisses the alarm about their own change', async () => {
  await database.query('update users set super = (id = $1) where company_id = $2', [boss.user.id, platformId]);
  await setting(boss, 'pixCity', 'Recife');
  const { alarms } = await boss.call(alarmsApi.list, { query: {} });
  expect(await boss.raw('POST', `/alarms/${alarms[0]?.id}/retry`)).toMatchObject({ status: 200 });
});
