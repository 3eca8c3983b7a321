import { sessionApi } from '@prosa/contracts/session';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { day, me, minute, sessionsIn } from '../../../test/sessions.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

const world = await openWorld();
const { platform } = world.server;

const { setDueDate, dayFromNow, copyOf } = sessionsIn(world);

test('login answers with the person, their company and their queues, and the same shape everywhere else', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  await admin.call(usersApi.update, { params: { id: admin.user.id }, body: { queueIds: [queueId] } });
  const login = await admin.logIn(admin.user.email);
  expect(login.user).toMatchObject({
    profile: 'admin',
    super: false,
    allTicket: 'enable',
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
  for (const authorization of [
    'Bearer x.y.z',
    'Bearer',
    'Basic YTpi',
    `Bearer ${admin.token.replace(/[^.]+$/, 'x'.repeat(43))}`,
    `bearer${admin.token}`,
  ]) {
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

test.each([
  ['thirty seconds later', 1, 31_000],
  ['when others have followed it', 3, 0],
])('"Reuse of a rotated refresh token revokes that session": a used one coming back %s ends it for both', async (_when, times, later) => {
  const admin = await world.company();
  const thief = copyOf(admin);
  for (let time = 0; time < times; time++) await admin.refresh();
  expect(admin.cookie).not.toBe(thief.cookie);
  world.clock.move(later);
  expect(await thief.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(await admin.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(await me(admin)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
});

test('two tabs that refresh at the same moment both stay signed in, whichever cookie the browser keeps', async () => {
  const admin = await world.company();
  const tabs = Array.from({ length: 6 }, () => copyOf(admin));
  const answers = await Promise.all(tabs.map((tab) => tab.send(sessionApi.refresh, {})));
  expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200));
  world.clock.move(20 * minute);
  for (const later of tabs) expect((await later.send(sessionApi.refresh, {})).status).toBe(200);
});

test('without a cookie, or with an invented one, there is nothing to refresh', async () => {
  const stranger = world.client();
  expect(await stranger.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  stranger.cookie = 'jrt=invented';
  expect(await stranger.send(sessionApi.refresh, {})).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
});
