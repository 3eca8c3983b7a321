import { sessionApi } from '@prosa/contracts/session';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { me, sessionsIn } from '../../../test/sessions.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const { copyOf } = sessionsIn(world);
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const expired = { status: 401, body: { error: 'ERR_SESSION_EXPIRED' } };
const makeOlder = (person: Client, by: string) =>
  owner.query('update sessions set created_at = created_at - $2::interval where user_id = $1', [person.user.id, by]);
const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie().find((cookie) => cookie.startsWith('jrt=')) ?? '';
const secondsOf = (answer: { headers: Headers }) => Number(/Max-Age=(\d+)/.exec(cookieOf(answer))?.[1]);

async function superUser(): Promise<Client> {
  const root = world.client();
  await root.logIn('admin@prosa.local');
  return root;
}
const anAgent = async () => world.colleague(await world.company());

test.each([
  ['a user', anAgent, '29 days 23 hours', 3600],
  ['a super user', superUser, '7 hours', 3600],
])('shortly before its lifetime ends, the session of %s can be used and refreshed for the rest of it', async (_who, open, age, rest) => {
  const person = await open();
  await makeOlder(person, age);
  expect((await me(person)).status).toBe(200);
  const renewed = await person.send(sessionApi.refresh, {});
  expect(renewed.status).toBe(200);
  expect(secondsOf(renewed)).toBeGreaterThan(0);
  expect(secondsOf(renewed)).toBeLessThanOrEqual(rest);
});

test.each([
  ['a user', anAgent, '30 days'],
  ['a super user', superUser, '8 hours'],
])('beyond its lifetime, the session of %s refuses its access token, its refresh and its live channel', async (_who, open, age) => {
  const person = await open();
  const { socket } = await person.listen();
  await makeOlder(person, age);
  expect(await me(person)).toMatchObject(expired);
  const refused = await person.send(sessionApi.refresh, {});
  expect(refused).toMatchObject(expired);
  expect(cookieOf(refused)).toMatch(/^jrt=;/);
  await expect.poll(() => socket.connected, { ...patient, timeout: 30_000 }).toBe(false);
  await expect(person.listen()).rejects.toThrow('ERR_SESSION_EXPIRED');
});

test('the cookie of a new session lasts seven days, that of a super user eight hours', async () => {
  const { email } = (await world.company()).user;
  const logIn = (address: string) => world.client().send(sessionApi.login, { body: { email: address, password: world.password } });
  expect(secondsOf(await logIn(email))).toBe(7 * 86_400);
  expect(secondsOf(await logIn('admin@prosa.local'))).toBe(8 * 3600);
});

const loggedOut = { status: 200, body: { message: 'Logged out' } };

test.each(['', 'not-a-token'])('logs out by the refresh cookie when the access token is "%s"', async (token) => {
  const admin = await world.company();
  const [before, withoutToken] = [copyOf(admin), copyOf(admin)];
  withoutToken.token = token;
  const out = await withoutToken.send(sessionApi.logout, {});
  expect(out).toMatchObject(loggedOut);
  expect(cookieOf(out)).toMatch(/^jrt=;.*Path=\/auth/);
  expect(await me(before)).toMatchObject(expired);
  expect(await before.send(sessionApi.refresh, {})).toMatchObject(expired);
});

test('logs out by the refresh cookie when the access token has expired', async () => {
  const admin = await world.company();
  const before = copyOf(admin);
  world.clock.move(16 * 60_000);
  expect(await me(admin)).toMatchObject({ status: 403, body: { error: 'ERR_TOKEN_EXPIRED' } });
  expect(await admin.send(sessionApi.logout, {})).toMatchObject(loggedOut);
  expect(await before.send(sessionApi.refresh, {})).toMatchObject(expired);
});

test('answers 200 and clears the cookie when there is no session to end, and ends none by a made-up token', async () => {
  const admin = await world.company();
  const [sessionId] = decodeURIComponent(admin.cookie.replace('jrt=', '')).split('.');
  for (const cookie of ['', 'jrt=nonsense', `jrt=${sessionId}.made-up`]) {
    const stranger = world.client();
    stranger.cookie = cookie;
    const out = await stranger.send(sessionApi.logout, {});
    expect(out, cookie).toMatchObject(loggedOut);
    expect(cookieOf(out), cookie).toMatch(/^jrt=;/);
  }
  expect((await me(admin)).status).toBe(200);
});
