import { contactsApi } from '@prosa/contracts/contacts';
import { kanbanApi } from '@prosa/contracts/kanban';
import { tagLive, tagsApi } from '@prosa/contracts/tags';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { forgettingTags } from './deleted-tags.actions.ts';

const world = await openWorld();
let numbers = 0;

async function office() {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  await world.connection(admin);
  const ticket = async () => {
    const number = `55119${String(40_000_000 + ++numbers)}`;
    const contact = await agent.call(contactsApi.create, { body: { name: `Cliente ${numbers}`, number } });
    return agent.call(ticketsApi.create, { body: { contactId: contact.id, queueId } });
  };
  return { admin, agent, tickets: [await ticket(), await ticket()] as const };
}
const put = (who: Client, ticketId: number, ...ids: number[]) =>
  who.call(tagsApi.sync, { body: { ticketId, tags: ids.map((id) => ({ id })) } });
const tagsOf = async (who: Client, id: number) => (await who.call(ticketsApi.show, { params: { id } })).tags.map(({ name }) => name);
const missing = { status: 404, body: { error: 'ERR_NO_TAG_FOUND' } };

test('a deleted tag comes back as it was, on every ticket that carried it; everybody hears of both', async () => {
  const { admin, agent, tickets } = await office();
  const tag = await agent.call(tagsApi.create, { body: { name: 'Cliente VIP', color: '#123456' } });
  const other = await agent.call(tagsApi.create, { body: { name: 'Outra' } });
  for (const { id } of tickets) await put(agent, id, tag.id, other.id);
  await agent.call(ticketsApi.update, { params: { id: tickets[1].id }, body: { status: 'closed' } });
  const before = await admin.call(tagsApi.show, { params: { id: tag.id } });
  const atAgent = await agent.listen();
  await admin.call(tagsApi.remove, { params: { id: tag.id } });
  expect(await tagsOf(agent, tickets[0].id)).toEqual(['Outra']);
  // A colleague goes on with the ticket meanwhile: what they did stays.
  await put(agent, tickets[0].id);
  expect(await admin.call(tagsApi.restore, { params: { id: tag.id } })).toEqual(before);
  expect(before).toMatchObject({ userId: agent.user.id, color: '#123456', ticketsCount: 2 });
  expect(await tagsOf(agent, tickets[0].id)).toEqual(['Cliente VIP']);
  expect(await tagsOf(agent, tickets[1].id)).toEqual(['Cliente VIP', 'Outra']);
  await expect
    .poll(() => atAgent.of(tagLive), patient)
    .toMatchObject([
      { action: 'delete', tagId: tag.id },
      { action: 'create', tag: before },
    ]);
  await expect
    .poll(() => atAgent.of(ticketLive), patient)
    .toEqual(
      expect.arrayContaining(
        tickets.map(({ id }) =>
          expect.objectContaining({
            ticketId: id,
            ticket: expect.objectContaining({ tags: expect.arrayContaining([expect.objectContaining({ id: tag.id })]) }),
          }),
        ),
      ),
    );
  // Once more changes nothing.
  expect(await admin.call(tagsApi.restore, { params: { id: tag.id } })).toEqual(before);
});

test('a lane comes back where it stood, with its cards, except those that stand in another lane by now', async () => {
  const { admin, agent, tickets } = await office();
  const [first, second] = [
    await admin.call(tagsApi.create, { body: { name: 'Orçamento', kanban: 1 } }),
    await admin.call(tagsApi.create, { body: { name: 'Entrega', kanban: 1 } }),
  ];
  for (const { id } of tickets) await put(agent, id, first.id);
  await admin.call(tagsApi.remove, { params: { id: first.id } });
  await put(agent, tickets[1].id, second.id);
  expect(await admin.call(tagsApi.restore, { params: { id: first.id } })).toMatchObject({ kanban: 1, laneOrder: first.laneOrder });
  expect(await tagsOf(agent, tickets[0].id)).toEqual(['Orçamento']);
  expect(await tagsOf(agent, tickets[1].id)).toEqual(['Entrega']);
  const lanes = await admin.call(kanbanApi.lanes, { query: {} });
  expect(JSON.stringify(lanes)).toMatch(/Orçamento.*Entrega/);
});

test('for a minute, by who may delete; not under a name that is taken by now', async () => {
  const { admin, agent, tickets } = await office();
  const tag = await admin.call(tagsApi.create, { body: { name: 'Promoção' } });
  const params = { id: tag.id };
  await put(agent, tickets[0].id, tag.id);
  await admin.call(tagsApi.remove, { params });
  expect(await agent.send(tagsApi.restore, { params })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  const again = await agent.call(tagsApi.create, { body: { name: 'promocao' } });
  expect(await admin.send(tagsApi.restore, { params })).toMatchObject({ status: 409, body: { error: 'ERR_TAG_NAME_ALREADY_EXISTS' } });
  await admin.call(tagsApi.remove, { params: { id: again.id } });
  expect(await admin.call(tagsApi.restore, { params })).toMatchObject({ id: tag.id, ticketsCount: 1 });
  await admin.call(tagsApi.remove, { params });
  world.clock.move(61_000);
  expect(await admin.send(tagsApi.restore, { params })).toMatchObject(missing);
  const { companyId } = admin.user;
  await forgettingTags.job.run(world.server.platform, companyId, {});
  const left = await inScope(world.server.platform, { companyId }, async ({ tx }) => tx.execute('select id from deleted_tags'));
  expect(left.rowCount).toBe(0);
});
