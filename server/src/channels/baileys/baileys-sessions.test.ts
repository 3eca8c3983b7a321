import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Customer } from '../../../test/loopback-whatsapp/customer.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import type { OutboundMessage } from '../port.ts';
import { isInstalled, notInstalled, openLoopback, openPaired } from './loopback.fixture.ts';

const newId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
const text = (chat: string, body: string): OutboundMessage => ({
  id: newId(),
  chat,
  body,
  mediaType: null,
  media: null,
  voice: false,
  quotedId: null,
  data: null,
  template: null,
});

describe.skipIf(!isInstalled)(`the keys of a conversation${isInstalled ? '' : `: ${notInstalled}`}`, async () => {
  if (!isInstalled) return;
  const world = await openWorld({ ROLES: 'web' });
  const { network, settings } = await openLoopback();
  const device = await openPaired(world, network, settings);
  const { session, account } = device;
  let opened = 0;
  session.onOpen(() => {
    opened += 1;
  });
  afterAll(async () => {
    await session.close();
    await network.close();
  });
  const message = (id: string) => vi.waitUntil(() => device.message(id), patient);
  const sendings = (id: string) => network.heard.filter(({ tag, attrs }) => tag === 'message' && attrs.id === id).length;
  const shown = (customer: Customer) => customer.screen.flatMap(({ fromBusiness, body }) => (fromBusiness ? [body] : []));

  /** Both have written, so that neither introduces itself with each message any more. */
  async function acquainted(): Promise<Customer> {
    const customer = network.customer(newNumber());
    await message(await network.write(account, customer, { conversation: 'Oi' }));
    expect(await session.send(text(customer.number, 'Olá'))).toEqual({ outcome: 'sent' });
    await message(await network.write(account, customer, { conversation: 'Tudo bem?' }));
    return customer;
  }

  /** With nothing left unanswered: that would come again, could not be read twice, and the customer would begin anew by themselves. */
  async function reconnect(): Promise<void> {
    await vi.waitUntil(() => account.waiting.size === 0, patient);
    // Counted, not looked for: it may be closed and open again between two looks.
    const before = opened;
    network.interrupt(account, 'restart');
    await vi.waitUntil(() => opened > before, patient);
  }

  test('what a customer wrote before we began a new session is read, and what we write afterwards they can read', async () => {
    const customer = await acquainted();
    const late = await network.seal(account, customer, { conversation: 'No caminho' });
    await reconnect();
    expect(await session.send(text(customer.number, 'De volta'))).toEqual({ outcome: 'sent' });
    late.deliver();
    await message(late.id);
    const next = text(customer.number, 'Ainda me lê?');
    await session.send(next);
    await expect.poll(() => shown(customer), patient).toEqual(['Olá', 'De volta', 'Ainda me lê?']);
    expect(sendings(next.id)).toBe(1);
  });

  test('a phone that lost its keys gets everything that was under way, each asked for once', async () => {
    const customer = await acquainted();
    await customer.forgetSession(account);
    const sent = Array.from({ length: 8 }, (_, nth) => text(customer.number, `número ${nth}`));
    await Promise.all(sent.map((each) => session.send(each)));
    await expect.poll(() => shown(customer).toSorted(), patient).toEqual(['Olá', ...sent.map(({ body }) => body)].toSorted());
    expect(Math.max(...sent.map(({ id }) => sendings(id)))).toBeLessThanOrEqual(2);
  });

  test('where keys can not be stored nothing leaves that was encrypted with them; afterwards it does', async () => {
    const customer = await acquainted();
    const ours = text(customer.number, 'Guardado?');
    const mend = spoilStorage();
    expect(await session.send(ours)).toMatchObject({ outcome: 'later' });
    mend();
    expect(sendings(ours.id)).toBe(0);
    await vi.waitUntil(() => session.isOpen(), patient);
    expect(await session.send(ours)).toEqual({ outcome: 'sent' });
    expect(shown(customer)).toEqual(['Olá', 'Guardado?']);
  });

  test('a phone that asks again while nothing can be stored is not told that it was heard, and gets its message afterwards', async () => {
    const customer = await acquainted();
    const ours = text(customer.number, 'De novo');
    await session.send(ours);
    const asked = () => [...account.waiting.keys()].some((key) => key.startsWith(`${ours.id}/retry`));
    const mend = spoilStorage();
    network.askAgain(account, customer, ours.id);
    await vi.waitUntil(() => !session.isOpen(), patient);
    expect({ asked: asked(), sendings: sendings(ours.id) }).toEqual({ asked: true, sendings: 1 });
    mend();
    await expect.poll(() => ({ asked: asked(), sendings: sendings(ours.id) }), patient).toEqual({ asked: false, sendings: 2 });
  });

  function spoilStorage(): () => void {
    const { whileHeld } = device.receiver;
    device.receiver.whileHeld = () => Promise.reject(new Error('the disk is full'));
    return () => {
      device.receiver.whileHeld = whileHeld;
    };
  }
});
