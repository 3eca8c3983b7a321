import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { isInstalled, notInstalled, openLoopback } from './loopback.fixture.ts';

describe.skipIf(!isInstalled)(`WhatsApp by QR code in the product${isInstalled ? '' : `: ${notInstalled}`}`, async () => {
  if (!isInstalled) return;
  const { network } = await openLoopback();
  const world = await openWorld(network.environment);
  afterAll(() => network.close());

  async function linked() {
    const admin = await world.company();
    const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'baileys' } });
    await world.statusOf(admin, id, 'qrcode');
    const { qrcode } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
    const account = network.scan(qrcode, { number: newNumber() });
    await world.statusOf(admin, id, 'CONNECTED');
    return { admin, id, account };
  }
  const keysOf = async (companyId: number) => {
    const { rows } = await inScope(world.server.platform, { companyId }, ({ tx }) =>
      tx.execute('select type, id, value_sealed from baileys_keys'),
    );
    return rows;
  };

  test('a customer writes and is answered; disconnected, the device is unlinked and its keys are gone', async () => {
    const { admin, id, account } = await linked();
    const customer = network.customer(newNumber(), 'Maria');
    await network.write(account, customer, { conversation: 'Bom dia' });
    const find = async () => (await admin.call(ticketsApi.list, { query: { searchParam: customer.number, showAll: 'true' } })).tickets[0];
    const ticket = await vi.waitUntil(find, patient);
    expect(ticket).toMatchObject({ lastMessage: 'Bom dia', contact: { name: 'Maria', number: customer.number } });
    await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: admin.user.id } });
    await admin.call(messagesApi.send, { params: { ticketId: ticket.id }, body: { body: 'Olá, Maria' } });
    await expect.poll(() => customer.screen.map(({ body }) => body), patient).toContain('Olá, Maria');
    const acks = async () =>
      (await admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} })).messages
        .filter(({ fromMe }) => fromMe)
        .map(({ ack }) => ack);
    await expect.poll(acks, patient).toEqual([2]);
    const kept = await keysOf(admin.user.companyId);
    expect(kept.length).toBeGreaterThan(800);
    expect(kept.every(({ value_sealed }) => String(value_sealed).startsWith('v1.'))).toBe(true);
    await admin.call(connectionsApi.disconnect, { params: { id } });
    await expect.poll(() => keysOf(admin.user.companyId), patient).toEqual([]);
    await expect.poll(() => network.isLinked(account.number), patient).toBe(false);
  });
});
