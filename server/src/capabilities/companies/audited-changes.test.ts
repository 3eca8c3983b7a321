import { announcementsApi } from '@prosa/contracts/announcements';
import { companiesApi } from '@prosa/contracts/companies';
import { helpsApi } from '@prosa/contracts/helps';
import { plansApi } from '@prosa/contracts/plans';
import { settingsApi } from '@prosa/contracts/settings';
import { usersApi } from '@prosa/contracts/users';
import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../../test/database.ts';
import { openWorld } from '../../../test/world.ts';

/** Which changes leave an audit entry, of which company and with what in it. */

const world = await openWorld({ ROLES: 'web' });
const database = openPool(world.database.url);
afterAll(() => database.end());
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

async function entriesOf(companyId: number, actions: string) {
  const { rows } = await database.query(
    'select action, object, user_id, before, after from audit_entries where company_id = $1 and action like $2 order by id',
    [companyId, actions],
  );
  return rows;
}
const platformId = boss.user.companyId;
const byBoss = { user_id: boss.user.id };

test('creating, changing and deleting a plan', async () => {
  const plan = await boss.call(plansApi.create, { body: { name: 'Auditado', users: 1, connections: 1, queues: 1, value: '10' } });
  const params = { id: plan.id };
  await boss.call(plansApi.update, { params, body: { users: 5 } });
  await boss.call(plansApi.remove, { params });
  const object = `plan ${plan.id}`;
  expect(await entriesOf(platformId, 'plans.%')).toMatchObject([
    { ...byBoss, object, action: 'plans.create', before: null, after: { name: 'Auditado', users: 1 } },
    { ...byBoss, object, action: 'plans.update', before: { users: 1 }, after: { users: 5 } },
    { ...byBoss, object, action: 'plans.delete', before: { name: 'Auditado', users: 5 }, after: null },
  ]);
});

test('creating, changing and deleting an announcement and a help video', async () => {
  const announcement = await boss.call(announcementsApi.create, { body: { title: 'Aviso', text: 'Texto' } });
  await boss.call(announcementsApi.update, { params: { id: announcement.id }, body: { title: 'Outro' } });
  await boss.call(announcementsApi.remove, { params: { id: announcement.id } });
  const help = await boss.call(helpsApi.create, { body: { title: 'Ajuda', description: 'Como', video: 'dQw4w9WgXcQ' } });
  await boss.call(helpsApi.update, { params: { id: help.id }, body: { title: 'Outra' } });
  await boss.call(helpsApi.remove, { params: { id: help.id } });
  expect(await entriesOf(platformId, 'announcements.%')).toMatchObject([
    { ...byBoss, action: 'announcements.create', after: { title: 'Aviso', text: 'Texto' } },
    { ...byBoss, action: 'announcements.update', before: { title: 'Aviso' }, after: { title: 'Outro' } },
    { ...byBoss, action: 'announcements.delete', before: { title: 'Outro' } },
  ]);
  expect(await entriesOf(platformId, 'helps.%')).toMatchObject([
    { ...byBoss, action: 'helps.create', after: { title: 'Ajuda' } },
    { ...byBoss, action: 'helps.update', before: { title: 'Ajuda' }, after: { title: 'Outra' } },
    { ...byBoss, action: 'helps.delete', before: { title: 'Outra' } },
  ]);
});

test('a setting, without the value of a secret one, and without an entry where nothing changes', async () => {
  const admin = await world.company();
  const set = (key: string, value: string) => admin.call(settingsApi.update, { params: { key }, body: { value } });
  await set('userRating', 'enabled');
  await set('userRating', 'enabled');
  await set('asaas', 'chave-muito-secreta');
  const entries = await entriesOf(admin.user.companyId, 'settings.%');
  expect(entries).toMatchObject([
    { user_id: admin.user.id, object: 'setting userRating', before: { value: 'disabled' }, after: { value: 'enabled' } },
    { user_id: admin.user.id, object: 'setting asaas', before: { value: null }, after: { value: '********' } },
  ]);
});

test('a user: who, what before and after, and never a password', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const params = { id: agent.user.id };
  await admin.call(usersApi.update, { params, body: { profile: 'supervisor', password: 'nova-senha-1' } });
  await admin.call(usersApi.update, { params, body: { profile: 'supervisor' } });
  await admin.call(usersApi.remove, { params });
  const entries = await entriesOf(admin.user.companyId, 'users.%');
  expect(entries).toMatchObject([
    { action: 'users.create', user_id: admin.user.id, after: { email: agent.user.email, profile: 'user', queueIds: [] } },
    { action: 'users.update', before: { profile: 'user' }, after: { profile: 'supervisor', password: '********' } },
    { action: 'users.delete', before: { email: agent.user.email, profile: 'supervisor' } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/nova-senha|argon2/);
});

test('a login, with the address it came from', async () => {
  const admin = await world.company();
  const { rows } = await database.query(
    `select user_id, user_email, object, address from audit_entries where company_id = $1 and action = 'session.login'`,
    [admin.user.companyId],
  );
  const { id, email } = admin.user;
  expect(rows).toEqual([{ user_id: id, user_email: email, object: `user ${id}`, address: '127.0.0.1' }]);
});

test('deleting a company with another name than the company’s is refused and changes nothing', async () => {
  const { company, companyId } = (await world.company()).user;
  const remove = (name: string) => boss.send(companiesApi.remove, { params: { id: companyId }, body: { name } });
  expect(await remove('Outra empresa')).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(await entriesOf(companyId, 'companies.%')).toEqual([]);
  expect((await boss.call(companiesApi.show, { params: { id: companyId } })).status).toBe(true);
  expect((await remove(company.name)).status).toBe(200);
  expect(await entriesOf(companyId, 'companies.%')).toMatchObject([{ ...byBoss, action: 'companies.delete' }]);
});
