import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { served } from '../../../test/conversation.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const move = (client: Client, id: number, body: object) => client.call(ticketsApi.update, { params: { id }, body });

test('a transfer can be taken back by who made it, for a moment: to a colleague, or to a queue that is not theirs', async () => {
  const { admin, agent, ticket, queueId } = await served(world);
  const other = await world.queue(admin, 'Suporte', '#1D4ED8');
  const colleague = await world.colleague(admin, 'user', { queueIds: [queueId, other] });
  const back = { userId: agent.user.id, queueId };
  await move(agent, ticket.id, { userId: colleague.user.id, queueId });
  expect(await move(agent, ticket.id, back)).toMatchObject({ status: 'open', userId: agent.user.id, queueId });
  await move(agent, ticket.id, { status: 'pending', userId: null, queueId: other });
  expect(await move(agent, ticket.id, { status: 'open', ...back })).toMatchObject({ status: 'open', userId: agent.user.id, queueId });
});

test('nothing else of it: not for others, not to elsewhere, not later, and not once somebody has gone on with it', async () => {
  const { admin, agent, ticket, queueId } = await served(world);
  const colleague = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const stranger = await world.colleague(admin, 'user', { queueIds: [queueId] });
  await move(agent, ticket.id, { userId: colleague.user.id, queueId });
  const back = { userId: agent.user.id, queueId };
  await expect(move(stranger, ticket.id, { userId: stranger.user.id, queueId })).rejects.toThrow('403');
  await expect(move(agent, ticket.id, { userId: stranger.user.id, queueId })).rejects.toThrow('403');
  await expect(move(agent, ticket.id, { status: 'closed', ...back })).rejects.toThrow('403');
  await expect(agent.call(ticketsApi.show, { params: { id: ticket.id } })).rejects.toThrow('403');
  world.clock.move(11_000);
  await expect(move(agent, ticket.id, back)).rejects.toThrow('403');
  await move(colleague, ticket.id, { status: 'pending', userId: null, queueId });
  expect(await move(agent, ticket.id, { status: 'open', ...back })).toMatchObject({ userId: agent.user.id });
});
