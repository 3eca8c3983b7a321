import { companiesApi } from '@prosa/contracts/companies';
import { companyLive } from '@prosa/contracts/company-live';
import { plansApi } from '@prosa/contracts/plans';
import { queueLive } from '@prosa/contracts/queues';
import { sessionApi } from '@prosa/contracts/session';
import { settingsLive } from '@prosa/contracts/settings';
import { usersApi } from '@prosa/contracts/users';
import { defaultWeek } from '@prosa/contracts/working-hours';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { everybody } from '../../platform/live/rooms.ts';

const world = await openWorld();
const database = openPool(world.database.url);
afterAll(() => database.end());
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);
const [firstPlan, secondPlan] = await boss.call(plansApi.all, {});
const planId = firstPlan?.id ?? 0;
let made = 0;
const unique = () => `${Date.now()}-${++made}`;

const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(world.clock().getTime() + days * 86_400_000));
const newCompany = (over: object = {}) => ({
  name: `Empresa ${unique()}`,
  email: `dona-${unique()}@exemplo.com`,
  phone: '551133334444',
  password: world.password,
  planId,
  ...over,
});
const show = (who: Client, id: number) => who.send(companiesApi.show, { params: { id } });

test('a super user makes a company with all that the specification names, and its first admin signs in', async () => {
  const dueDate = dayFromNow(30);
  const body = newCompany({ recurrence: 'TRIMESTRAL', dueDate, status: 't', campaignsEnabled: false });
  const billing = {
    billingName: 'Padaria Ltda',
    zipcode: '01310-100',
    street: 'Av. Paulista, 1',
    state: 'SP',
    city: 'São Paulo',
    district: 'Bela Vista',
  };
  const company = await boss.call(companiesApi.create, { body: { ...body, ...billing } });
  const { password: _secret, ...shown } = body;
  expect(company).toMatchObject({ ...shown, ...billing, status: true, isPlatform: false, schedules: defaultWeek, plan: { id: planId } });
  expect(company.settings).toContainEqual({ key: 'campaignsEnabled', value: 'false' });
  const admin = world.client();
  await admin.logIn(body.email);
  expect(admin.user).toMatchObject({
    profile: 'admin',
    super: false,
    name: body.name,
    companyId: company.id,
    company: { dueDate },
  });
  expect(await show(admin, company.id)).toMatchObject({ status: 200, body: company });
  const { rows } = await database.query(`select action from audit_entries where company_id = $1 and action like 'companies.%'`, [
    company.id,
  ]);
  expect(rows).toEqual([{ action: 'companies.create' }]);
  await admin.listen();
  expect(await admin.call(usersApi.list, { query: {} })).toMatchObject({ count: 1 });
});

test('without a due date a new company has the three days of a trial, monthly', async () => {
  const company = await boss.call(companiesApi.create, { body: newCompany() });
  expect(company).toMatchObject({
    dueDate: dayFromNow(3),
    trialExpiration: dayFromNow(3),
    recurrence: 'MENSAL',
    status: true,
    campaignsEnabled: true,
  });
});

test('the same Idempotency-Key makes one company, whoever repeats it gets the first answer', async () => {
  const key = { 'idempotency-key': unique() };
  const body = newCompany();
  const replies = await Promise.all([1, 2, 3].map(() => boss.send(companiesApi.create, { body }, key)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
  expect(await boss.send(companiesApi.create, { body: newCompany() }, key)).toMatchObject({ status: 409, body: { error: 'ERR_CONFLICT' } });
});

test('what a company lacks is said field by field; a taken name, a taken e-mail and a missing plan have their codes', async () => {
  const { body } = await boss.raw('POST', '/companies', { body: { name: 'A', email: 'x', planId: '', dueDate: '31/12/2026' } });
  expect(body).toEqual({
    error: 'ERR_VALIDATION',
    details: expect.arrayContaining([
      { path: 'name', message: 'tooShort' },
      { path: 'email', message: 'invalidEmail' },
      { path: 'password', message: 'required' },
      expect.objectContaining({ path: 'planId' }),
      { path: 'dueDate', message: 'invalidDate' },
    ]),
  });
  const standing = newCompany();
  await boss.call(companiesApi.create, { body: standing });
  expect(await boss.send(companiesApi.create, { body: newCompany({ name: standing.name.toUpperCase() }) })).toMatchObject({
    status: 409,
    body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' },
  });
  expect(await boss.send(companiesApi.create, { body: newCompany({ email: standing.email }) })).toMatchObject({
    status: 409,
    body: { error: 'ERR_EMAIL_ALREADY_EXISTS' },
  });
  expect(await boss.send(companiesApi.create, { body: newCompany({ planId: 999_999 }) })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_PLAN_FOUND' },
  });
});

test('the list is paged, searched and newest first; /companies/list is a bare array by name', async () => {
  const word = `Mercearia${unique()}`;
  for (let n = 0; n < 21; n++) await boss.call(companiesApi.create, { body: newCompany({ name: `${word} ${n}` }) });
  const first = await boss.call(companiesApi.list, { query: { searchParam: word.toUpperCase() } });
  expect(first).toMatchObject({ count: 21, hasMore: true });
  expect(first.companies.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `${word} ${20 - n}`));
  const second = await boss.call(companiesApi.list, { query: { searchParam: word, pageNumber: 2 } });
  expect(second).toMatchObject({ count: 21, hasMore: false, companies: [{ name: `${word} 0` }] });
  const all = (await boss.call(companiesApi.all, {})).map(({ name }) => name.toLowerCase());
  expect(all.length).toBeGreaterThan(21);
  expect(all).toContain('prosa');
  const { rows } = await database.query<{ name: string }>('select lower(name) as name from companies order by 1, id');
  expect(all).toEqual(rows.map(({ name }) => name));
});

test('a change of plan, due date, recurrence, status and campaigns is told to the company’s people and written down', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const ear = await admin.listen();
  const change = {
    dueDate: dayFromNow(40),
    recurrence: 'ANUAL' as const,
    planId: secondPlan?.id ?? 0,
    campaignsEnabled: false,
    city: 'Recife',
  };
  const changed = await boss.call(companiesApi.update, { params: { id: companyId }, body: change });
  expect(changed).toMatchObject({ ...change, plan: { id: change.planId } });
  await expect.poll(() => ear.of(companyLive)).toMatchObject([{ action: 'update', company: { id: companyId, dueDate: change.dueDate } }]);
  expect(ear.of(settingsLive)).toMatchObject([{ setting: { key: 'campaignsEnabled', value: 'false' } }]);
  expect(await admin.call(sessionApi.me, {})).toMatchObject({ company: { dueDate: change.dueDate } });
  const { rows } = await database.query(`select action, after from audit_entries where company_id = $1 and action like 'companies.%'`, [
    companyId,
  ]);
  expect(rows).toEqual([{ action: 'companies.update', after: expect.objectContaining({ dueDate: change.dueDate, recurrence: 'ANUAL' }) }]);
});

test('switched off it may not work and hears nothing of its own any more; switched on again it goes on', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const ear = await admin.listen();
  const tell = () =>
    inScope(world.server.platform, { companyId }, async (scope) => scope.emit(queueLive, { action: 'delete', queueId: 1 }, everybody));
  /** How many of three that are told one after the other are heard. */
  const heard = async () => {
    const before = ear.of(queueLive).length;
    for (const _time of [1, 2, 3]) await tell();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return ear.of(queueLive).length - before;
  };
  const params = { id: companyId };
  await expect.poll(heard, patient).toBe(3);
  await boss.call(companiesApi.update, { params, body: { status: false } });
  await expect.poll(heard, patient).toBe(0);
  expect(await admin.send(usersApi.list, { query: {} })).toMatchObject({ status: 402 });
  await boss.call(companiesApi.update, { params, body: { status: true } });
  expect(await admin.send(usersApi.list, { query: {} })).toMatchObject({ status: 200 });
  await expect.poll(heard, patient).toBe(3);
});

test('working hours are set by an admin for their own company and by a super user for any', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '09:00', endTime: '17:30' }];
  const own = await admin.call(companiesApi.schedules, { params: { id: admin.user.companyId }, body: { schedules } });
  expect(own.schedules).toEqual(schedules);
  const theirs = await boss.call(companiesApi.schedules, { params: { id: other.user.companyId }, body: { schedules } });
  expect(theirs.schedules).toEqual(schedules);
  const wrong = [{ ...schedules[0], startTime: '25:00' }];
  expect(await admin.raw('PUT', `/companies/${admin.user.companyId}/schedules`, { body: { schedules: wrong } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'schedules.0.startTime', message: 'invalidTime' }] },
  });
});

test('an admin sees their own company, nobody else’s; others of the company none; a super user of any profile sees all', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  expect((await show(admin, admin.user.companyId)).status).toBe(200);
  const [foreign, missing] = [await show(admin, other.user.companyId), await show(admin, 999_999_999)];
  expect(foreign).toMatchObject({ status: 404, body: { error: 'ERR_NO_COMPANY_FOUND' } });
  expect(JSON.stringify(foreign.body)).toBe(JSON.stringify(missing.body));
  const agent = await world.colleague(admin, 'user');
  expect((await show(agent, admin.user.companyId)).status).toBe(403);
  await database.query('update users set super = true where id = $1', [agent.user.id]);
  expect((await show(agent, other.user.companyId)).status).toBe(200);
  expect((await agent.send(companiesApi.list, { query: {} })).status).toBe(200);
  expect((await agent.send(plansApi.all, {})).status).toBe(200);
  expect((await boss.send(companiesApi.update, { params: { id: 999_999_999 }, body: { name: 'Ninguém' } })).body).toEqual({
    error: 'ERR_NO_COMPANY_FOUND',
  });
});

/** What decides over money and rights. */
const greedy: Record<string, unknown> = {
  planId: secondPlan?.id,
  plan: { value: '0.01', users: 9999 },
  value: '0.01',
  dueDate: '2099-12-31',
  trialExpiration: '2099-12-31',
  recurrence: 'ANUAL',
  status: true,
  campaignsEnabled: true,
  isPlatform: true,
  super: true,
  profile: 'admin',
  companyId: 1,
  id: 1,
  deletedAt: null,
  createdAt: '2000-01-01T00:00:00.000Z',
};
const decisive = async (companyId: number) => {
  const { rows } = await database.query(
    `select c.plan_id, c.due_date, c.trial_expiration, c.recurrence, c.status, c.is_platform, c.deleted_at, c.created_at,
       (select json_agg(p order by p.id) from plans p) as plans,
       (
         select json_agg(json_build_array(u.id, u.profile, u.super, u.company_id) order by u.id)
         from users u where u.company_id = c.id) as people,
       (select value from settings s where s.company_id = c.id and s.key = 'campaignsEnabled') as campaigns
     from companies c where c.id = $1`,
    [companyId],
  );
  return JSON.stringify(rows);
};

test.each(Object.keys(greedy))('an admin can not set %s, whichever call carries it', async (field) => {
  const admin = await world.company();
  const { companyId, id } = admin.user;
  await boss.call(companiesApi.update, { params: { id: companyId }, body: { campaignsEnabled: false } });
  const agent = await world.colleague(admin, 'user');
  const before = await decisive(companyId);
  const extra = { [field]: greedy[field] };
  const calls: Array<[string, string, object]> = [
    ['POST', '/companies', newCompany(extra)],
    ['PUT', `/companies/${companyId}`, extra],
    ['DELETE', `/companies/${companyId}`, extra],
    ['POST', '/plans', { name: `Plano ${unique()}`, users: 1, connections: 1, queues: 1, value: '0.01', ...extra }],
    ['PUT', `/plans/${planId}`, extra],
    ['DELETE', `/plans/${planId}`, extra],
  ];
  for (const who of [admin, agent])
    for (const [method, path, body] of calls)
      expect(await who.raw(method, path, { body }), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
  await admin.raw('PUT', `/companies/${companyId}/schedules`, { body: { schedules: defaultWeek, ...extra } });
  await admin.raw('PUT', `/settings/${field}`, { body: { value: String(greedy[field]) } });
  if (field !== 'profile') await admin.raw('PUT', `/users/${id}`, { body: { name: admin.user.name, ...extra } });
  await agent.raw('PUT', `/users/${agent.user.id}`, { body: { name: agent.user.name, ...extra } });
  expect(await decisive(companyId)).toBe(before);
});
