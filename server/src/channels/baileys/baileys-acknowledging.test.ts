import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Customer } from '../../../test/loopback-whatsapp/customer.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import type { Frame } from '../port.ts';
import { isInstalled, notInstalled, openLoopback, openPaired } from './loopback.fixture.ts';

describe.skipIf(!isInstalled)(`what is acknowledged to WhatsApp${isInstalled ? '' : `: ${notInstalled}`}`, async () => {
  if (!isInstalled) return;
  const { spoilNext } = await import('../../../test/loopback-whatsapp/spoilt.ts');
  const { unsealedKinds, writeUnsealed } = await import('../../../test/loopback-whatsapp/unsealed.ts');
  const world = await openWorld({ ROLES: 'web' });
  const { network, settings } = await openLoopback();
  /** Commits wait for this. */
  let commit: Promise<void> = Promise.resolve();
  const received: Frame[] = [];
  const device = await openPaired(world, network, settings, {
    receive: async (frames) => {
      received.push(...frames);
      await commit;
    },
  });
  const { session, account } = device;
  afterAll(async () => {
    await session.close();
    await network.close();
  });
  const message = (id: string) => received.findLast((frame) => frame.kind === 'message' && frame.id === id);
  const isAcknowledged = (key: string) => !account.waiting.has(key);
  /** A query and its answer: whatever the device sent before has arrived at the network by then. */
  const roundTrip = () => device.provider.isReachable(device.connection, newNumber());

  const group = { id: `1203${newNumber()}@g.us`, name: 'Condomínio' };
  const text = { conversation: 'Oi' };
  async function sendTo(customer: Customer): Promise<string> {
    const id = `3EB0${newNumber()}`;
    const plain = { mediaType: null, media: null, voice: false, quotedId: null, data: null, template: null };
    expect(await session.send({ id, chat: customer.number, body: 'Oi', ...plain })).toEqual({ outcome: 'sent' });
    await vi.waitUntil(() => isAcknowledged(`${id}/`), patient);
    return id;
  }
  const isReceipt = (id: string, ack: number) => (frame: Frame) => frame.kind === 'receipt' && frame.id === id && frame.ack === ack;

  type Kind = { key: string; isReceived: (frame: Frame) => boolean };
  const asMessage = (id: string): Kind => ({ key: id, isReceived: (frame) => frame.kind === 'message' && frame.id === id });
  const kinds: Record<string, (customer: Customer) => Promise<Kind>> = {
    'a text': async (customer) => asMessage(await network.write(account, customer, text)),
    'a text in a group': async (customer) => asMessage(await network.write(account, customer, text, { group })),
    'a text written on the own phone': async (customer) => asMessage(await network.writeOnPhone(account, customer, text)),
    'a text that can not be decrypted': async (customer) => {
      spoilNext(customer);
      return asMessage(await network.write(account, customer, text));
    },
    'a call': async (customer) => asMessage(network.call(account, customer)),
    'a receipt': async (customer) => {
      const id = await sendTo(customer);
      network.receipt(account, customer, id, 'read');
      return { key: `${id}/read`, isReceived: isReceipt(id, 3) };
    },
    ...Object.fromEntries(
      unsealedKinds.map((kind) => [
        `a message with nothing to decrypt (${kind})`,
        async (customer: Customer) => asMessage(writeUnsealed(network, account, customer, 'Oi', kind)),
      ]),
    ),
    'the phone’s answer with missing words': async (customer) => {
      network.ownPhone.isOff = true;
      const id = writeUnsealed(network, account, customer, 'Vi o anúncio', 'words');
      await vi.waitUntil(() => network.ownPhone.requested.includes(id) && isAcknowledged(id), patient);
      await network.ownPhone.turnOn();
      const [key = ''] = [...network.ownPhone.answers].findLast(([, message]) => message === id) ?? [];
      return { key, isReceived: (frame) => frame.kind === 'message' && frame.id === id && frame.body === 'Vi o anúncio' };
    },
  };

  test.each(Object.keys(kinds))('%s is acknowledged after its commit and not before', async (name) => {
    const customer = network.customer(newNumber());
    let release: () => void = () => undefined;
    // The stanzas before the burst are committed at once.
    const isLater = ['a receipt', 'the phone’s answer with missing words'].includes(name);
    const hold = () => {
      commit = new Promise((resolve) => {
        release = resolve;
      });
    };
    const { turnOn } = network.ownPhone;
    const { receipt } = network;
    if (isLater) {
      network.ownPhone.turnOn = () => {
        hold();
        return turnOn.call(network.ownPhone);
      };
      network.receipt = (...given) => {
        if (given[3] === 'read') hold();
        receipt.apply(network, given);
      };
    } else hold();
    const kind = await kinds[name]?.(customer);
    Object.assign(network.ownPhone, { turnOn });
    network.receipt = receipt;
    await vi.waitUntil(() => kind && received.some(kind.isReceived), patient);
    await roundTrip();
    expect(isAcknowledged(kind?.key ?? '')).toBe(false);
    release();
    await expect.poll(() => isAcknowledged(kind?.key ?? ''), patient).toBe(true);
  });

  test('words that are missing are requested before the message is acknowledged, and take the place of the placeholder', async () => {
    const customer = network.customer(newNumber());
    const id = writeUnsealed(network, account, customer, 'Quanto custa?', 'words');
    await vi.waitUntil(() => isAcknowledged(id), patient);
    expect(network.ownPhone.requested).toContain(id);
    await expect
      .poll(() => message(id), patient)
      .toMatchObject({ chat: customer.number, body: 'Quanto custa?', data: null, name: customer.name });
  });

  test('an answer with missing words that does not come from the own phone is ignored', async () => {
    const customer = network.customer(newNumber());
    network.ownPhone.isOff = true;
    const id = writeUnsealed(network, account, customer, 'Quanto custa?', 'words');
    await vi.waitUntil(() => isAcknowledged(id), patient);
    const { proto } = await import('@whiskeysockets/baileys');
    const key = { remoteJid: customer.pn, fromMe: false, id };
    const webMessageInfoBytes = proto.WebMessageInfo.encode({ key, message: { conversation: 'Forjado' }, messageTimestamp: 1 }).finish();
    const forged = { peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }] };
    const protocolMessage = { type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE };
    await network.write(account, customer, { protocolMessage: { ...protocolMessage, peerDataOperationRequestResponseMessage: forged } });
    const last = await network.write(account, customer, text);
    await vi.waitUntil(() => message(last), patient);
    expect(message(id)).toMatchObject({ body: '', data: { unreadable: true } });
    network.ownPhone.isOff = false;
  });
});
