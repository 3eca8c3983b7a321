import { connectionsApi } from '@prosa/contracts/connections';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { minute, move, show, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { redirectWaiting } from './redirection.jobs.ts';

const world = await openWorld();

test('"queue redirection (queue id, minutes)": what waits that long without a queue goes to it, and its people hear', async () => {
  const admin = await world.company();
  const support = await world.queue(admin, 'Suporte', '#C4281C');
  const agent = await world.colleague(admin, 'user', { queueIds: [support] });
  const whatsappId = await world.connection(admin);
  const [waiting, taken] = [await writes(admin, whatsappId), await writes(admin, whatsappId)];
  await move(admin, taken.id, { status: 'open' });
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { timeSendQueue: 5, sendIdQueue: support } });
  await redirectWaiting(world.server.platform);
  expect((await show(admin, waiting.id)).queueId).toBeNull();

  const live = await agent.listen();
  world.clock.move(6 * minute);
  await redirectWaiting(world.server.platform);
  expect(await show(agent, waiting.id)).toMatchObject({ status: 'pending', queueId: support, userId: null });
  expect((await show(admin, taken.id)).queueId).toBeNull();
  await expect
    .poll(() => live.of(ticketLive), patient)
    .toMatchObject([{ action: 'update', ticketId: waiting.id, ticket: { queueId: support } }]);
  expect((await admin.call(ticketsApi.history, { params: { id: waiting.id } })).at(-1)).toMatchObject({
    user: null,
    what: 'transfer',
    why: 'nobody took it within 5 minutes',
    names: { by: null, toQueue: 'Suporte' },
  });
  await redirectWaiting(world.server.platform);
  expect(await admin.call(ticketsApi.history, { params: { id: waiting.id } })).toHaveLength(2);
});

test('0 minutes or no queue is off, and a queue that is gone redirects nothing', async () => {
  const admin = await world.company();
  const queue = await world.queue(admin);
  const whatsappId = await world.connection(admin);
  const { id } = await writes(admin, whatsappId);
  world.clock.move(10 * minute);
  for (const body of [
    { timeSendQueue: 0, sendIdQueue: queue },
    { timeSendQueue: 5, sendIdQueue: 0 },
  ]) {
    await admin.call(connectionsApi.update, { params: { id: whatsappId }, body });
    await redirectWaiting(world.server.platform);
  }
  await admin.call(connectionsApi.update, { params: { id: whatsappId }, body: { timeSendQueue: 5, sendIdQueue: queue } });
  await admin.raw('DELETE', `/queue/${queue}`);
  await redirectWaiting(world.server.platform);
  expect((await show(admin, id)).queueId).toBeNull();
});
