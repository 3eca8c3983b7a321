import { companiesApi } from '@prosa/contracts/companies';
import { sessionApi } from '@prosa/contracts/session';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { freshDatabase } from '../../../test/database.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

// The limits as they are shipped, behind a proxy that says who is calling.
const asShipped = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback', ROLES: 'web' };
const world = await openWorld(asShipped);
const minute = 60_000;

type From = { address: string; device?: string; at?: World };
let addresses = 0;
/** An address that nobody had before. */
const somewhere = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

const logIn = (email: string, password: string, { address, device, at = world }: From) =>
  at
    .client()
    .send(sessionApi.login, { body: { email, password } }, { 'x-forwarded-for': address, ...(device && { cookie: `jrd=${device}` }) });
const guess = (email: string, from: From) => logIn(email, 'errada', from);
const statusOf = async (answer: ReturnType<typeof logIn>) => (await answer).status;

async function guessFiveTimes(email: string, address: string): Promise<void> {
  for (let round = 0; round < 5; round += 1) expect(await statusOf(guess(email, { address }))).toBe(401);
}

/** Somebody who signed in once, with the address and the device they did it from. */
async function owner(at: World = world): Promise<{ admin: Client; email: string; home: string; device: string }> {
  const admin = await at.company();
  const home = somewhere();
  const { headers } = await logIn(admin.user.email, world.password, { address: home, at });
  const set = headers.getSetCookie().find((each) => each.startsWith('jrd=')) ?? '';
  return { admin, email: admin.user.email, home, device: /^jrd=([^;]+)/.exec(set)?.[1] ?? '' };
}

test('a device is known by a cookie of its own, long-lived, that scripts and other sites can not reach', async () => {
  const { email, device } = await owner();
  const { headers } = await logIn(email, world.password, { address: somewhere(), device });
  const attributes =
    headers
      .getSetCookie()
      .find((each) => each.startsWith(`jrd=${device};`))
      ?.split('; ') ?? [];
  expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/auth', `Max-Age=${400 * 86_400}`]));
});

test('wrong guesses of strangers lock out strangers, and neither the owner’s device nor their address', async () => {
  const { email, home, device } = await owner();
  await guessFiveTimes(email, somewhere());
  expect(await logIn(email, world.password, { address: somewhere() })).toMatchObject({
    status: 429,
    body: { error: 'ERR_TOO_MANY_REQUESTS' },
  });
  expect(await statusOf(logIn(email, world.password, { address: somewhere(), device }))).toBe(200);
  expect(await statusOf(logIn(email, world.password, { address: home }))).toBe(200);
  // The owner's coming and going gives strangers no new guesses.
  expect(await statusOf(guess(email, { address: somewhere() }))).toBe(429);
});

test('a known device and a known address have five wrong passwords each, and their own right one begins anew', async () => {
  const { email, home, device } = await owner();
  const onDevice = { address: somewhere(), device };
  for (let round = 0; round < 4; round += 1) expect(await statusOf(guess(email, onDevice))).toBe(401);
  expect(await statusOf(logIn(email, world.password, onDevice))).toBe(200);
  for (let round = 0; round < 5; round += 1) expect(await statusOf(guess(email, onDevice))).toBe(401);
  expect(await statusOf(logIn(email, world.password, onDevice))).toBe(429);
  expect(await statusOf(logIn(email, world.password, { address: home }))).toBe(200);
  await guessFiveTimes(email, home);
  expect(await statusOf(logIn(email, world.password, { address: home }))).toBe(429);
  world.clock.move(16 * minute);
  expect(await statusOf(logIn(email, world.password, onDevice))).toBe(200);
});

test('the device of one person is a stranger’s to another, and an invented one is nobody’s', async () => {
  const [ana, bia] = [await owner(), await owner()];
  await guessFiveTimes(ana.email, somewhere());
  for (const device of [bia.device, 'x'.repeat(43), 'x'])
    expect(await statusOf(logIn(ana.email, world.password, { address: somewhere(), device })), device).toBe(429);
});

test('two people of one browser are both known by its cookie', async () => {
  const [ana, bia] = [await owner(), await owner()];
  expect(await statusOf(logIn(bia.email, world.password, { address: somewhere(), device: ana.device }))).toBe(200);
  await guessFiveTimes(ana.email, somewhere());
  await guessFiveTimes(bia.email, somewhere());
  for (const { email } of [ana, bia])
    expect(await statusOf(logIn(email, world.password, { address: somewhere(), device: ana.device }))).toBe(200);
});

test('an address is known for thirty days after its last login', async () => {
  const { admin, email, home } = await owner();
  const age = (days: number) =>
    inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) =>
      tx.execute(sql`update known_sources set seen_at = ${world.clock()}::timestamptz - make_interval(days => ${days})`),
    );
  await guessFiveTimes(email, somewhere());
  await age(29);
  expect(await statusOf(guess(email, { address: home }))).toBe(401);
  await age(31);
  expect(await statusOf(guess(email, { address: home }))).toBe(429);
});

test('of three hundred guesses at once five are checked, on two nodes together', async () => {
  const other = await openWorld(asShipped, world.database);
  const { email } = await owner();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) => guess(email, { address: somewhere(), at: n % 2 === 0 ? world : other })),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(295);
  await other.close();
});

test('of 300 guesses at once at as many accounts from one office 50 are checked; its known devices are let in still', async () => {
  const { email, device } = await owner();
  const office = somewhere();
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => guess(`vitima-${n}@exemplo.com`, { address: office })));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(250);
  expect(await statusOf(logIn(email, world.password, { address: office }))).toBe(429);
  expect(await statusOf(logIn(email, world.password, { address: office, device }))).toBe(200);
});

test('thirty right logins of one person at once all succeed, known or not', async () => {
  const { email, home } = await owner();
  const one = somewhere();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => logIn(email, world.password, { address: n % 3 === 0 ? home : n % 3 === 1 ? one : somewhere() })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('sixty right logins from one address at the same moment are all let in', async () => {
  const { email } = await owner();
  const office = somewhere();
  const answers = await Promise.all(Array.from({ length: 60 }, () => logIn(email, world.password, { address: office })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('a lock and the count of sign-ups outlive a restart, and hold on every node', async () => {
  const database = await freshDatabase(inject('templateUrl'));
  onTestFinished(() => database.drop());
  const before = await openWorld(asShipped, database);
  const { email, home, device } = await owner(before);
  const stranger = somewhere();
  for (let round = 0; round < 5; round += 1) expect(await statusOf(guess(email, { address: stranger, at: before }))).toBe(401);
  const signUp = async (at: World, n: number) => {
    const [plan] = await at.client().call(companiesApi.plans, {});
    const body = {
      name: `Fila ${n}`,
      email: `fila-${n}@exemplo.com`,
      phone: '5511987654321',
      password: world.password,
      planId: plan?.id ?? 0,
    };
    return (await at.client().send(companiesApi.signUp, { body }, { 'x-forwarded-for': stranger })).status;
  };
  for (let n = 0; n < 20; n += 1) expect(await signUp(before, n)).toBe(200);
  await before.close();

  const after = await openWorld(asShipped, database);
  expect(await statusOf(logIn(email, world.password, { address: stranger, at: after }))).toBe(429);
  expect(await statusOf(logIn(email, world.password, { address: home, at: after }))).toBe(200);
  expect(await statusOf(logIn(email, world.password, { address: somewhere(), device, at: after }))).toBe(200);
  expect(await signUp(after, 20)).toBe(429);
  await after.close();
});

test('who has signed in from many places is known in the latest of them', async () => {
  const { admin, email } = await owner();
  for (let n = 0; n < 25; n += 1) expect(await statusOf(logIn(email, world.password, { address: somewhere() }))).toBe(200);
  const { rows } = await inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) =>
    tx.execute<{ kind: string; count: number }>(sql`select kind, count(*)::int as count from known_sources group by kind order by kind`),
  );
  expect(rows).toEqual([
    { kind: 'address', count: 27 },
    { kind: 'device', count: 20 },
  ]);
});
