import { connectionLive, connectionsApi } from '@prosa/contracts/connections';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { acrossCompanies, inScope } from '../../platform/database/scope.ts';

const world = await openWorld();

const create = (
  admin: Client,
  body: { name: string; isDefault?: boolean; token?: string; queueIds?: number[]; greetingMessage?: string; sendIdQueue?: number },
) => admin.send(connectionsApi.create, { body: { provider: 'simulator', ...body } });
const show = (admin: Client, id: number) => admin.call(connectionsApi.show, { params: { id }, query: { session: '0' } });
const defaultsOf = async (admin: Client) =>
  (await admin.call(connectionsApi.list, { query: {} })).filter(({ isDefault }) => isDefault).map(({ id }) => id);
const changed = (whatsapp: object) => expect.objectContaining({ whatsapp: expect.objectContaining(whatsapp) });
const idOf = (answer: { body: unknown }) => (answer.body as { id: number }).id;

test('the first connection is the default, and there is always exactly one', async () => {
  const admin = await world.company();
  const first = idOf(await create(admin, { name: 'Primeira', isDefault: false }));
  // A form says no to what it never asked about: the only one stays the default.
  await admin.call(connectionsApi.update, { params: { id: first }, body: { isDefault: false } });
  expect(await defaultsOf(admin)).toEqual([first]);
  const second = idOf(await create(admin, { name: 'Segunda' }));
  expect(await defaultsOf(admin)).toEqual([first]);
  const live = await admin.listen();
  const third = idOf(await create(admin, { name: 'Terceira', isDefault: true }));
  expect(await defaultsOf(admin)).toEqual([third]);
  await expect.poll(() => live.of(connectionLive), patient).toContainEqual(changed({ id: first, isDefault: false }));
  await admin.call(connectionsApi.update, { params: { id: second }, body: { isDefault: true } });
  expect(await defaultsOf(admin)).toEqual([second]);

  const refused = { status: 400, body: { error: 'ERR_NO_OTHER_WHATSAPP' } };
  expect(await admin.send(connectionsApi.update, { params: { id: second }, body: { isDefault: false } })).toMatchObject(refused);
  expect(await admin.send(connectionsApi.remove, { params: { id: second } })).toMatchObject(refused);
  await admin.call(connectionsApi.remove, { params: { id: first } });
  await admin.call(connectionsApi.remove, { params: { id: third } });
  await admin.call(connectionsApi.remove, { params: { id: second } });
  expect(await admin.call(connectionsApi.list, { query: {} })).toEqual([]);
});

test('several made the default at once leave exactly one, and nobody gets a server error', async () => {
  const admin = await world.company();
  const ids: number[] = [];
  for (const name of ['Um', 'Dois', 'Três', 'Quatro']) ids.push(idOf(await create(admin, { name })));
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => admin.send(connectionsApi.update, { params: { id: ids[n % 4]! }, body: { isDefault: true } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await defaultsOf(admin)).toHaveLength(1);
});

test('the first two made at once have one default between them', async () => {
  const admin = await world.company();
  await Promise.all(['Um', 'Dois', 'Três'].map((name) => create(admin, { name })));
  expect(await defaultsOf(admin)).toHaveLength(1);
});

test('a token is chosen or generated, is unique in its company, and only admins see it', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin, 'supervisor');
  const [atAdmin, atAgent] = await Promise.all([admin.listen(), agent.listen()]);
  const token = `segredo-${admin.user.companyId}-${Date.now()}`;
  expect(await create(admin, { name: 'Curta', token: 'x'.repeat(19) })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [{ path: 'token' }] },
  });
  const made = await create(admin, { name: 'Com segredo', token });
  expect(made).toMatchObject({ status: 200, body: { token } });
  const id = idOf(made);
  expect((await show(admin, id)).token).toBe(token);
  const generated = await show(admin, idOf(await create(admin, { name: 'Gerada', token: '' })));
  expect(generated.token).toMatch(new RegExp(`^wa_${generated.id}_[\\w-]{43}$`));

  const taken = { status: 409, body: { error: 'ERR_CONFLICT' } };
  expect(await create(admin, { name: 'Igual', token })).toMatchObject(taken);
  expect(await admin.send(connectionsApi.update, { params: { id: generated.id }, body: { token } })).toMatchObject(taken);
  expect(await agent.send(connectionsApi.show, { params: { id }, query: {} })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  for (const person of [admin, agent]) {
    const { body } = await person.send(connectionsApi.list, { query: {} });
    expect(JSON.stringify(body)).not.toMatch(/"(token|qrcode|\w*sealed)":|segredo-/i);
  }
  const renewed = await admin.call(connectionsApi.newToken, { params: { id } });
  expect(renewed.token).not.toBe(token);
  expect((await show(admin, id)).token).toBe(renewed.token);
  expect(renewed.token).toMatch(new RegExp(`^wa_${id}_`));
  await expect.poll(() => atAgent.of(connectionLive).length, patient).toBeGreaterThanOrEqual(3);
  for (const { heard } of [atAdmin, atAgent]) {
    const text = JSON.stringify(heard);
    for (const secret of [token, renewed.token, generated.token]) expect(text).not.toContain(secret);
  }
});

test('the token lies nowhere in the database as it is, not even in the kept answer of a repeatable call', async () => {
  const admin = await world.company();
  const token = `canario-${Date.now()}-inconfundivel`;
  const { id } = await admin.call(
    connectionsApi.create,
    { body: { name: 'Com chave', provider: 'simulator', token } },
    { 'idempotency-key': 'criar-1' },
  );
  const renewed = await admin.call(connectionsApi.newToken, { params: { id } }, { 'idempotency-key': 'renovar-1' });
  const again = await admin.call(connectionsApi.newToken, { params: { id } }, { 'idempotency-key': 'renovar-1' });
  expect(again.token).toBe(renewed.token);
  const rows = await inScope(world.server.platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    const kept: string[] = [];
    for (const table of ['connections', 'idempotency_keys', 'events', 'settings']) {
      const { rows: found } = await tx.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(table)} t`);
      kept.push(...found.map(({ row }) => row));
    }
    return kept.join('\n');
  });
  expect(rows).toContain('Com chave');
  for (const secret of [token, renewed.token]) expect(rows).not.toContain(secret);
});

test('with more than one queue a connection needs a greeting', async () => {
  const admin = await world.company();
  const queueIds = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const refused = { status: 400, body: { error: 'ERR_WAPP_GREETING_REQUIRED' } };
  expect(await create(admin, { name: 'Sem saudação', queueIds })).toMatchObject(refused);
  expect(await create(admin, { name: 'Em branco', queueIds, greetingMessage: '   ' })).toMatchObject(refused);
  const made = await create(admin, { name: 'Com saudação', queueIds, greetingMessage: 'Escolha' });
  expect(made).toMatchObject({ status: 200, body: { queueIds } });
  const params = { id: idOf(made) };
  expect(await admin.send(connectionsApi.update, { params, body: { greetingMessage: '' } })).toMatchObject(refused);
  expect((await admin.send(connectionsApi.update, { params, body: { greetingMessage: '', queueIds: queueIds.slice(0, 1) } })).status).toBe(
    200,
  );
  expect(await admin.send(connectionsApi.update, { params, body: { queueIds } })).toMatchObject(refused);
});

test('a change of one thing keeps the rest: queues, texts, token and session', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const id = await world.connection(admin, { queueIds: [queueId] });
  await admin.call(connectionsApi.update, {
    params: { id },
    body: { complationMessage: 'Até logo', sendIdQueue: queueId, timeSendQueue: 5 },
  });
  const before = await show(admin, id);
  const after = await admin.call(connectionsApi.update, { params: { id }, body: { name: 'Outro nome', token: '' } });
  expect(after).toEqual({ ...before, name: 'Outro nome', updatedAt: after.updatedAt });
  expect(after).toMatchObject({
    status: 'CONNECTED',
    queueIds: [queueId],
    complationMessage: 'Até logo',
    sendIdQueue: queueId,
    timeSendQueue: 5,
  });
  const greedy = await admin.raw('PUT', `/whatsapp/${id}`, {
    body: { status: 'DISCONNECTED', qrcode: 'x', retries: 9, companyId: 1, id: 1, provider: 'baileys' },
  });
  expect(greedy.body).toMatchObject({ status: 'CONNECTED', retries: 0, provider: 'simulator', id });
});

test('queues of another company, or none at all, can not be joined to a connection', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const foreign = await world.queue(other);
  const missing = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } };
  for (const queueId of [foreign, 999_999]) {
    expect(await create(admin, { name: 'Alheia', queueIds: [queueId] })).toMatchObject(missing);
    expect(await create(admin, { name: 'Alheia', sendIdQueue: queueId })).toMatchObject(missing);
  }
  expect(await admin.call(connectionsApi.list, { query: {} })).toEqual([]);
});

test('names are unique in a company and free in another; wrong names are refused', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  expect((await create(admin, { name: 'Loja' })).status).toBe(200);
  expect(await create(admin, { name: 'LOJA' })).toMatchObject({ status: 409, body: { error: 'ERR_CONFLICT' } });
  expect((await create(other, { name: 'Loja' })).status).toBe(200);
  expect(await create(admin, { name: 'L' })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
});

test('the plan says how many connections there may be, however many are made at once', async () => {
  const admin = await world.company();
  await acrossCompanies(world.server.platform, (tx) =>
    tx.execute(sql`
      with plan as (
        insert into plans (name, users, connections, queues, value, is_public)
        values ('Três linhas', 9, 3, 9, 1, false) returning id)
      update companies set plan_id = plan.id from plan where companies.id = ${admin.user.companyId}`),
  );
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create(admin, { name: `Linha ${n}` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 400, body: { error: 'ERR_PLAN_LIMIT', limit: 3 } });
});

test('a connection that is not there can not be shown, changed, started, stopped or removed', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const foreign = idOf(await create(other, { name: 'Alheia' }));
  for (const id of [foreign, 999_999, 2_147_483_647]) {
    const answers = await Promise.all([
      admin.send(connectionsApi.show, { params: { id }, query: {} }),
      admin.send(connectionsApi.update, { params: { id }, body: { name: 'Roubada' } }),
      admin.send(connectionsApi.newToken, { params: { id } }),
      admin.send(connectionsApi.start, { params: { id } }),
      admin.send(connectionsApi.newQr, { params: { id } }),
      admin.send(connectionsApi.disconnect, { params: { id } }),
      admin.send(connectionsApi.remove, { params: { id } }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
  }
  expect(await show(other, foreign)).toMatchObject({ name: 'Alheia' });
});

test('everybody may see the connections, only admins act on them', async () => {
  const admin = await world.company();
  const supervisor = await world.colleague(admin, 'supervisor');
  const id = await world.connection(admin);
  expect(await supervisor.call(connectionsApi.list, { query: { session: '0' } })).toMatchObject([{ id, status: 'CONNECTED' }]);
  const answers = await Promise.all([
    create(supervisor, { name: 'Minha' }),
    supervisor.send(connectionsApi.update, { params: { id }, body: { name: 'Minha' } }),
    supervisor.send(connectionsApi.newToken, { params: { id } }),
    supervisor.send(connectionsApi.start, { params: { id } }),
    supervisor.send(connectionsApi.newQr, { params: { id } }),
    supervisor.send(connectionsApi.disconnect, { params: { id } }),
    supervisor.send(connectionsApi.remove, { params: { id } }),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
});
