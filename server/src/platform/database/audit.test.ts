import { companiesApi } from '@prosa/contracts/companies';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../../test/database.ts';
import { databaseBefore } from '../../../test/older-database.ts';
import { folders, openWorld } from '../../../test/world.ts';
import { changedFields, recordAudit } from './audit.ts';
import { migrate } from './migrate.ts';
import { acrossCompanies, inScope } from './scope.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const database = openPool(world.database.url);
afterAll(() => database.end());

test('an entry names the user, the change and the address of the caller', async () => {
  const admin = await world.company();
  const boss = world.client();
  await boss.logIn(world.config.ADMIN_EMAIL);
  const { companyId } = admin.user;
  await boss.call(companiesApi.update, { params: { id: companyId }, body: { recurrence: 'ANUAL' } });
  const { rows } = await database.query(`select * from audit_entries where company_id = $1 and action = 'companies.update'`, [companyId]);
  expect(rows).toMatchObject([
    {
      user_id: boss.user.id,
      user_email: boss.user.email,
      object: `company ${companyId}`,
      after: { recurrence: 'ANUAL' },
      address: '127.0.0.1',
    },
  ]);
});

test('an entry is stored with the change or not at all', async () => {
  const { companyId } = (await world.company()).user;
  const work = inScope(platform, { companyId }, async (scope) => {
    await recordAudit(scope, { action: 'test.fail', object: 'nothing' });
    throw new Error('failed');
  });
  await expect(work).rejects.toThrow('failed');
  expect((await database.query(`select from audit_entries where action = 'test.fail'`)).rowCount).toBe(0);
});

test('an entry of the platform’s role belongs to the platform’s company', async () => {
  const actor = { userId: 7, email: 'super@exemplo.com' };
  await acrossCompanies(platform, (tx) => recordAudit({ tx, now: platform.clock(), actor }, { action: 'test.plan', object: 'plan 1' }));
  const { rows } = await database.query(
    `select c.is_platform from audit_entries a join companies c on c.id = a.company_id where action = 'test.plan'`,
  );
  expect(rows).toEqual([{ is_platform: true }]);
});

test('changedFields returns what differs on both sides', () => {
  const before = { name: 'A', value: 1, tags: [1] };
  expect(changedFields(before, { name: 'B', value: 1, tags: [1], color: 'red', email: undefined })).toEqual({
    before: { name: 'A', color: null },
    after: { name: 'B', color: 'red' },
  });
});

test('an upgrade keeps what super users did, and accepts inserts of nodes of the previous version', async () => {
  const older = await databaseBefore('0092');
  onTestFinished(() => older.drop());
  const client = new pg.Client({ connectionString: older.url });
  await client.connect();
  onTestFinished(() => client.end());
  const insert = `insert into super_actions (company_id, actor, actor_email, what, details, at)
    values (5, 1, 'super@exemplo.com', $1, $2, '2026-01-02T03:04:05Z')`;
  await client.query(insert, ['companies.update', '{"planId": 3}']);
  await migrate(older.url, folders.migrations, () => undefined);
  await client.query(`select set_config('app.company_id', '5', false)`);
  await client.query('set role prosa_app');
  await client.query(insert, ['alarms.retry', '{}']);
  const { rows } = await client.query('select user_id, user_email, action, object, after, at from audit_entries order by id');
  const who = { user_id: 1, user_email: 'super@exemplo.com', at: new Date('2026-01-02T03:04:05Z') };
  expect(rows).toEqual([
    { ...who, action: 'companies.update', object: 'company 5', after: { planId: 3 } },
    { ...who, action: 'alarms.retry', object: '', after: {} },
  ]);
});
