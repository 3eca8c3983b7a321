import { connectionsApi } from '@prosa/contracts/connections';
import { queuesApi } from '@prosa/contracts/queues';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { minute, move, newNumber, openOffice, show, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { outageJob } from './outage.jobs.ts';

const world = await openWorld();
const historyOf = (who: Client, id: number) => who.call(ticketsApi.history, { params: { id } });

test('"each routing decision with the rule that made it": who, from where, where to and why, by name', async () => {
  const { admin, agent, sales, support, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  await move(agent, id, { queueId: support });
  await move(admin, id, { status: 'open' });
  await move(admin, id, { userId: agent.user.id, queueId: sales });
  await move(agent, id, { status: 'closed' });
  const me = agent.user.name;
  const boss = admin.user.name;
  expect((await historyOf(admin, id)).map(({ what, names, why }) => [what, names, why])).toEqual([
    ['create', { by: null, fromUser: null, fromQueue: null, toUser: null, toQueue: 'Vendas' }, 'it is the only queue of the connection'],
    ['accept', { by: me, fromUser: null, fromQueue: 'Vendas', toUser: me, toQueue: 'Vendas' }, null],
    ['transfer', { by: me, fromUser: me, fromQueue: 'Vendas', toUser: null, toQueue: 'Suporte' }, null],
    ['accept', { by: boss, fromUser: null, fromQueue: 'Suporte', toUser: boss, toQueue: 'Suporte' }, null],
    ['transfer', { by: boss, fromUser: boss, fromQueue: 'Suporte', toUser: me, toQueue: 'Vendas' }, null],
    ['resolve', { by: me, fromUser: me, fromQueue: 'Vendas', toUser: me, toQueue: 'Vendas' }, null],
  ]);
});

test('what speaks of people and queues that are gone still names them, and today’s names are shown of those who stay', async () => {
  const { admin, agent, support, sales, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  await move(agent, id, { queueId: support });
  await move(admin, id, { userId: agent.user.id });
  const gone = agent.user.name;
  await admin.call(usersApi.remove, { params: { id: agent.user.id } });
  await admin.call(queuesApi.remove, { params: { id: sales } });
  await admin.call(queuesApi.update, { params: { id: support }, body: { name: 'Pós-venda' } });
  const steps = await historyOf(admin, id);
  expect(steps[1]).toMatchObject({ what: 'accept', user: null, names: { by: gone, toUser: gone, toQueue: 'Vendas' } });
  expect(steps[2]).toMatchObject({ what: 'transfer', names: { by: gone, fromQueue: 'Vendas', toQueue: 'Pós-venda' } });
  expect(steps.at(-1)).toMatchObject({
    what: 'return',
    why: 'the user was removed',
    names: { by: admin.user.name, fromUser: gone, toQueue: 'Suporte' },
  });
});

test('a ticket that loses its queue says so', async () => {
  const { admin, sales, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  const closed = await writes(admin, whatsappId);
  await move(admin, closed.id, { status: 'closed' });
  await admin.call(queuesApi.remove, { params: { id: sales } });
  expect(await show(admin, id)).toMatchObject({ status: 'pending', queueId: null });
  expect((await historyOf(admin, id)).at(-1)).toMatchObject({
    what: 'transfer',
    why: 'the queue was removed',
    from: `pending queue:${sales}`,
    to: 'pending',
    names: { by: admin.user.name, fromQueue: 'Vendas', toQueue: null },
  });
  expect((await historyOf(admin, closed.id)).at(-1)).toMatchObject({ what: 'resolve' });
});

test('a rating stands in the history, and a customer who writes again says into which queue they came back', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  await admin.call(settingsApi.update, { params: { key: 'userRating' }, body: { value: 'enabled' } });
  const number = newNumber();
  const { id } = await writes(admin, whatsappId, number);
  await move(agent, id, { status: 'open' });
  await move(agent, id, { status: 'closed' });
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body: '2' } });
  await expect
    .poll(async () => (await historyOf(admin, id)).at(-1), patient)
    .toMatchObject({ what: 'rating', user: null, why: 'the customer rated the service with 2 of 3' });
  await writes(admin, whatsappId, number, 'Mais uma coisa');
  expect((await historyOf(admin, id)).at(-1)).toMatchObject({
    what: 'reopen',
    why: 'the customer wrote again',
    names: { by: null, toQueue: 'Vendas' },
  });
});

test('an outage of the connection does not end the time for which a customer is served', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'open' });
  const { companyId } = admin.user;
  world.clock.move(minute);
  const [from, to] = [new Date(world.clock().getTime() - 2 * minute).toISOString(), world.clock().toISOString()];
  await outageJob.run(world.server.platform, companyId, { connectionId: whatsappId, from, to, why: 'noNetwork' });
  expect((await historyOf(admin, id)).at(-1)).toMatchObject({ what: 'outage', from, to, why: 'noNetwork' });
  world.clock.move(4 * minute);
  await agent.refresh();
  await move(agent, id, { status: 'closed' });
  const { rows } = await inScope(world.server.platform, { companyId }, ({ tx }) =>
    tx.execute<{ amount: number }>(sql`select amount::int from ticket_figures where ticket_id = ${id} and figure = 'closed'`),
  );
  expect(rows[0]?.amount).toBeGreaterThanOrEqual(5 * minute);
});

test('a connection that is removed says so in what it ended', async () => {
  const { admin, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  await admin.call(connectionsApi.remove, { params: { id: whatsappId } });
  expect((await historyOf(admin, id)).at(-1)).toMatchObject({
    what: 'resolve',
    to: 'closed',
    why: 'the connection was removed',
    names: { by: admin.user.name },
  });
});
