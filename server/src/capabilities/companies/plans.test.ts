import { companiesApi } from '@prosa/contracts/companies';
import { connectionsApi } from '@prosa/contracts/connections';
import { plansApi } from '@prosa/contracts/plans';
import { queuesApi } from '@prosa/contracts/queues';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web' });
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);
let made = 0;
const newPlan = (over: object = {}) => ({
  name: `Plano ${Date.now()}-${++made}`,
  users: 3,
  connections: 3,
  queues: 3,
  value: '99.9',
  ...over,
});

test('plans are made, read, changed and deleted by super users; /plans/all is a bare array', async () => {
  const body = newPlan({ isPublic: false });
  const plan = await boss.call(plansApi.create, { body });
  expect(plan).toEqual({ ...body, id: plan.id, value: '99.90', storage: 5, prices: {} });
  expect(await boss.call(plansApi.show, { params: { id: plan.id } })).toEqual(plan);
  expect(await boss.call(plansApi.all, {})).toContainEqual(plan);
  expect((await world.client().call(companiesApi.plans, {})).map(({ id }) => id)).not.toContain(plan.id);
  const changed = await boss.call(plansApi.update, { params: { id: plan.id }, body: { value: 120, users: '7', isPublic: true } });
  expect(changed).toEqual({ ...plan, value: '120.00', users: 7, isPublic: true });
  await boss.call(plansApi.remove, { params: { id: plan.id } });
  for (const reply of [
    await boss.send(plansApi.show, { params: { id: plan.id } }),
    await boss.send(plansApi.remove, { params: { id: plan.id } }),
    await boss.send(plansApi.update, { params: { id: plan.id }, body: { users: 1 } }),
  ])
    expect(reply).toMatchObject({ status: 404, body: { error: 'ERR_NO_PLAN_FOUND' } });
});

test('a plan has an optional price for each longer recurrence, and storage in gigabytes', async () => {
  const body = newPlan({ storage: '20', prices: { ANUAL: 990, SEMESTRAL: '540,5', TRIMESTRAL: '' } });
  const plan = await boss.call(plansApi.create, { body });
  expect(plan).toMatchObject({ storage: 20, prices: { ANUAL: '990.00', SEMESTRAL: '540.50' } });
  const changed = await boss.call(plansApi.update, { params: { id: plan.id }, body: { prices: { BIMESTRAL: '190' } } });
  expect(changed).toMatchObject({ storage: 20, prices: { BIMESTRAL: '190.00' } });
  for (const prices of [{ MENSAL: '1' }, { ANUAL: '-1' }, { ANUAL: 'grátis' }, { DECENAL: '1' }])
    expect(await boss.send(plansApi.create, { body: newPlan({ prices }) })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
});

test.each([
  ['9999999.99', '9999999.99'],
  ['0', '0.00'],
  ['10,5', '10.50'],
  [30, '30.00'],
  [0.1, '0.10'],
])('a value of %s is kept as %s', async (value, kept) => {
  expect(await boss.call(plansApi.create, { body: newPlan({ value }) })).toMatchObject({ value: kept });
});

test.each(['10000000', '12345678.00', '1.999', '-1', 'abc', '', '1e3', null, 0.1 + 0.2, 1e21])(
  'a value of %s is refused',
  async (value) => {
    expect(await boss.raw('POST', '/plans', { body: newPlan({ value }) })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'value' }] },
    });
  },
);

test('a taken plan name is 409 ERR_PLAN_NAME_ALREADY_EXISTS; a plan in use is 409 ERR_PLAN_IN_USE', async () => {
  const plan = await boss.call(plansApi.create, { body: newPlan() });
  const other = await boss.call(plansApi.create, { body: newPlan() });
  const taken = { status: 409, body: { error: 'ERR_PLAN_NAME_ALREADY_EXISTS' } };
  expect(await boss.send(plansApi.create, { body: newPlan({ name: plan.name.toUpperCase() }) })).toMatchObject(taken);
  expect(await boss.send(plansApi.update, { params: { id: other.id }, body: { name: plan.name } })).toMatchObject(taken);
  const admin = await world.company();
  const params = { id: admin.user.companyId };
  await boss.call(companiesApi.update, { params, body: { planId: plan.id } });
  const remove = () => boss.send(plansApi.remove, { params: { id: plan.id } });
  expect(await remove()).toMatchObject({ status: 409, body: { error: 'ERR_PLAN_IN_USE' } });
  await boss.call(companiesApi.remove, { params, body: {} });
  expect(await remove()).toMatchObject({ status: 200 });
});

const creations: Array<[string, (admin: Client, n: number) => Promise<{ status: number; body: unknown }>, number]> = [
  [
    'users',
    (admin, n) =>
      admin.send(usersApi.create, {
        body: { name: `Pessoa ${n}`, email: `p${n}-${admin.user.companyId}@exemplo.com`, password: world.password },
      }),
    1,
  ],
  ['connections', (admin, n) => admin.send(connectionsApi.create, { body: { name: `Conexão ${n}` } }), 0],
  ['queues', (admin, n) => admin.send(queuesApi.create, { body: { name: `Fila ${n}`, color: `#${(0x100000 + n).toString(16)}` } }), 0],
];

test.each(creations)('100 parallel creations at the plan’s limit never exceed it: %s', async (what, create, standing) => {
  const limit = 5;
  const plan = await boss.call(plansApi.create, { body: newPlan({ [what]: limit }) });
  const admin = await world.company();
  await boss.call(companiesApi.update, { params: { id: admin.user.companyId }, body: { planId: plan.id } });
  const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => create(admin, n)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(limit - standing);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
    new Set([`400 ${JSON.stringify({ error: 'ERR_PLAN_LIMIT', limit })}`]),
  );
});
