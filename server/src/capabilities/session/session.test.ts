import { companiesApi } from '@prosa/contracts/companies';
import { queuesApi } from '@prosa/contracts/queues';
import { authLive, sessionApi } from '@prosa/contracts/session';
import { userLive, usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { type Client, openBrowser } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database.ts';
import { acrossCompanies, inScope } from '../../platform/scope.ts';

const world = await openWorld();
const patient = { timeout: 15_000 };
const { platform } = world.server;

const minute = 60_000;
const day = 24 * 60 * minute;
const me = (person: Client) => person.send(sessionApi.me, {});

const setDueDate = (companyId: number, dueDate: string | null) =>
  acrossCompanies(platform, (tx) => tx.execute(sql`update companies set due_date = ${dueDate} where id = ${companyId}`));

/** The day in São Paulo, so many days from now. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(world.clock().getTime() + days * day));

/** A second browser that holds the same cookie and token: another tab, or a thief. */
function copyOf(person: Client): Client {
  const copy = world.client();
  copy.token = person.token;
  copy.cookie = person.cookie;
  return copy;
}

test('login answers with the person, their company and their queues, and the same shape everywhere else', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  await admin.call(usersApi.update, { params: { id: admin.user.id }, body: { queueIds: [queueId] } });
  const login = await admin.logIn(admin.user.email);
  expect(login.user).toMatchObject({
    profile: 'admin',
    super: false,
    allTicket: 'disable',
    companyId: login.user.company.id,
    company: { status: true, dueDate: dayFromNow(3), trialExpiration: dayFromNow(3) },
    queues: [{ id: queueId, name: 'Vendas', color: '#0A7A48' }],
  });
  const refreshed = await admin.refresh();
  expect(refreshed.user).toEqual(login.user);
  expect(await admin.call(sessionApi.me, {})).toEqual(login.user);
});

test('the settings that come with a person hold no key of an integration', async () => {
  const admin = await world.company();
  const secrets = ['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth', 'asaas'];
  await inScope(platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    for (const key of secrets) await tx.execute(sql`insert into settings (key, value) values (${key}, 'a-canary-secret')`);
  });
  const { user } = await admin.refresh();
  expect(JSON.stringify(user)).not.toContain('a-canary-secret');
  expect(user.company.settings.map(({ key }) => key).filter((key) => secrets.includes(key))).toEqual([]);
  expect(user.company.settings).toContainEqual({ key: 'reopenWindowMinutes', value: '120' });
});

test('an e-mail may be typed in capitals and with spaces around', async () => {
  const admin = await world.company();
  const visitor = world.client();
  await visitor.logIn(`  ${admin.user.email.toUpperCase()} `);
  expect(visitor.user.id).toBe(admin.user.id);
});

test('a wrong password and an unknown e-mail are refused in the same words', async () => {
  const admin = await world.company();
  const visitor = world.client();
  const wrong = await visitor.send(sessionApi.login, { body: { email: admin.user.email, password: 'errada' } });
  const unknown = await visitor.send(sessionApi.login, { body: { email: 'ninguem@exemplo.com', password: 'errada' } });
  expect(wrong).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } });
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body).toEqual(wrong.body);
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test.each([
  ['no password', { email: 'a@exemplo.com' }],
  ['an empty password', { email: 'a@exemplo.com', password: '' }],
  ['a list instead of a password', { email: 'a@exemplo.com', password: ['x'] }],
  ['no e-mail', { password: 'segredo' }],
  ['something that is no e-mail', { email: 'a', password: 'segredo' }],
  ['a megabyte of password', { email: 'a@exemplo.com', password: 'x'.repeat(1_000_000) }],
])('a login with %s is invalid input', async (_what, body) => {
  expect(await world.client().raw('POST', '/auth/login', { body })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
});

test('the refresh token lies in a cookie that scripts and other sites can not reach', async () => {
  const admin = await world.company();
  const { headers } = await admin.send(sessionApi.login, { body: { email: admin.user.email, password: world.password } });
  const [cookie = ''] = headers.getSetCookie();
  const attributes = cookie.split('; ').slice(1);
  expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/auth', `Max-Age=${7 * 86_400}`]));
  expect(attributes).not.toContain('Secure');
});

test('who sends no token must log in, who sends a stale or foreign one must refresh', async () => {
  const admin = await world.company();
  expect(await me(world.client())).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  for (const authorization of ['Bearer x.y.z', 'Bearer', 'Basic YTpi', `Bearer ${admin.token.slice(0, -2)}xx`, `bearer${admin.token}`]) {
    const answer = await world.client().raw('GET', '/auth/me', { headers: { authorization } });
    expect(answer, authorization).toMatchObject({ status: 403, body: { error: 'ERR_TOKEN_EXPIRED' } });
  }
  expect((await me(admin)).status).toBe(200);
});

test('a token that its bearer signed without our key opens nothing', async () => {
  const admin = await world.company();
  const [, claims = ''] = admin.token.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const thief = world.client();
  thief.token = `${header}.${claims}.`;
  expect(await me(thief)).toMatchObject({ status: 403, body: { error: 'ERR_TOKEN_EXPIRED' } });
});

test('the access token ends after 15 minutes and the session goes on by refreshing', async () => {
  const admin = await world.company();
  world.clock.move(15 * minute + 1000);
  expect(await me(admin)).toMatchObject({ status: 403, body: { error: 'ERR_TOKEN_EXPIRED' } });
  await admin.refresh();
  expect((await me(admin)).status).toBe(200);
});

test('a session nobody refreshes for 7 days is over', async () => {
  const admin = await world.company();
  await setDueDate(admin.user.companyId, null);
  world.clock.move(7 * day + 1000);
  const answer = await admin.send(sessionApi.refresh, {});
  expect(answer).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^jrt=;/);
});

test('every refresh gives a new refresh token, and a used one coming back ends the session for both', async () => {
  const admin = await world.company();
  const thief = copyOf(admin);
  await admin.refresh();
  expect(admin.cookie).not.toBe(thief.cookie);
  world.clock.move(11_000);
  expect(await thief.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(await admin.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(await me(admin)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
});

test('two tabs that refresh at the same moment both stay signed in', async () => {
  const admin = await world.company();
  const tabs = Array.from({ length: 6 }, () => copyOf(admin));
  const answers = await Promise.all(tabs.map((tab) => tab.send(sessionApi.refresh, {})));
  expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200));
  const renewed = answers.flatMap(({ headers }) => headers.getSetCookie());
  expect(renewed).toHaveLength(1);
  world.clock.move(20 * minute);
  const later = world.client();
  later.cookie = renewed[0]?.split(';', 1)[0] ?? '';
  expect((await later.send(sessionApi.refresh, {})).status).toBe(200);
});

test('without a cookie, or with an invented one, there is nothing to refresh', async () => {
  const stranger = world.client();
  expect(await stranger.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  stranger.cookie = 'jrt=invented';
  expect(await stranger.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
});

test('after logging out neither the token nor the cookie works, and the live channel closes', async () => {
  const admin = await world.company();
  const { socket } = await admin.listen();
  const before = copyOf(admin);
  const out = await admin.send(sessionApi.logout, {});
  expect(out.status).toBe(200);
  expect(out.headers.getSetCookie()[0]).toMatch(/^jrt=;.*Path=\/auth/);
  expect(await me(before)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(await before.send(sessionApi.refresh, {})).toMatchObject({ status: 401 });
  await expect.poll(() => socket.connected, patient).toBe(false);
});

test('logging in from another browser ends the first one within a second and tells it why', async () => {
  const first = await world.company();
  const { socket, of } = await first.listen();
  const second = world.client();
  await second.logIn(first.user.email);
  const began = performance.now();
  expect(await me(first)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  await expect.poll(() => socket.connected, { ...patient, interval: 20 }).toBe(false);
  expect(performance.now() - began).toBeLessThan(1000);
  expect(of(authLive)).toMatchObject([
    { action: 'update', user: { id: first.user.id, email: first.user.email, companyId: first.user.companyId } },
  ]);
  expect(await first.send(sessionApi.refresh, {})).toMatchObject({ status: 401 });
  const live = await second.listen();
  expect((await me(second)).status).toBe(200);
  expect(live.socket.connected).toBe(true);
  expect(live.of(authLive)).toEqual([]);
});

test('colleagues hear nothing of a login elsewhere', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const atAdmin = await admin.listen();
  await openBrowser(world.server.url).logIn(agent.user.email);
  await admin.call(queuesApi.create, { body: { name: 'Um sinal', color: '#123456' } });
  await expect.poll(() => atAdmin.heard.map(({ name }) => name), patient).toContain(`company-${admin.user.companyId}-queue`);
  expect(atAdmin.of(authLive)).toEqual([]);
});

test('of many logins of one person at once exactly one stays', async () => {
  const admin = await world.company();
  const browsers = Array.from({ length: 6 }, () => world.client());
  await Promise.all(browsers.map((browser) => browser.logIn(admin.user.email)));
  const statuses = await Promise.all(browsers.map(async (browser) => (await me(browser)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('a new password ends the other sessions of its owner and keeps the one that changed it', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { socket } = await agent.listen();
  await agent.call(usersApi.update, { params: { id: agent.user.id }, body: { password: 'outro-segredo' } });
  expect((await me(agent)).status).toBe(200);
  expect(socket.connected).toBe(true);
  await admin.call(usersApi.update, { params: { id: agent.user.id }, body: { password: 'mais-um-segredo' } });
  expect(await me(agent)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  await expect.poll(() => socket.connected, patient).toBe(false);
  expect(await world.client().send(sessionApi.login, { body: { email: agent.user.email, password: 'outro-segredo' } })).toMatchObject({
    status: 401,
  });
  await world.client().logIn(agent.user.email, 'mais-um-segredo');
});

test('a person who was removed is out at once', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { socket } = await agent.listen();
  await admin.call(usersApi.remove, { params: { id: agent.user.id } });
  expect(await me(agent)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(await agent.send(sessionApi.refresh, {})).toMatchObject({ status: 401 });
  await expect.poll(() => socket.connected, patient).toBe(false);
});

test('due today is not overdue; from tomorrow on the company is out, and told its date only after the right password', async () => {
  const admin = await world.company();
  const { companyId, email } = admin.user;
  await setDueDate(companyId, dayFromNow(0));
  await admin.logIn(email);
  expect((await me(admin)).status).toBe(200);

  const yesterday = dayFromNow(-1);
  await setDueDate(companyId, yesterday);
  const expired = { status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: yesterday } };
  expect(await me(admin)).toMatchObject(expired);
  expect(await admin.send(usersApi.list, { query: {} })).toMatchObject(expired);
  expect(await admin.send(sessionApi.refresh, {})).toMatchObject(expired);
  const visitor = world.client();
  expect(await visitor.send(sessionApi.login, { body: { email, password: world.password } })).toMatchObject(expired);
  const guess = await visitor.send(sessionApi.login, { body: { email, password: 'errada' } });
  expect(guess).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } });
  expect(guess.body).not.toHaveProperty('dueDate');
  expect((await admin.send(sessionApi.logout, {})).status).toBe(200);
});

test('the live channel is closed to an overdue company', async () => {
  const admin = await world.company();
  await setDueDate(admin.user.companyId, dayFromNow(-1));
  await expect(admin.listen()).rejects.toThrow('ERR_SUBSCRIPTION_EXPIRED');
});

test("the platform's own company never expires", async () => {
  const root = world.client();
  await root.logIn('admin@prosa.local');
  expect(root.user).toMatchObject({ super: true, profile: 'admin', company: { dueDate: null } });
  await setDueDate(root.user.companyId, '2001-01-01');
  expect((await me(root)).status).toBe(200);
  await root.logIn('admin@prosa.local');
  await setDueDate(root.user.companyId, null);
});

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
  expect(visitor.user).toMatchObject({ profile: 'admin', super: false, name, company: { name, dueDate: dayFromNow(3) } });
  expect(visitor.user.companyId).not.toBe(1);
});

test('a plan that is not public, or does not exist, can not be chosen', async () => {
  const visitor = world.client();
  const planId = await acrossCompanies(platform, async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`insert into plans (name, users, connections, queues, value, is_public) values ('Só para amigos', 999, 999, 999, 0, false) returning id`,
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
    status: 400,
    body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' },
  });
  const email = admin.user.email.toUpperCase();
  expect(await visitor.send(companiesApi.signUp, { body: { ...body, name: `Outra ${Date.now()}`, email } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_EMAIL_ALREADY_EXISTS' },
  });
  const twins = await Promise.all(
    [1, 2, 3].map((n) => visitor.send(companiesApi.signUp, { body: { ...body, name: 'Gêmeas', email: `gemea-${n}@exemplo.com` } })),
  );
  expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
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

test('colleagues hear of a changed person without password or token', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const atAdmin = await admin.listen();
  await agent.call(usersApi.update, { params: { id: agent.user.id }, body: { name: 'Beatriz' } });
  await expect.poll(() => atAdmin.of(userLive), patient).toHaveLength(1);
  const [event] = atAdmin.of(userLive);
  expect(event).toMatchObject({ action: 'update', user: { id: agent.user.id, name: 'Beatriz' } });
  expect(JSON.stringify(event)).not.toMatch(/password|hash|token/i);
});
