import { messageLive } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { sessionApi } from '@prosa/contracts/session';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { userLive, usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { acrossCompanies } from '../../platform/database/scope.ts';

const world = await openWorld();
let people = 0;
const someone = (over: Record<string, unknown> = {}) => ({
  name: `Pessoa ${++people}`,
  email: `pessoa-${people}-${Date.now()}@exemplo.com`,
  password: world.password,
  ...over,
});
const create = (admin: Client, over: Record<string, unknown> = {}) => admin.raw('POST', '/users', { body: someone(over) });
const idOf = (answer: { body: unknown }) => (answer.body as { id: number }).id;

/** Another plan for one company: so many users, connections and queues. */
const givePlan = (admin: Client, users: number, connections: number, queues: number) =>
  acrossCompanies(world.server.platform, (tx) =>
    tx.execute(sql`
      with plan as (
        insert into plans (name, users, connections, queues, value, is_public)
        values (${`Plano ${admin.user.companyId}`}, ${users}, ${connections}, ${queues}, 1, false)
        returning id)
      update companies
      set plan_id = plan.id
      from plan
      where companies.id = ${admin.user.companyId}`),
  );

test('an admin makes a person with profile and queues, who appears in lists and search and can log in', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const atAdmin = await admin.listen();
  const body = someone({ name: 'Ana_100% Souza', profile: 'supervisor', queueIds: [queueId, queueId], allTicket: 'enabled' });
  const made = await admin.raw('POST', '/users', { body: { ...body, companyId: 1, id: 7 } });
  expect(made).toMatchObject({
    status: 200,
    body: {
      name: 'Ana_100% Souza',
      profile: 'supervisor',
      super: false,
      allTicket: 'enable',
      companyId: admin.user.companyId,
      queues: [{ id: queueId }],
    },
  });
  expect(made.body).not.toHaveProperty('password');
  const id = idOf(made);
  expect(await admin.call(usersApi.show, { params: { id } })).toEqual(made.body);
  expect(new Set((await admin.call(usersApi.everyone, { query: {} })).map((user) => user.id))).toEqual(new Set([admin.user.id, id]));
  for (const searchParam of ['ana_100%', 'SOUZA', String(body.email).slice(0, 12)]) {
    expect(await admin.call(usersApi.list, { query: { searchParam } }), searchParam).toMatchObject({
      count: 1,
      hasMore: false,
      users: [{ id }],
    });
  }
  for (const searchParam of ['ana%souza', 'xyz'])
    expect(await admin.call(usersApi.list, { query: { searchParam } }), searchParam).toMatchObject({ count: 0, users: [] });
  await expect
    .poll(() => atAdmin.of(userLive), patient)
    .toContainEqual(expect.objectContaining({ action: 'create', user: expect.objectContaining(made.body) }));
  const person = world.client();
  await person.logIn(String(body.email));
  expect(person.user).toMatchObject({ id, profile: 'supervisor' });
});

test('without a profile a new person is an ordinary user', async () => {
  const admin = await world.company();
  expect((await create(admin)).body).toMatchObject({ profile: 'user', queues: [], allTicket: 'disable' });
});

test('the list of users comes in pages of twenty', async () => {
  const admin = await world.company();
  await givePlan(admin, 100, 1, 1);
  for (let n = 0; n < 21; n += 1) expect((await create(admin)).status).toBe(200);
  const pages = [1, 2, 3].map((pageNumber) => admin.call(usersApi.list, { query: { pageNumber } }));
  const [first, second, third] = await Promise.all(pages);
  expect([first, second, third].map((page) => [page?.users.length, page?.count, page?.hasMore])).toEqual([
    [20, 22, true],
    [2, 22, false],
    [0, 22, false],
  ]);
  expect(new Set([...(first?.users ?? []), ...(second?.users ?? [])].map(({ id }) => id)).size).toBe(22);
});

test.each([
  ['name', { name: 'A' }, 'tooShort'],
  ['name', { name: 'x'.repeat(51) }, 'tooLong'],
  ['name', { name: '   ' }, 'required'],
  ['email', { email: 'sem-arroba' }, 'invalidEmail'],
  ['password', { password: '1234' }, 'tooShort'],
  ['password', { password: 'x'.repeat(129) }, 'tooLong'],
])('a person with a wrong %s (%j) is refused with %s', async (path, over, message) => {
  const admin = await world.company();
  const details = expect.arrayContaining([{ path, message }]);
  expect(await create(admin, over)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', details } });
});

test('an e-mail belongs to one person on the whole platform', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const taken = { status: 409, body: { error: 'ERR_EMAIL_ALREADY_EXISTS' } };
  expect(await create(admin, { email: other.user.email.toUpperCase() })).toMatchObject(taken);
  const id = idOf(await create(admin));
  expect(await admin.send(usersApi.update, { params: { id }, body: { email: other.user.email } })).toMatchObject(taken);
});

test('fifty people made at once never exceed the plan', async () => {
  const admin = await world.company();
  await givePlan(admin, 7, 1, 3);
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(admin)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_PLAN_LIMIT', limit: 7 } });
  expect(await admin.call(usersApi.everyone, { query: {} })).toHaveLength(7);
  const queues = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      admin.send(queuesApi.create, { body: { name: `Fila ${n}`, color: `#0000${String(n).padStart(2, '0')}` } }),
    ),
  );
  expect(queues.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await admin.call(queuesApi.list, { query: {} })).toHaveLength(3);
});

test('only an admin makes, changes and removes other people', async () => {
  const admin = await world.company();
  const [agent, supervisor] = [await world.colleague(admin), await world.colleague(admin, 'supervisor')];
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  for (const person of [agent, supervisor]) {
    expect(await create(person)).toMatchObject(refused);
    expect(await person.send(usersApi.remove, { params: { id: admin.user.id } })).toMatchObject(refused);
    expect(await person.send(usersApi.update, { params: { id: admin.user.id }, body: { name: 'Outra' } })).toMatchObject(refused);
  }
  expect((await admin.call(usersApi.show, { params: { id: admin.user.id } })).name).toBe(admin.user.name);
});

test('people change their own name, e-mail and password, and nothing of their rights', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin);
  const email = `novo-${agent.user.id}-${Date.now()}@exemplo.com`;
  const body = {
    name: 'Nova',
    email,
    password: 'nova-senha',
    currentPassword: world.password,
    profile: 'admin',
    queueIds: [queueId],
    allTicket: 'enable',
    super: true,
    companyId: 1,
  };
  const changed = await agent.raw('PUT', `/users/${agent.user.id}`, { body });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Nova', email, profile: 'user', queues: [], allTicket: 'disable', super: false, companyId: admin.user.companyId },
  });
  await world.client().logIn(email, 'nova-senha');
});

test('an empty password in the form keeps the old one, and what is absent stays', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'supervisor', { queueIds: [queueId], allTicket: 'enable' });
  const before = await admin.call(usersApi.show, { params: { id: agent.user.id } });
  const after = await admin.call(usersApi.update, { params: { id: agent.user.id }, body: { name: 'Só o nome', password: '' } });
  expect(after).toEqual({ ...before, name: 'Só o nome' });
  expect((await agent.send(sessionApi.me, {})).status).toBe(200);
  await world.client().logIn(agent.user.email);
});

test('queues that are not the company’s can be given to nobody', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const foreign = await world.queue(other);
  const refused = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } };
  for (const queueId of [foreign, 999_999]) {
    expect(await create(admin, { queueIds: [queueId] })).toMatchObject(refused);
    expect(await admin.send(usersApi.update, { params: { id: admin.user.id }, body: { queueIds: [queueId] } })).toMatchObject(refused);
  }
  expect(await admin.call(usersApi.everyone, { query: {} })).toHaveLength(1);
});

test('the last admin can neither leave nor step down', async () => {
  const admin = await world.company();
  await world.colleague(admin);
  const refused = { status: 400, body: { error: 'ERR_LAST_ADMIN' } };
  expect(await admin.send(usersApi.remove, { params: { id: admin.user.id } })).toMatchObject(refused);
  expect(await admin.send(usersApi.update, { params: { id: admin.user.id }, body: { profile: 'user' } })).toMatchObject(refused);
  expect((await admin.send(usersApi.update, { params: { id: admin.user.id }, body: { profile: 'admin', name: 'Ainda eu' } })).status).toBe(
    200,
  );
});

test('two admins who remove or demote each other at once leave one behind', async () => {
  for (const way of ['remove', 'demote'] as const) {
    const one = await world.company();
    const two = await world.colleague(one, 'admin');
    const strike = (who: Client, whom: Client) =>
      way === 'remove'
        ? who.send(usersApi.remove, { params: { id: whom.user.id } })
        : who.send(usersApi.update, { params: { id: whom.user.id }, body: { profile: 'user' } });
    const answers = await Promise.all([strike(one, two), strike(two, one)]);
    expect(
      answers.filter(({ status }) => status === 200),
      way,
    ).toHaveLength(1);
    const survivor = (await one.send(sessionApi.me, {})).status === 200 ? one : two;
    const people = await survivor.call(usersApi.everyone, { query: {} });
    expect(people.filter(({ profile }) => profile === 'admin')).toHaveLength(1);
  }
});

test('a person who is not there can not be shown, changed or removed', async () => {
  const admin = await world.company();
  const missing = { status: 404, body: { error: 'ERR_NO_USER_FOUND' } };
  for (const id of [999_999, 2_147_483_647]) {
    expect(await admin.send(usersApi.show, { params: { id } })).toMatchObject(missing);
    expect(await admin.send(usersApi.update, { params: { id }, body: { name: 'Ninguém' } })).toMatchObject(missing);
    expect(await admin.send(usersApi.remove, { params: { id } })).toMatchObject(missing);
  }
});

test('an agent taken out of a queue hears no more of it, one put in begins to hear', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const whatsappId = await world.connection(admin, { queueIds: [queueId] });
  const [leaving, coming] = [await world.colleague(admin, 'user', { queueIds: [queueId] }), await world.colleague(admin)];
  const [atLeaving, atComing] = await Promise.all([leaving.listen(), coming.listen()]);
  const write = (body: string) => admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511955550001', body } });
  await write('antes');
  await expect.poll(() => atLeaving.of(messageLive), patient).toHaveLength(1);
  expect(atComing.of(messageLive)).toEqual([]);

  await admin.call(usersApi.update, { params: { id: leaving.user.id }, body: { queueIds: [] } });
  await admin.call(usersApi.update, { params: { id: coming.user.id }, body: { queueIds: [queueId] } });
  const put = expect.objectContaining({
    user: expect.objectContaining({ id: coming.user.id, queues: [expect.objectContaining({ id: queueId })] }),
  });
  await expect.poll(() => atLeaving.of(userLive), patient).toContainEqual(put);
  await expect.poll(() => atComing.of(userLive), patient).toContainEqual(put);
  await write('depois');
  await expect.poll(() => atComing.of(messageLive), patient).toHaveLength(1);
  expect(atLeaving.of(messageLive)).toHaveLength(1);
});

test('a person is found blind to accents and capitals', async () => {
  const admin = await world.company();
  const id = idOf(await create(admin, { name: 'Conceição Ávila' }));
  for (const searchParam of ['conceicao', 'AVILA', 'ção áv'])
    expect(await admin.call(usersApi.list, { query: { searchParam } }), searchParam).toMatchObject({ count: 1, users: [{ id }] });
});

test('where the company has switched it off, nobody is made a user any more', async () => {
  const admin = await world.company();
  const set = (value: string) => admin.call(settingsApi.update, { params: { key: 'userCreation' }, body: { value } });
  await set('disabled');
  expect(await create(admin)).toMatchObject({ status: 403, body: { error: 'ERR_USER_CREATION_DISABLED' } });
  await set('enabled');
  expect((await create(admin)).status).toBe(200);
});
