import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { openWorld } from '../../../test/world.ts';
import { deleteExpired } from '../../capabilities/housekeeping/housekeeping.jobs.ts';
import { refuse } from '../errors.ts';
import { sql } from './database.ts';
import { onCompany, SuperUser } from './on-company.ts';
import { acrossCompanies, inScope } from './scope.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform, http } = world.server;
const database = openPool(world.database.url);
afterAll(() => database.end());

async function superUser() {
  const boss = world.client();
  await boss.logIn(world.config.ADMIN_EMAIL);
  return { boss, who: await SuperUser.of(platform, await callerOf(boss)) };
}
const callerOf = async ({ token }: Client) => (await http.tokens.verify(token)) ?? refuse('ERR_SESSION_EXPIRED');
const actionsOn = async (companyId: number) =>
  (
    await database.query(
      "select user_id, user_email, action, object, after, at from audit_entries where company_id = $1 and action like 'test.%'",
      [companyId],
    )
  ).rows;

test('what a super user does to another company is done there alone, and is written down: who, what and when', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  const { boss, who } = await superUser();
  const seen = await onCompany(
    platform,
    who,
    admin.user.companyId,
    { action: 'test.rename', object: 'user 5', after: { name: 'x' } },
    async ({ tx }) => {
      await tx.execute(sql`update users set name = 'Renamed by the platform'`);
      const { rows } = await tx.execute<{ name: string; company_id: number }>(sql`select name, company_id from users`);
      return rows;
    },
  );
  expect(seen).toEqual([{ name: 'Renamed by the platform', company_id: admin.user.companyId }]);
  expect(await actionsOn(admin.user.companyId)).toEqual([
    {
      user_id: boss.user.id,
      user_email: boss.user.email,
      action: 'test.rename',
      object: 'user 5',
      after: { name: 'x' },
      at: expect.any(Date),
    },
  ]);
  expect(await actionsOn(other.user.companyId)).toEqual([]);
});

test('work that fails leaves nothing behind, and a company that is not there takes none', async () => {
  const admin = await world.company();
  const { who } = await superUser();
  await expect(
    onCompany(platform, who, admin.user.companyId, { action: 'test.fail', object: '' }, async () => refuse('ERR_CONFLICT')),
  ).rejects.toThrow('ERR_CONFLICT');
  expect(await actionsOn(admin.user.companyId)).toEqual([]);
  await expect(onCompany(platform, who, 2_000_000_111, { action: 'test.nothing', object: '' }, async () => 'done')).rejects.toThrow(
    'ERR_NOT_FOUND',
  );
});

test('nobody without the flag becomes a super user, and a session that ended is nobody’s', async () => {
  const admin = await world.company();
  await expect(SuperUser.of(platform, await callerOf(admin))).rejects.toThrow('ERR_NO_PERMISSION');
  await expect(SuperUser.of(platform, { companyId: admin.user.companyId })).rejects.toThrow('ERR_NO_PERMISSION');
  const { boss } = await superUser();
  const caller = await callerOf(boss);
  await boss.logIn(world.config.ADMIN_EMAIL);
  await expect(SuperUser.of(platform, caller)).rejects.toThrow('ERR_SESSION_EXPIRED');
});

test('an audit entry cannot be changed by the company, and is deleted after five years', async () => {
  const admin = await world.company();
  const { who } = await superUser();
  const { companyId } = admin.user;
  await onCompany(platform, who, companyId, { action: 'test.look', object: '' }, async () => undefined);
  for (const change of [sql`delete from audit_entries`, sql`update audit_entries set action = 'nothing'`])
    await expect(inScope(platform, { companyId }, async ({ tx }) => tx.execute(change))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('permission denied') },
    });
  const becomeOld = (age: string) =>
    database.query('update audit_entries set at = now() - $2::interval where company_id = $1', [companyId, age]);
  await becomeOld('4 years 364 days');
  await deleteExpired(platform);
  await acrossCompanies(platform, (tx) => tx.execute(sql`delete from audit_entries`));
  expect(await actionsOn(companyId)).toHaveLength(1);
  await becomeOld('5 years 1 day');
  await deleteExpired(platform);
  expect(await actionsOn(companyId)).toEqual([]);
});
