import { connectionsApi } from '@prosa/contracts/connections';
import { messageLive, messagesApi, unreadableBody } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { proto } from '@whiskeysockets/baileys';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Customer } from '../../../test/loopback-whatsapp/customer.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { isInstalled, notInstalled, openLoopback } from './loopback.fixture.ts';

describe.skipIf(!isInstalled)(`what could not be read${isInstalled ? '' : `: ${notInstalled}`}`, async () => {
  if (!isInstalled) return;
  const { network } = await openLoopback();
  const world = await openWorld(network.environment);
  const admin = await world.company();
  const { id: connectionId } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'baileys' } });
  await world.statusOf(admin, connectionId, 'qrcode');
  const { qrcode } = await admin.call(connectionsApi.show, { params: { id: connectionId }, query: {} });
  const account = network.scan(qrcode, { number: newNumber() });
  await world.statusOf(admin, connectionId, 'CONNECTED');
  afterAll(() => network.close());

  /** Its bytes are spoilt on the way, and the phone sends it again when it is let. */
  async function writeUnreadable(customer: Customer, message: proto.IMessage, hides = false) {
    let sendAgain: () => void = () => undefined;
    const isLet = new Promise<void>((resolve) => {
      sendAgain = resolve;
    });
    const encrypt = customer.encrypt.bind(customer);
    const forgetSession = customer.forgetSession.bind(customer);
    customer.forgetSession = async (whom) => {
      await isLet;
      await forgetSession(whom);
    };
    customer.encrypt = async (to, said) => {
      customer.encrypt = encrypt;
      const sealed = await encrypt(to, said);
      const bytes = Buffer.from(sealed.content instanceof Uint8Array ? sealed.content : []);
      const attrs = { ...sealed.attrs, ...(hides && { 'decrypt-fail': 'hide' }) };
      return { ...sealed, attrs, content: bytes.fill(7, bytes.length - 12) };
    };
    return { id: await network.write(account, customer, message), sendAgain };
  }
  const ticketOf = (customer: Customer) =>
    vi.waitUntil(
      async () => (await admin.call(ticketsApi.list, { query: { searchParam: customer.number, showAll: 'true' } })).tickets[0],
      patient,
    );
  const messagesOf = async (ticketId: number) => (await admin.call(messagesApi.list, { params: { ticketId }, query: {} })).messages;

  test('stands in the conversation as such, and says what it says, in its place, when the phone has sent it again', async () => {
    const customer = network.customer(newNumber());
    const { id, sendAgain } = await writeUnreadable(customer, { conversation: 'Quanto custa?' });
    const ticket = await ticketOf(customer);
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1, lastMessage: unreadableBody });
    expect(await messagesOf(ticket.id)).toMatchObject([{ channelId: id, body: unreadableBody, data: { unreadable: true } }]);
    const live = await admin.listen();
    sendAgain();
    await expect.poll(() => messagesOf(ticket.id), patient).toMatchObject([{ channelId: id, body: 'Quanto custa?', data: null }]);
    expect(await ticketOf(customer)).toMatchObject({ unreadMessages: 1, lastMessage: 'Quanto custa?' });
    await expect
      .poll(() => live.of(messageLive), patient)
      .toContainEqual(expect.objectContaining({ action: 'update', message: expect.objectContaining({ body: 'Quanto custa?' }) }));
    const { records } = await admin.call(connectionsApi.ledger, { params: { id: connectionId }, query: {} });
    expect(records.reduce((sum, { unreadable }) => sum + unreadable, 0)).toBeLessThanOrEqual(1);
  });

  test('does not stand there if nobody would miss it: a reaction', async () => {
    const customer = network.customer(newNumber());
    await network.write(account, customer, { conversation: 'Oi' });
    const ticket = await ticketOf(customer);
    const [first] = await messagesOf(ticket.id);
    const key = { remoteJid: account.primary.pn, fromMe: true, id: first?.channelId ?? '' };
    const { sendAgain } = await writeUnreadable(customer, { reactionMessage: { key, text: '👍' } }, true);
    await network.write(account, customer, { conversation: 'E aí?' });
    await expect.poll(async () => (await messagesOf(ticket.id)).map(({ body }) => body), patient).toEqual(['Oi', 'E aí?']);
    sendAgain();
    await expect.poll(async () => (await messagesOf(ticket.id))[0]?.reactions, patient).toMatchObject([{ emoji: '👍' }]);
  });
});
