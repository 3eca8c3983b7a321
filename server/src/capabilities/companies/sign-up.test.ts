import { companiesApi } from '@prosa/contracts/companies';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { acrossCompanies } from '../../platform/database/scope.ts';

const world = await openWorld();
const { platform } = world.server;

const minute = 60_000;
const day = 24 * 60 * minute;

/** The day in São Paulo, so many days from now. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(world.clock().getTime() + days * day));

test('sign-up starts a trial of three days on the chosen plan, whatever else the form claims', async () => {
  const visitor = world.client();
  const [plan] = await visitor.call(companiesApi.plans, {});
  const name = `Padaria ${Date.now()}`;
  const body = {
    name,
    email: `padaria-${Date.now()}@exemplo.com`,
    phone: '5511987654321',
    password: world.password,
    planId: String(plan?.id),
  };
  const greedy = {
    dueDate: '2099-12-31',
    status: 'f',
    recurrence: 'ANUAL',
    campaignsEnabled: true,
    isPlatform: true,
    super: true,
    id: 1,
    companyId: 1,
  };
  const reply = await visitor.raw('POST', '/companies/cadastro', { body: { ...body, ...greedy } });
  expect(reply).toMatchObject({
    status: 200,
    body: { name, planId: plan?.id, status: true, dueDate: dayFromNow(3), recurrence: 'MENSAL' },
  });
  await visitor.logIn(body.email);
  expect(visitor.user).toMatchObject({
    profile: 'admin',
    super: false,
    allTicket: 'enable',
    name,
    company: { name, dueDate: dayFromNow(3) },
  });
  expect(visitor.user.companyId).not.toBe(1);
});

test('a plan that is not public, or does not exist, can not be chosen', async () => {
  const visitor = world.client();
  const planId = await acrossCompanies(platform, async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`
        insert into plans (name, users, connections, queues, value, is_public)
        values ('Só para amigos', 999, 999, 999, 0, false)
        returning id`,
    );
    return rows[0]?.id ?? 0;
  });
  expect((await visitor.call(companiesApi.plans, {})).map(({ id }) => id)).not.toContain(planId);
  for (const chosen of [planId, 999_999]) {
    const body = {
      name: `Empresa ${chosen}`,
      email: `plano-${chosen}@exemplo.com`,
      phone: '5511987654321',
      password: world.password,
      planId: chosen,
    };
    expect(await visitor.send(companiesApi.signUp, { body })).toMatchObject({ status: 404, body: { error: 'ERR_NO_PLAN_FOUND' } });
  }
});

test('a company name and an e-mail can be taken only once, whatever their capitals', async () => {
  const admin = await world.company();
  const visitor = world.client();
  const [plan] = await visitor.call(companiesApi.plans, {});
  const body = { phone: '5511987654321', password: world.password, planId: plan?.id ?? 0 };
  const name = admin.user.company.name.toUpperCase();
  expect(await visitor.send(companiesApi.signUp, { body: { ...body, name, email: 'nova@exemplo.com' } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' },
  });
  const email = admin.user.email.toUpperCase();
  expect(await visitor.send(companiesApi.signUp, { body: { ...body, name: `Outra ${Date.now()}`, email } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_EMAIL_ALREADY_EXISTS' },
  });
  const twins = await Promise.all(
    [1, 2, 3].map((n) => visitor.send(companiesApi.signUp, { body: { ...body, name: 'Gêmeas', email: `gemea-${n}@exemplo.com` } })),
  );
  expect(twins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('what a sign-up lacks is said field by field', async () => {
  const { status, body } = await world.client().raw('POST', '/companies/cadastro', { body: { name: 'A', password: '1234', email: 'x' } });
  expect(status).toBe(400);
  expect(body).toEqual({
    error: 'ERR_VALIDATION',
    details: expect.arrayContaining([
      { path: 'name', message: 'tooShort' },
      { path: 'email', message: 'invalidEmail' },
      { path: 'password', message: 'tooShort' },
      { path: 'phone', message: 'required' },
    ]),
  });
});
