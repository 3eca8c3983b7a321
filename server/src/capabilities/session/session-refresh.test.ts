import { setTimeout as sleep } from 'node:timers/promises';
import { sessionApi } from '@prosa/contracts/session';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

const world = await openWorld();
const { platform } = world.server;

const me = (person: Client) => person.send(sessionApi.me, {});
const ended = { status: 401, body: { error: 'ERR_SESSION_EXPIRED' } };

/** Another tab, a request that is sent again, or a thief: who holds the same cookie. */
function copyOf(person: Client, at: Pick<World, 'client'> = world): Client {
  const copy = at.client();
  copy.token = person.token;
  copy.cookie = person.cookie;
  return copy;
}

const renew = (person: Client) => person.send(sessionApi.refresh, {});

/** The session's rows as if so many seconds had passed since. */
const age = (person: Client, seconds: number) =>
  inScope(platform, { companyId: person.user.companyId }, ({ tx }) =>
    tx.execute(sql`
      update session_refresh_tokens
      set issued_at = issued_at - make_interval(secs => ${seconds}),
        used_at = used_at - make_interval(secs => ${seconds})`),
  );

test('a refresh whose answer got lost is asked again and works, ten times of ten', async () => {
  const admin = await world.company();
  for (let round = 0; round < 10; round += 1) {
    expect((await renew(copyOf(admin))).status).toBe(200);
    expect((await renew(admin)).status).toBe(200);
  }
  expect((await me(admin)).status).toBe(200);
});

test('two requests 15 milliseconds apart both work, and both may go on', async () => {
  const admin = await world.company();
  const tabs = [copyOf(admin), copyOf(admin)];
  const answers = await Promise.all(tabs.map((tab, n) => sleep(15 * n).then(() => renew(tab))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const tab of tabs) expect((await renew(tab)).status).toBe(200);
});

test('of fifty requests with one token all get a successor; the token itself is over once one of them was used', async () => {
  const admin = await world.company();
  const tabs = Array.from({ length: 50 }, () => copyOf(admin));
  const answers = await Promise.all(tabs.map(renew));
  expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200));
  expect(new Set(tabs.map(({ cookie }) => cookie)).size).toBe(50);
  const tab = tabs[17] ?? admin;
  expect((await renew(tab)).status).toBe(200);
  expect(await renew(admin)).toMatchObject(ended);
  for (const each of [tab, tabs[3] ?? admin]) expect(await renew(each)).toMatchObject(ended);
  expect(await me(tab)).toMatchObject(ended);
});

test.each([
  ['29 seconds', 29, 200],
  ['31 seconds', 31, 401],
])('a token shown again %s after its first use, its successor unused', async (_when, seconds, status) => {
  const admin = await world.company();
  const again = copyOf(admin);
  expect((await renew(admin)).status).toBe(200);
  await age(admin, seconds);
  expect((await renew(again)).status).toBe(status);
  expect((await renew(admin)).status).toBe(status);
});

test('the thirty seconds are counted from the first use: showing it again does not prolong them', async () => {
  const admin = await world.company();
  const again = copyOf(admin);
  await admin.refresh();
  await age(admin, 20);
  expect((await renew(copyOf(again))).status).toBe(200);
  await age(admin, 20);
  expect(await renew(again)).toMatchObject(ended);
});

test('a session nobody used for long goes on: only what was exchanged grows old', async () => {
  const admin = await world.company();
  await age(admin, 6 * 86_400);
  expect((await renew(admin)).status).toBe(200);
});

test('a token of the session that we do not know is one that was used and forgotten: the session ends', async () => {
  const admin = await world.company();
  const thief = copyOf(admin);
  thief.cookie = admin.cookie.replace(/.{8}$/, 'AAAAAAAA');
  expect(await renew(thief)).toMatchObject(ended);
  expect(await renew(admin)).toMatchObject(ended);
});

test('any node gives a successor, and any node knows that one was used', async () => {
  const other = await openWorld({ ROLES: 'web' }, world.database);
  const admin = await world.company();
  const first = copyOf(admin);
  const there = copyOf(admin, other);
  expect((await renew(first)).status).toBe(200);
  expect((await renew(there)).status).toBe(200);
  expect((await renew(first)).status).toBe(200);
  expect(await renew(copyOf(admin, other))).toMatchObject(ended);
  expect(await me(there)).toMatchObject(ended);
  await other.close();
});
