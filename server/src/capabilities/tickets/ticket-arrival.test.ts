import { messagesApi } from '@prosa/contracts/messages';
import { ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { minute, move, newNumber, openOffice, pendingOf, show, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { openNetwork, write } from '../../channels/simulator/network.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

const world = await openWorld();

test('reopening while the customer already has a newer ticket points to that one', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const number = newNumber();
  const first = await writes(admin, whatsappId, number);
  await move(agent, first.id, { status: 'open' });
  await move(agent, first.id, { status: 'closed' });
  world.clock.move(121 * minute);
  await Promise.all([admin.refresh(), agent.refresh()]);
  const second = await writes(admin, whatsappId, number, 'Voltei');
  expect(second.id).not.toBe(first.id);
  expect(second.status).toBe('pending');
  const answer = await move(agent, first.id, { status: 'open' });
  expect(answer).toMatchObject({
    status: 400,
    body: { error: 'ERR_OTHER_OPEN_TICKET', ticket: { id: second.id, uuid: second.uuid, user: null, queue: { name: 'Vendas' } } },
  });
  expect((await show(agent, first.id)).status).toBe('closed');
});

test('a customer who writes again within two hours gets the same ticket back, waiting in its queue without its agent', async () => {
  const { admin, agent, support, whatsappId } = await openOffice(world);
  const helper = await world.colleague(admin, 'user', { queueIds: [support] });
  const number = newNumber();
  const { id } = await writes(admin, whatsappId, number);
  await move(agent, id, { queueId: support });
  await move(helper, id, { status: 'open' });
  await move(helper, id, { status: 'closed' });
  world.clock.move(119 * minute);
  await Promise.all([admin.refresh(), helper.refresh()]);
  const atHelper = await helper.listen();
  const again = await writes(admin, whatsappId, number, 'Mais uma coisa');
  expect(again).toMatchObject({ id, status: 'pending', userId: null, queueId: support });
  const history = await admin.call(ticketsApi.history, { params: { id } });
  expect(history.at(-1)).toMatchObject({ what: 'reopen', user: null, from: 'closed', to: 'pending' });
  await expect
    .poll(() => atHelper.of(ticketLive), patient)
    .toContainEqual(expect.objectContaining({ action: 'update', ticketId: id, ticket: expect.objectContaining({ status: 'pending' }) }));
});

test('codes count from one each day of the company and never repeat, beyond 9999 too', async () => {
  const { admin, whatsappId } = await openOffice(world);
  const first = await writes(admin, whatsappId);
  const second = await writes(admin, whatsappId);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(world.clock()).replaceAll('-', '');
  expect([first.code, second.code]).toEqual([`${today}0001`, `${today}0002`]);
  await inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) =>
    tx.execute(sql`update ticket_days set last_number = 9998`),
  );
  const codes = [await writes(admin, whatsappId), await writes(admin, whatsappId), await writes(admin, whatsappId)].map(({ code }) => code);
  expect(codes).toEqual([`${today}9999`, `${today}10000`, `${today}10001`]);
  world.clock.move(24 * 60 * minute);
  await admin.refresh();
  const tomorrow = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(world.clock()).replaceAll('-', '');
  expect((await writes(admin, whatsappId)).code).toBe(`${tomorrow}0001`);
});

test('fifty first messages of each of twenty new customers, all at once, make twenty contacts and twenty tickets in order', async () => {
  const { admin, whatsappId } = await openOffice(world);
  const customers = Array.from({ length: 20 }, newNumber);
  const { platform } = world.server;
  const say = (number: string, n: number) =>
    inScope(platform, { companyId: admin.user.companyId }, async (scope) =>
      write(scope, whatsappId, await openNetwork(scope, whatsappId), { number, body: `${n}`, id: `${number}-${n}`, fromMe: false }, null),
    );
  await Promise.all(
    customers.map(async (number) => {
      for (let n = 0; n < 50; n += 1) await say(number, n);
    }),
  );
  await expect.poll(async () => (await pendingOf(admin)).reduce((sum, { unreadMessages }) => sum + unreadMessages, 0), patient).toBe(1000);
  const tickets = await pendingOf(admin);
  expect(tickets).toHaveLength(20);
  expect(new Set(tickets.map(({ contactId }) => contactId)).size).toBe(20);
  expect(new Set(tickets.map(({ code }) => code)).size).toBe(20);
  for (const { id, contact, lastMessage } of tickets) {
    expect(lastMessage).toBe('49');
    const bodies: string[] = [];
    for (let pageNumber = 1; pageNumber <= 3; pageNumber += 1) {
      const { messages, count, hasMore } = await admin.call(messagesApi.list, { params: { ticketId: id }, query: { pageNumber } });
      expect({ count, hasMore }).toEqual({ count: 50, hasMore: pageNumber < 3 });
      bodies.unshift(...messages.map(({ body }) => body));
    }
    expect(bodies, contact.number).toEqual(Array.from({ length: 50 }, (_, n) => `${n}`));
  }
});
