import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { sessionsOnly } from '../../../test/sessions-only.ts';
import { openWorld } from '../../../test/world.ts';
import { noExtras } from '../../channels/features.ts';
import type { Provider, Receiver } from '../../channels/port.ts';
import { Gateway } from './gateway.ts';

const world = await openWorld({ ROLES: 'web,worker' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

/** A channel that shows a message to the customer and says nothing of it, until it is told to. */
function speechlessChannel() {
  const phone = new Map<string, string>();
  const receivers = new Map<number, Receiver>();
  let isSpeechless = true;
  const provider: Provider = {
    open(receiver) {
      receivers.set(receiver.connectionId, receiver);
      return {
        ...noExtras,
        isOpen: () => true,
        async send({ id, body }) {
          phone.set(id, body);
          return isSpeechless ? { outcome: 'later', reason: 'noAnswer' } : { outcome: 'sent' };
        },
        async retract({ id }) {
          phone.delete(id);
          return { outcome: 'sent' };
        },
        onOpen: (listener) => setImmediate(listener),
        close: async () => undefined,
      };
    },
    ...sessionsOnly,
  };
  const speak = () => {
    isSpeechless = false;
  };
  return { provider, shown: () => [...phone.values()], speak, receiverOf: (id: number) => receivers.get(id) };
}

test('what nobody knows to have left is taken back from the customer, too, when it is deleted', async () => {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'simulator' } });
  const channel = speechlessChannel();
  const gateway = new Gateway(world.server.platform, { owner: 'a node', leaseSeconds: 5, providers: { simulator: channel.provider } });
  try {
    const receiver = await vi.waitUntil(() => channel.receiverOf(id), patient);
    const nothing = { participant: '', participantName: '', mediaType: null, mediaId: null, data: null, quotedId: null };
    const said = { kind: 'message', id: 'OI', chat: newNumber(), fromMe: false, isGroup: false, name: 'Ana', body: 'Oi' } as const;
    await receiver.receive([{ ...said, ...nothing, sentAt: new Date().toISOString() }]);
    const find = async () => (await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).tickets[0];
    const ticket = await vi.waitUntil(find, patient);
    await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
    const message = await sayIn(admin, ticket.id, 'Preço errado');
    const waitsAgain = async () =>
      (await owner.query(`select from outbox where message_id = $1 and attempts > 0 and state = 'queued'`, [message.id])).rowCount;
    await expect.poll(waitsAgain, { ...patient, interval: 5 }).toBe(1);
    expect(channel.shown()).toEqual(['Preço errado']);
    expect(await admin.call(messagesApi.remove, { params: { messageId: message.id } })).toMatchObject({ isDeleted: true });
    channel.speak();
    await expect.poll(channel.shown, patient).toEqual([]);
    await expect.poll(async () => (await owner.query('select from outbox')).rowCount, patient).toBe(0);
    expect(channel.shown()).toEqual([]);
  } finally {
    await gateway.stop();
  }
});
