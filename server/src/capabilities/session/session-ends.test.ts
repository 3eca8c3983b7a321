import { hash } from '@node-rs/argon2';
import { paymentLive } from '@prosa/contracts/payment-live';
import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { authLive, sessionApi } from '@prosa/contracts/session';
import { ticketsApi } from '@prosa/contracts/tickets';
import { userLive, usersApi } from '@prosa/contracts/users';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { me, sessionsIn } from '../../../test/sessions.ts';
import { openWorld } from '../../../test/world.ts';
import { isHashOutdated } from '../../platform/crypto-tokens.ts';
import { inScope } from '../../platform/database/scope.ts';
import { everybody, everybodyAndPayers } from '../../platform/live/rooms.ts';

const world = await openWorld();
const { setDueDate, dayFromNow, copyOf } = sessionsIn(world);
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

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

test('logging in from another browser ends the first one at once and tells it why', async () => {
  const first = await world.company();
  const { socket, of } = await first.listen();
  const second = world.client();
  await second.logIn(first.user.email);
  expect(await me(first)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  // Rights are looked at again every ten seconds; this comes at once, by a hint.
  await expect.poll(() => socket.connected, { timeout: 8_000, interval: 20 }).toBe(false);
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
  await agent.call(usersApi.update, {
    params: { id: agent.user.id },
    body: { password: 'outro-segredo', currentPassword: world.password },
  });
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

/** Keeps the queue of hashes busy: each check of this hash takes a good part of a second. */
const giveSlowHash = async (userId: number) =>
  setHash(userId, await hash(world.password, { memoryCost: 65_536, timeCost: 2, parallelism: 1, outputLen: 32 }));
const setHash = (userId: number, passwordHash: string) =>
  owner.query('update users set password_hash = $2 where id = $1', [userId, passwordHash]);
const hashOf = async (userId: number): Promise<string> =>
  (await owner.query('select password_hash from users where id = $1', [userId])).rows[0].password_hash;
const openSessionsOf = async (userId: number): Promise<number> =>
  (await owner.query('select from sessions where user_id = $1 and revoked_at is null', [userId])).rowCount ?? 0;

test('logins under way with the old password end with nothing after a reset by an admin', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { id, email } = agent.user;
  await giveSlowHash(id);
  const browsers = Array.from({ length: 5 }, () => world.client());
  const logins = browsers.map((browser) => browser.send(sessionApi.login, { body: { email, password: world.password } }));
  // The first one is through: the others wait in the queue, with the old hash read.
  await Promise.any(logins);
  await admin.call(usersApi.update, { params: { id }, body: { password: 'outro-segredo' } });
  const answers = await Promise.all(logins);
  expect(answers).toContainEqual(expect.objectContaining({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } }));
  expect(await openSessionsOf(id)).toBe(0);
  expect(await me(agent)).toMatchObject({ status: 401 });
  for (const browser of browsers) expect((await browser.send(sessionApi.refresh, {})).status).toBe(401);
  await world.client().logIn(email, 'outro-segredo');
});

test('a right password whose hash is outdated is hashed anew at the login, and its other sessions go on as before', async () => {
  const admin = await world.company();
  const { id, email } = admin.user;
  const outdated = await hash(world.password, { memoryCost: 16, timeCost: 1, parallelism: 1, outputLen: 32 });
  await setHash(id, outdated);
  expect((await world.client().send(sessionApi.login, { body: { email, password: 'errada' } })).status).toBe(401);
  expect(await hashOf(id)).toBe(outdated);
  const browsers = Array.from({ length: 4 }, () => world.client());
  await Promise.all(browsers.map((browser) => browser.logIn(email)));
  const renewed = await hashOf(id);
  expect(renewed).not.toBe(outdated);
  expect(isHashOutdated(renewed)).toBe(false);
  await world.client().logIn(email);
  expect(await hashOf(id)).toBe(renewed);
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
  // "everything under `/auth`" stays open to its people, so that a reload leads to the payment; every other call is 402.
  expect(await me(admin)).toMatchObject({ status: 200, body: { company: { dueDate: yesterday } } });
  expect(await admin.send(usersApi.list, { query: {} })).toMatchObject(expired);
  expect(await admin.send(sessionApi.refresh, {})).toMatchObject({ status: 200, body: { user: { company: { dueDate: yesterday } } } });
  expect(await me(admin)).toMatchObject({ status: 200 });
  expect(await admin.send(ticketsApi.list, { query: {} })).toMatchObject(expired);
  const visitor = world.client();
  expect(await visitor.send(sessionApi.login, { body: { email, password: world.password } })).toMatchObject(expired);
  const guess = await visitor.send(sessionApi.login, { body: { email, password: 'errada' } });
  expect(guess).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } });
  expect(guess.body).not.toHaveProperty('dueDate');
  expect((await admin.send(sessionApi.logout, {})).status).toBe(200);
});

test('the live channel tells an overdue company’s people of the payment and of nothing else, opened before or then', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { companyId } = admin.user;
  const before = await agent.listen();
  await setDueDate(companyId, dayFromNow(-1));
  const later = await admin.listen();
  const company = { id: companyId, name: 'Empresa', dueDate: null };
  // The rights of who was there already are read again within seconds.
  await expect
    .poll(async () => {
      await inScope(world.server.platform, { companyId }, async (scope) => {
        scope.wake('rights');
        scope.emit(queueLive, { action: 'delete', queueId: 1 }, everybody);
      });
      const heard = before.of(queueLive).length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return before.of(queueLive).length - heard;
    }, patient)
    .toBe(0);
  await inScope(world.server.platform, { companyId }, async (scope) =>
    scope.emit(paymentLive, { action: 'CONCLUIDA', company }, everybodyAndPayers),
  );
  await expect.poll(() => before.of(paymentLive), patient).toHaveLength(1);
  await expect.poll(() => later.of(paymentLive), patient).toHaveLength(1);
  expect(later.heard.map(({ name }) => name).filter((name) => name !== 'head')).toEqual(['ready', `company-${companyId}-payment`]);
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

test('colleagues hear of a changed person without password or token', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const atAdmin = await admin.listen();
  await agent.call(usersApi.update, { params: { id: agent.user.id }, body: { name: 'Beatriz' } });
  await expect
    .poll(() => atAdmin.of(userLive), patient)
    .toContainEqual(expect.objectContaining({ action: 'update', user: expect.objectContaining({ id: agent.user.id, name: 'Beatriz' }) }));
  expect(JSON.stringify(atAdmin.of(userLive))).not.toMatch(/password|hash|token/i);
});
