import { companiesApi } from '@prosa/contracts/companies';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web', SIGNUP: 'closed' });
const closed = { status: 403, body: { error: 'ERR_SIGNUP_CLOSED' } };

test('SIGNUP=closed refuses sign-ups with 403, and super users still create companies', async () => {
  const boss = world.client();
  await boss.logIn(world.config.ADMIN_EMAIL);
  const [{ planId } = { planId: 0 }] = await boss.call(companiesApi.all, {});
  const body = { name: 'Padaria', email: 'ana@padaria.example', phone: '5511987654321', password: world.password, planId };
  const visitor = world.client();
  expect(await visitor.send(companiesApi.plans, {})).toMatchObject(closed);
  expect(await visitor.send(companiesApi.signUp, { body })).toMatchObject(closed);
  expect(await boss.send(companiesApi.create, { body })).toMatchObject({ status: 200, body: { name: 'Padaria' } });
});
