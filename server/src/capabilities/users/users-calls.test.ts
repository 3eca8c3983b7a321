import { queuesApi } from '@prosa/contracts/queues';
import { sessionApi } from '@prosa/contracts/session';
import { userLive, usersApi } from '@prosa/contracts/users';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

let people = 0;
const someone = (over: Record<string, unknown> = {}) => ({
  name: `Pessoa ${++people}`,
  email: `chamada-${people}-${Date.now()}@exemplo.com`,
  password: world.password,
  ...over,
});

test('"One user shape everywhere (login, refresh, me, user events)"', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const atAdmin = await admin.listen();
  await agent.call(usersApi.update, { params: { id: agent.user.id }, body: { name: 'Beatriz' } });
  const me = await agent.call(sessionApi.me, {});
  const ofAgent = () => atAdmin.of(userLive).find(({ user }) => (user as { id: number }).id === agent.user.id);
  await expect.poll(ofAgent, patient).toEqual({ action: 'update', user: { ...me, online: false }, seq: expect.any(Number) });
  expect(me).toMatchObject({
    name: 'Beatriz',
    company: { id: admin.user.companyId, dueDate: expect.any(String) },
    queues: [{ id: queueId }],
  });

  const made = await admin.call(usersApi.create, { body: someone() });
  const ofNew = () => atAdmin.of(userLive).find(({ user }) => (user as { id: number }).id === made.id);
  await expect.poll(ofNew, patient).toMatchObject({ action: 'create', user: { ...made, company: me.company } });
  await admin.call(usersApi.remove, { params: { id: made.id } });
  await expect.poll(() => atAdmin.of(userLive).at(-1), patient).toEqual({ action: 'delete', userId: made.id, seq: expect.any(Number) });
});

test('"GET /users/ … (response users, hasMore)": each user with the specified fields and types, without a password', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const body = someone({ queueIds: [queueId] });
  const made = await admin.raw('POST', '/users', { body });
  const user = {
    id: expect.any(Number),
    name: body.name,
    email: body.email,
    profile: 'user',
    super: false,
    allTicket: 'disable',
    companyId: admin.user.companyId,
    online: false,
    queues: [{ id: queueId, name: 'Vendas', color: '#0A7A48' }],
  };
  expect({ status: made.status, body: made.body }).toEqual({ status: 200, body: user });
  const { id } = made.body as { id: number };
  expect((await admin.raw('GET', `/users/${id}`)).body).toEqual(made.body);
  expect((await admin.raw('GET', '/users/?searchParam=&pageNumber=1')).body).toMatchObject({
    users: [made.body, {}],
    count: 2,
    hasMore: false,
  });
  expect((await admin.raw('GET', '/users/?pageNumber=9')).body).toEqual({ users: [], count: 2, hasMore: false });
  expect((await admin.raw('GET', '/users/list')).body).toMatchObject([made.body, {}]);
  expect(await admin.raw('DELETE', `/users/${id}`)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
});

test.each([
  ['name', { name: null }],
  ['email', { email: 7 }],
  ['profile', { profile: 'boss' }],
  ['queueIds', { queueIds: '1' }],
  ['queueIds.0', { queueIds: ['x'] }],
  ['allTicket', { allTicket: 'sim' }],
])('a user with a wrong %s (%j) is invalid input, made or changed', async (path, over) => {
  const admin = await world.company();
  const refused = { status: 400, body: { error: 'ERR_VALIDATION', details: expect.arrayContaining([expect.objectContaining({ path })]) } };
  expect(await admin.raw('POST', '/users', { body: someone(over) })).toMatchObject(refused);
  expect(await admin.raw('PUT', `/users/${admin.user.id}`, { body: over })).toMatchObject(refused);
});

test('"409 … or the domain code where the spec has none": an e-mail that is taken, whatever its capitals', async () => {
  const admin = await world.company();
  expect(await admin.raw('POST', '/users', { body: someone({ email: ` ${admin.user.email.toUpperCase()} ` }) })).toMatchObject({
    status: 409,
    body: { error: 'ERR_EMAIL_ALREADY_EXISTS' },
  });
});

/** The flag is the platform's to give; nobody gets it by a call. */
const makeSuper = (person: Client) => owner.query('update users set super = true where id = $1', [person.user.id]);

test('"Only admin (or super) creates, edits and deletes others, never a user of another company"', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const person = await world.colleague(admin);
  expect((await person.raw('POST', '/users', { body: someone() })).status).toBe(403);
  await makeSuper(person);
  const made = await person.call(usersApi.create, { body: someone({ profile: 'supervisor' }) as never });
  const params = { id: made.id };
  expect(await person.call(usersApi.update, { params, body: { name: 'Outro Nome', profile: 'user' } })).toMatchObject({ profile: 'user' });
  expect(await person.call(usersApi.remove, { params })).toEqual({ message: expect.any(String) });
  const missing = { status: 404, body: { error: 'ERR_NO_USER_FOUND' } };
  const theirs = { id: other.user.id };
  expect(await person.send(usersApi.show, { params: theirs })).toMatchObject(missing);
  expect(await person.send(usersApi.update, { params: theirs, body: { name: 'Roubada' } })).toMatchObject(missing);
  expect(await person.send(usersApi.remove, { params: theirs })).toMatchObject(missing);
  // The flag makes nobody an admin.
  expect(await person.send(queuesApi.create, { body: { name: 'Fila', color: '#123456' } })).toMatchObject({ status: 403 });
  expect((await person.call(usersApi.show, { params: { id: person.user.id } })).profile).toBe('user');
});
