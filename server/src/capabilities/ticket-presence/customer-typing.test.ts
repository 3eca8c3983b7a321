import { contactsApi } from '@prosa/contracts/contacts';
import { simulatorApi } from '@prosa/contracts/simulator';
import { customerLive } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { move, newNumber, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('"digitando…", "gravando áudio…": who may see the ticket is told, said again only when it changes', async () => {
  const admin = await world.company();
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const whatsappId = await world.connection(admin, { queueIds: [sales] });
  const [agent, other] = [
    await world.colleague(admin, 'user', { queueIds: [sales] }),
    await world.colleague(admin, 'user', { queueIds: [support] }),
  ];
  const number = newNumber();
  const { id } = await writes(admin, whatsappId, number);
  await move(agent, id, { status: 'open' });
  const [atAgent, atOther] = [await agent.listen(), await other.listen()];
  const doing = (state: 'typing' | 'recording' | 'paused', who = number) =>
    admin.call(simulatorApi.typing, { params: { whatsappId }, body: { number: who, state } });
  await doing('typing', newNumber());
  for (const state of ['typing', 'typing', 'recording', 'paused'] as const) await doing(state);
  await expect
    .poll(() => atAgent.of(customerLive).map(({ action, ticketId }) => [action, ticketId]), patient)
    .toEqual([
      ['typing', id],
      ['recording', id],
      ['paused', id],
    ]);
  const { until } = customerLive.message.parse(atAgent.of(customerLive)[0]);
  expect(Math.abs(Date.parse(until) - Date.now())).toBeLessThan(60_000);
  expect(atOther.of(customerLive)).toEqual([]);
  // Nothing of it is kept: no contact, no ticket, no message.
  expect((await admin.call(contactsApi.list, { query: {} })).count).toBe(1);
});

test('a customer behind a privacy id is known by it', async () => {
  const admin = await world.company();
  const whatsappId = await world.connection(admin);
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { privacyId: true } });
  const number = newNumber();
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name: 'Ana', body: 'Oi' } });
  await expect.poll(async () => (await admin.call(contactsApi.list, { query: {} })).count, patient).toBe(1);
  const heard = await admin.listen();
  await admin.call(simulatorApi.typing, { params: { whatsappId }, body: { number } });
  await expect.poll(() => heard.of(customerLive), patient).toMatchObject([{ action: 'typing' }]);
});
