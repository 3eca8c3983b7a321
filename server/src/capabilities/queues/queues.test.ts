import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('a queue is made, shown, changed in part and removed, and everybody hears of it', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const atAgent = await agent.listen();
  const made = await admin.call(queuesApi.create, { body: { name: 'Vendas', color: '#0A7A48', greetingMessage: 'Bem-vindo' } });
  expect(made).toMatchObject({ name: 'Vendas', color: '#0A7A48', greetingMessage: 'Bem-vindo', outOfHoursMessage: '' });
  const params = { id: made.id };
  expect(await agent.call(queuesApi.show, { params })).toEqual(made);
  expect(await admin.call(queuesApi.update, { params, body: { name: 'Comercial' } })).toEqual({ ...made, name: 'Comercial' });
  expect(await agent.call(queuesApi.list, { query: { companyId: 1 } })).toEqual([{ ...made, name: 'Comercial' }]);
  await admin.call(queuesApi.remove, { params });
  expect(await agent.call(queuesApi.list, { query: {} })).toEqual([]);
  await expect.poll(() => atAgent.of(queueLive).map(({ action }) => action), patient).toEqual(['create', 'update', 'delete']);
});

test('name and colour of a queue are taken only once in a company, whatever their capitals', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  await world.queue(admin, 'Vendas', '#0a7a48');
  expect(await admin.send(queuesApi.create, { body: { name: 'VENDAS', color: '#111111' } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' },
  });
  expect(await admin.send(queuesApi.create, { body: { name: 'Outra', color: '#0A7A48' } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  });
  const id = await world.queue(admin, 'Outra', '#222222');
  expect(await admin.send(queuesApi.update, { params: { id }, body: { color: '#0A7A48' } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  });
  expect((await admin.send(queuesApi.update, { params: { id }, body: { name: 'Outra', color: '#222222' } })).status).toBe(200);
  await world.queue(other, 'Vendas', '#0a7a48');
});

test.each(['red', '#12', '#gggggg', 'url(x)', '#123456;background:url(//x)', ''])('%j is no colour', async (color) => {
  const admin = await world.company();
  expect(await admin.send(queuesApi.create, { body: { name: 'Fila', color } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: expect.arrayContaining([expect.objectContaining({ path: 'color' })]) },
  });
});

test('only admins write queues; a queue of another company is not there', async () => {
  const [admin, other] = await Promise.all([world.company(), world.company()]);
  const agent = await world.colleague(admin, 'supervisor');
  const id = await world.queue(admin);
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  expect(await agent.send(queuesApi.create, { body: { name: 'Minha', color: '#333333' } })).toMatchObject(refused);
  expect(await agent.send(queuesApi.update, { params: { id }, body: { name: 'Minha' } })).toMatchObject(refused);
  expect(await agent.send(queuesApi.remove, { params: { id } })).toMatchObject(refused);
  const missing = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } };
  expect(await other.send(queuesApi.show, { params: { id } })).toMatchObject(missing);
  expect(await other.send(queuesApi.update, { params: { id }, body: { name: 'Roubada' } })).toMatchObject(missing);
  expect(await other.send(queuesApi.remove, { params: { id } })).toMatchObject(missing);
});

test('the tickets of a removed queue stay, without a queue, and the counts with them', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const whatsappId = await world.connection(admin, { queueIds: [queueId] });
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511944440001', body: 'Oi' } });
  const pending = () => admin.call(ticketsApi.list, { query: { status: 'pending' } });
  await expect.poll(async () => (await pending()).tickets, patient).toMatchObject([{ queueId }]);
  await admin.call(queuesApi.remove, { params: { id: queueId } });
  expect(await pending()).toMatchObject({ count: 1, tickets: [{ queueId: null, queue: null, status: 'pending' }] });
});
