import { authLive, sessionApi } from '@prosa/contracts/session';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { me } from '../../../test/sessions.ts';
import { openWorld } from '../../../test/world.ts';

// With the limits as they are shipped.
const world = await openWorld({ RATE_LIMIT_FACTOR: '1', ROLES: 'web' });
const { password } = world;
let addresses = 0;
const newEmail = () => `novo-${++addresses}-${Date.now()}@exemplo.com`;

const update = (person: Client, body: Record<string, unknown>, id = person.user.id) => person.raw('PUT', `/users/${id}`, { body });
const loginStatus = async (email: string, secret: string) =>
  (await world.client().send(sessionApi.login, { body: { email, password: secret } })).status;
const missing = { status: 400, body: { error: 'ERR_VALIDATION', details: [{ path: 'currentPassword', message: 'required' }] } };
const wrong = { status: 400, body: { error: 'ERR_WRONG_PASSWORD' } };

test.each([
  ['an agent', 'user'],
  ['an admin', 'admin'],
] as const)('%s changes the own e-mail and password only with the current password', async (_who, profile) => {
  const person = await world.colleague(await world.company(), profile);
  const { email } = person.user;
  const changed = newEmail();
  for (const body of [{ password: 'outro-segredo' }, { email: changed }, { email: changed, password: 'outro-segredo' }]) {
    expect(await update(person, body)).toMatchObject(missing);
    expect(await update(person, { ...body, currentPassword: '' })).toMatchObject(missing);
    expect(await update(person, { ...body, currentPassword: 'errada' })).toMatchObject(wrong);
  }
  expect(await loginStatus(email, password)).toBe(200);
  await person.logIn(email);
  const both = { email: changed, password: 'outro-segredo', currentPassword: password };
  expect(await update(person, both)).toMatchObject({ status: 200, body: { email: changed } });
  expect(await loginStatus(changed, 'outro-segredo')).toBe(200);
});

test('sending the unchanged e-mail along needs no password, whatever its capitals', async () => {
  const admin = await world.company();
  const body = { name: 'Nova', email: ` ${admin.user.email.toUpperCase()} `, password: '' };
  expect(await update(admin, body)).toMatchObject({ status: 200, body: { name: 'Nova', email: admin.user.email } });
});

test('an admin changes the e-mail and password of another user without any password', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const email = newEmail();
  expect((await update(admin, { email, password: 'outro-segredo' }, agent.user.id)).status).toBe(200);
  expect(await loginStatus(email, 'outro-segredo')).toBe(200);
});

test('wrong current passwords count as failed logins, and lock both', async () => {
  const admin = await world.company();
  const { email } = admin.user;
  const change = (currentPassword: string) => update(admin, { password: 'outro-segredo', currentPassword });
  for (let guess = 0; guess < 5; guess += 1) expect(await change('errada')).toMatchObject(wrong);
  expect(await change(password)).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  // The same count as that of logins from this address with no known device.
  expect(await loginStatus(email, password)).toBe(429);
  expect((await me(admin)).status).toBe(200);
  world.clock.move(16 * 60_000);
  await admin.refresh();
  expect((await change(password)).status).toBe(200);
});

test('a password that was changed meanwhile is no current password any more', async () => {
  const admin = await world.company();
  const change = (to: string) => update(admin, { password: to, currentPassword: password });
  const answers = await Promise.all([change('primeiro-segredo'), change('segundo-segredo'), change('terceiro-segredo')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
});

test('the browsers of a user whose e-mail or password was changed are told with the old address, and nobody else is', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const [atAgent, atAdmin] = [await agent.listen(), await admin.listen()];
  const { id, email, companyId } = agent.user;
  const changed = newEmail();
  const notices = () => atAgent.of(authLive);
  await update(agent, { name: 'Beatriz', email, password: '' });
  await update(agent, { email: changed, currentPassword: password });
  const first = { action: 'securityNotice', user: { id, email, companyId }, changes: ['email'] };
  await expect.poll(notices, patient).toMatchObject([first]);
  await update(admin, { password: 'outro-segredo' }, id);
  const second = { action: 'securityNotice', user: { id, email: changed, companyId }, changes: ['password'] };
  await expect.poll(notices, patient).toMatchObject([first, second]);
  expect(atAdmin.of(authLive)).toEqual([]);
  expect((await agent.send(usersApi.list, { query: {} })).status).toBe(401);
});
