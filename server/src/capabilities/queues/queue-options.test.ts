import type { RequestOf } from '@prosa/contracts/kit';
import { maxOptionDepth, maxOptionsBeside, type QueueOption, queueOptionsApi } from '@prosa/contracts/queue-options';
import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { defaultWeek } from '@prosa/contracts/working-hours';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { optionsOf } from './queue-options.queries.ts';

const world = await openWorld();
const missing = { status: 404, body: { error: 'ERR_NO_QUEUEOPTION_FOUND' } };
const noQueue = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } };
const invalid = (path: string, message: string) => ({ status: 400, body: { error: 'ERR_VALIDATION', details: [{ path, message }] } });

type Body = RequestOf<typeof queueOptionsApi.create>['body'];
const add = (admin: Client, queueId: number, title: string, more: Partial<Body> = {}) =>
  admin.call(queueOptionsApi.create, { body: { queueId, title, ...more } });
const listed = (person: Client, queueId: number) => person.call(queueOptionsApi.list, { query: { queueId } });
const drawn = (tree: QueueOption[]): string =>
  tree.map(({ option, title, children }) => `${option}.${title}${children.length === 0 ? '' : `(${drawn(children)})`}`).join(' ');

test('a menu is built, shown as a tree, changed, ordered and taken apart, and everybody hears of each change', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const atAgent = await agent.listen();
  const queueId = await world.queue(admin);
  const sales = await add(admin, queueId, 'Vendas', { message: 'O que deseja?' });
  expect(sales).toEqual({
    ...{ id: sales.id, title: 'Vendas', message: 'O que deseja?', option: 1, type: 'text', queueId, parentId: null, children: [] },
  });
  const bill = await add(admin, queueId, 'Segunda via', { type: 'bill', option: 1 });
  const prices = await add(admin, queueId, 'Preços', { parentId: sales.id, message: 'Veja o site.' });
  expect(drawn(await listed(agent, queueId))).toBe('1.Segunda via 2.Vendas(1.Preços)');
  const below = { query: { queueId, parentId: sales.id } };
  expect(await agent.call(queueOptionsApi.list, below)).toEqual([prices]);
  const moved = await admin.call(queueOptionsApi.update, {
    params: { id: prices.id },
    body: { title: 'Tabela', parentId: null, option: 1 },
  });
  expect(moved).toEqual({ ...prices, title: 'Tabela', parentId: null, option: 1 });
  const body = { queueId, ids: [sales.id, prices.id, bill.id] };
  expect(drawn(await admin.call(queueOptionsApi.order, { body }))).toBe('1.Vendas 2.Tabela 3.Segunda via');
  await admin.call(queueOptionsApi.update, { params: { id: prices.id }, body: { parentId: sales.id } });
  await admin.call(queueOptionsApi.remove, { params: { id: sales.id } });
  expect(drawn(await listed(agent, queueId))).toBe('1.Segunda via');
  const heard = () => atAgent.of(queueLive).filter(({ action }) => action === 'update');
  await expect.poll(() => heard().length, patient).toBe(7);
  expect(heard()).toMatchObject(Array.from({ length: 7 }, () => ({ queue: { id: queueId } })));
});

test('«GET /queue-options with queueId and parentId (-1 for top level)», as forms send it', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const made = await add(admin, queueId, 'Vendas', { parentId: -1 });
  expect(made.parentId).toBeNull();
  const reply = await fetch(`${world.server.url}/queue-options?queueId=${queueId}&parentId=-1`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(await reply.json()).toEqual([made]);
});

test('numbers stay without gaps when many people add, move and delete at once', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const kept = await Promise.all(Array.from({ length: 12 }, (_, n) => add(admin, queueId, `Opção ${n}`, n % 3 === 0 ? { option: 1 } : {})));
  const [parent, ...others] = kept;
  if (!parent) throw new Error('nothing was added');
  await Promise.all([
    ...others.slice(0, 4).map(({ id }) => admin.call(queueOptionsApi.remove, { params: { id } })),
    ...others.slice(4, 8).map(({ id }) => admin.call(queueOptionsApi.update, { params: { id }, body: { parentId: parent.id, option: 1 } })),
    admin.call(queueOptionsApi.order, { body: { queueId, ids: [parent.id] } }),
    ...Array.from({ length: 4 }, (_, n) => add(admin, queueId, `Nova ${n}`, { option: 2 })),
  ]);
  const tree = await listed(admin, queueId);
  const numbers = (options: QueueOption[]) => options.map(({ option }) => option);
  expect(numbers(tree)).toEqual(Array.from({ length: 8 }, (_, n) => n + 1));
  expect(numbers(tree.find(({ id }) => id === parent.id)?.children ?? [])).toEqual([1, 2, 3, 4]);
});

test('a menu is at most 8 levels deep and 50 options long, and nothing is below itself', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  let parentId: number | null = null;
  const first = await add(admin, queueId, 'Nível 1');
  parentId = first.id;
  for (let level = 2; level <= maxOptionDepth; level += 1) ({ id: parentId } = await add(admin, queueId, `Nível ${level}`, { parentId }));
  expect(await admin.send(queueOptionsApi.create, { body: { queueId, title: 'Fundo', parentId } })).toMatchObject(
    invalid('parentId', 'tooDeep'),
  );
  expect(await admin.send(queueOptionsApi.update, { params: { id: first.id }, body: { parentId } })).toMatchObject(
    invalid('parentId', 'belowItself'),
  );
  await inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) =>
    tx.execute(sql`
      insert into queue_options (queue_id, option, title)
      select ${queueId}, n, 'Opção ' || n from generate_series(2, ${maxOptionsBeside}) n`),
  );
  expect(await admin.send(queueOptionsApi.create, { body: { queueId, title: 'Mais uma' } })).toMatchObject(
    invalid('parentId', 'tooManyOptions'),
  );
});

test('an option stays in its queue: a parent of another queue is not there', async () => {
  const admin = await world.company();
  const [one, two] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const [own, foreign] = [await add(admin, one, 'Vendas'), await add(admin, two, 'Suporte')];
  expect(await admin.send(queueOptionsApi.create, { body: { queueId: one, title: 'X', parentId: foreign.id } })).toMatchObject(missing);
  expect(await admin.send(queueOptionsApi.update, { params: { id: own.id }, body: { parentId: foreign.id } })).toMatchObject(missing);
  expect(await admin.send(queueOptionsApi.order, { body: { queueId: one, ids: [own.id, foreign.id] } })).toMatchObject(missing);
  expect(await admin.send(queueOptionsApi.list, { query: { queueId: one, parentId: foreign.id } })).toMatchObject(missing);
});

test('only admins change a menu; that of another company is not there', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const supervisor = await world.colleague(admin, 'supervisor');
  const queueId = await world.queue(admin);
  const { id } = await add(admin, queueId, 'Vendas');
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  const calls = (person: Client) => [
    person.send(queueOptionsApi.create, { body: { queueId, title: 'Minha' } }),
    person.send(queueOptionsApi.order, { body: { queueId, ids: [id] } }),
    person.send(queueOptionsApi.update, { params: { id }, body: { title: 'Minha' } }),
    person.send(queueOptionsApi.remove, { params: { id } }),
  ];
  for (const answer of await Promise.all(calls(supervisor))) expect(answer).toMatchObject(refused);
  const [created, ordered, updated, removed] = await Promise.all(calls(other));
  expect([created, ordered]).toMatchObject([noQueue, noQueue]);
  expect([updated, removed]).toMatchObject([missing, missing]);
  expect(await other.send(queueOptionsApi.list, { query: { queueId } })).toMatchObject(noQueue);
  expect(await listed(supervisor, queueId)).toHaveLength(1);
});

test.each([
  [{ title: '' }, 'title', 'required'],
  [{ title: 'x'.repeat(201) }, 'title', 'tooLong'],
  [{ option: 0 }, 'option', 'invalidNumber'],
])('%j is refused at its field', async (wrong, path, message) => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  expect(await admin.send(queueOptionsApi.create, { body: { queueId, title: 'Vendas', ...wrong } })).toMatchObject(invalid(path, message));
});

test('«schedules (weekday, weekdayEn, startTime, endTime)»: a queue has the usual week until it is given another', async () => {
  const admin = await world.company();
  const id = await world.queue(admin);
  expect((await admin.call(queuesApi.show, { params: { id } })).schedules).toEqual(defaultWeek);
  const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '22:00', endTime: '06:00' }];
  await admin.call(queuesApi.update, { params: { id }, body: { schedules } });
  await admin.call(queuesApi.update, { params: { id }, body: { greetingMessage: 'Olá' } });
  expect(await admin.call(queuesApi.show, { params: { id } })).toMatchObject({ schedules, greetingMessage: 'Olá' });
  const wrong = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '25:00', endTime: '06:00' }];
  expect(await admin.send(queuesApi.update, { params: { id }, body: { schedules: wrong } })).toMatchObject(
    invalid('schedules.0.startTime', 'invalidTime'),
  );
});

test('a menu costs the same statements however large it is, and is read by its index', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const [small, large] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    await tx.execute(sql`
      insert into queue_options (queue_id, option, title)
      select ${large}, n, 'Opção ' || n from generate_series(1, 40) n`);
    await tx.execute(sql`
      insert into queues (name, color)
      select 'Fila ' || n, '#' || lpad(to_hex(n), 6, '0') from generate_series(1, 100) n`);
    await tx.execute(sql`
      insert into queue_options (queue_id, option, title)
      select q.id, n, 'Opção ' || n from queues q cross join generate_series(1, 100) n where q.name like 'Fila %'`);
  });
  const cost = async (queueId: number) => {
    const before = await statementsSent(world.server.url, 'request');
    await listed(admin, queueId);
    const { id } = await add(admin, queueId, 'Nova', { option: 1 });
    await admin.call(queueOptionsApi.update, { params: { id }, body: { option: 3, title: 'Outra' } });
    await admin.call(queueOptionsApi.remove, { params: { id } });
    return (await statementsSent(world.server.url, 'request')) - before;
  };
  await add(admin, small, 'Uma');
  await add(admin, small, 'Duas');
  await cost(small);
  expect(await cost(large)).toBe(await cost(small));
  const plan = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    await tx.execute(sql`select 1`);
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${optionsOf(large)}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('queue_options_children');
});
