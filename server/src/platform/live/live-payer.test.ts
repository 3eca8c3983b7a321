import { paymentLive } from '@prosa/contracts/payment-live';
import { queuesApi } from '@prosa/contracts/queues';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../database/scope.ts';
import { everybodyAndPayers } from './rooms.ts';

const world = await openWorld({ ROLES: 'web' });

async function payerOf({ user: { id: userId, companyId } }: Client) {
  const client = world.client();
  client.token = await world.server.http.billing.sign({ userId, companyId });
  return client;
}

const pay = (companyId: number) =>
  inScope(world.server.platform, { companyId }, async (scope) =>
    scope.emit(
      paymentLive,
      { action: 'CONCLUIDA', company: { id: companyId, name: 'Empresa', dueDate: '2030-01-01' } },
      everybodyAndPayers,
    ),
  );

test('who pays without a session hears of the payment and of nothing else, and nobody sees them come', async () => {
  const admin = await world.company();
  const people = await admin.listen();
  const payer = await (await payerOf(admin)).listen();
  await admin.call(queuesApi.create, { body: { name: 'Vendas', color: '#0A7A48' } });
  await pay(admin.user.companyId);
  await expect.poll(() => payer.heard.map(({ name }) => name)).toContain(`company-${admin.user.companyId}-payment`);
  await expect.poll(() => people.of(paymentLive)).toHaveLength(1);
  expect(payer.heard.map(({ name }) => name)).toEqual(['ready', `company-${admin.user.companyId}-payment`]);
  const isOnline = async () => (await admin.call(usersApi.show, { params: { id: admin.user.id } })).online;
  await expect.poll(isOnline, patient).toBe(true);
  people.socket.disconnect();
  await expect.poll(isOnline, patient).toBe(false);
});

test('a socket with a billing token closes when its hour is over, and an agent’s or an old token opens none', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { socket } = await (await payerOf(admin)).listen();
  await expect((await payerOf(agent)).listen()).rejects.toThrow('ERR_TOKEN_EXPIRED');
  const late = await payerOf(admin);
  world.clock.move(61 * 60_000);
  await expect(late.listen()).rejects.toThrow('ERR_TOKEN_EXPIRED');
  await expect.poll(() => socket.disconnected).toBe(true);
});
