import { companiesApi } from '@prosa/contracts/companies';
import { sessionApi } from '@prosa/contracts/session';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { acrossCompanies } from '../../platform/database/scope.ts';
import { rateLimits } from '../../platform/http/limits.ts';

// The limits as they are shipped, behind https.
const world = await openWorld({ RATE_LIMIT_FACTOR: '1', PUBLIC_URL: 'https://atende.exemplo.com' });
const minute = 60_000;

const guess = (email: string, password = 'errada') => world.client().send(sessionApi.login, { body: { email, password } });

test('behind https the cookie is sent over https alone, and browsers are told to stay there', async () => {
  const admin = await world.company();
  const { headers } = await admin.send(sessionApi.login, { body: { email: admin.user.email, password: world.password } });
  expect(headers.getSetCookie()[0]?.split('; ')).toContain('Secure');
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
});

test('after five wrong passwords the account is locked for a while, for the right password too', async () => {
  const admin = await world.company();
  for (let round = 0; round < 5; round += 1) expect((await guess(admin.user.email)).status).toBe(401);
  const locked = await guess(admin.user.email, world.password);
  expect(locked).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  const seconds = Number(locked.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  expect((await admin.send(sessionApi.me, {})).status).toBe(200);
  world.clock.move(seconds * 1000 + 1000);
  expect((await guess(admin.user.email, world.password)).status).toBe(200);
});

test('many guesses at once gain nothing over guesses one by one', async () => {
  const admin = await world.company();
  const answers = await Promise.all(Array.from({ length: 20 }, () => guess(admin.user.email)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  world.clock.move(16 * minute);
});

test('an address of nobody is locked just the same, so that the lock tells nothing', async () => {
  for (let round = 0; round < 5; round += 1) expect((await guess('fantasma@exemplo.com')).status).toBe(401);
  expect((await guess('Fantasma@exemplo.com ')).status).toBe(429);
  world.clock.move(16 * minute);
});

test('logging in rightly again and again locks nobody out', async () => {
  const admin = await world.company();
  for (let round = 0; round < 8; round += 1) expect((await guess(admin.user.email, world.password)).status).toBe(200);
});

test('an overdue company is told so however often its admin tries with the right password', async () => {
  const admin = await world.company();
  await acrossCompanies(world.server.platform, (tx) =>
    tx.execute(sql`update companies set due_date = '2001-01-01' where id = ${admin.user.companyId}`),
  );
  for (let round = 0; round < 7; round += 1) expect((await guess(admin.user.email, world.password)).status).toBe(402);
});

test('fifty wrong passwords from one address close it, an invented forwarding address opens nothing', async () => {
  const admin = await world.company();
  world.clock.move(16 * minute);
  for (let round = 0; round < 50; round += 1) await guess(`alvo-${round}@exemplo.com`);
  expect((await guess('alvo-novo@exemplo.com')).status).toBe(429);
  const forwarded = await world
    .client()
    .send(sessionApi.login, { body: { email: admin.user.email, password: world.password } }, { 'x-forwarded-for': '203.0.113.9' });
  expect(forwarded.status).toBe(429);
  world.clock.move(16 * minute);
  expect((await guess(admin.user.email, world.password)).status).toBe(200);
});

test('a session may refresh 60 times a minute; one time too many is refused and does not cost the session', async () => {
  const admin = await world.company();
  for (let round = 0; round < 60; round += 1) await admin.refresh();
  const refused = await admin.send(sessionApi.refresh, {});
  expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  world.clock.move((Number(refused.headers.get('retry-after')) + 1) * 1000);
  expect((await admin.send(sessionApi.refresh, {})).status).toBe(200);
});

test('a person may make 600 calls a minute, and others are not held up by that', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { limiter } = world.server.http;
  while ((await limiter.peek('api', String(admin.user.id), rateLimits.api)).ok)
    await limiter.take('api', String(admin.user.id), rateLimits.api);
  expect(rateLimits.api).toEqual({ limit: 600, seconds: 60 });
  expect(await admin.send(sessionApi.me, {})).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect((await agent.send(sessionApi.me, {})).status).toBe(200);
  world.clock.move(minute + 1000);
  expect((await admin.send(sessionApi.me, {})).status).toBe(200);
});

test('twenty companies an hour may sign up from one address', async () => {
  world.clock.move(61 * minute);
  const visitor = world.client();
  const [plan] = await visitor.call(companiesApi.plans, {});
  const body = (n: number) => ({
    name: `Limite ${n}`,
    email: `limite-${n}@exemplo.com`,
    phone: '5511987654321',
    password: world.password,
    planId: plan?.id ?? 0,
  });
  for (let n = 0; n < 20; n += 1)
    expect((await visitor.send(companiesApi.signUp, { body: body(n) }, { 'x-forwarded-for': `203.0.113.${n}` })).status).toBe(200);
  const refused = await visitor.send(companiesApi.signUp, { body: body(20) });
  expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
