import { afterAll, describe, expect, test, vi } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { isInstalled, notInstalled, openDevice, openLoopback, openPaired } from './loopback.fixture.ts';

// What the signal library would print, keys and all.
const printed: unknown[][] = [];
for (const method of ['log', 'info', 'warn', 'error'] as const)
  vi.spyOn(console, method).mockImplementation((...said: unknown[]) => void printed.push(said));

describe.skipIf(!isInstalled)(`the life of a linked device${isInstalled ? '' : `: ${notInstalled}`}`, async () => {
  if (!isInstalled) return;
  const world = await openWorld({ ROLES: 'web' });
  const { network, settings } = await openLoopback();
  afterAll(() => network.close());

  test('it is linked by a code typed on the phone, where a QR code is on show', async () => {
    const device = await openDevice(world, settings);
    const session = device.open();
    expect(await session.pairingCode('5519999990000')).toBeUndefined();
    await device.qr();
    const number = newNumber();
    const code = (await session.pairingCode(number)) ?? '';
    expect(code).toMatch(/^[0-9A-Z]{8}$/);
    await vi.waitFor(() => network.typeCode(code, { number }), patient);
    await vi.waitUntil(() => session.isOpen(), patient);
    expect(device.reports.map(({ status }) => status)).toEqual(expect.arrayContaining(['qrcode', 'PAIRING', 'CONNECTED']));
    await session.close();
  });

  test('a restart that WhatsApp asks for needs no new code; a stop leaves it linked, and what waited is counted', async () => {
    const { session, account, reports, frames, tally, open, keys, message } = await openPaired(world, network, settings);
    const customer = network.customer(newNumber());
    network.interrupt(account, 'restart');
    await vi.waitUntil(() => reports.filter(({ status }) => status === 'CONNECTED').length === 2, patient);
    expect(reports.filter(({ status }) => status === 'qrcode')).toHaveLength(1);
    await session.close();
    expect(network.isLinked(account.number)).toBe(true);
    expect(await keys()).toBeGreaterThan(800);
    const ids: string[] = [];
    for (const body of ['um', 'dois', 'três']) ids.push(await network.write(account, customer, { conversation: body }));
    const again = open();
    await expect.poll(() => ids.map((id) => message(id)?.body), patient).toEqual(['um', 'dois', 'três']);
    await expect.poll(() => tally, patient).toContainEqual({ replayed: 3, unreadable: 0 });
    await expect.poll(() => account.waiting.size, patient).toBe(0);
    expect(frames.filter(({ kind }) => kind === 'message')).toHaveLength(3);
    await again.close();
  });

  test('removed on the phone: it ends, its keys are gone, and it never tries again', async () => {
    const { session, account, last, keys } = await openPaired(world, network, settings);
    network.interrupt(account, 'removed');
    await expect.poll(last, patient).toEqual({ status: 'DISCONNECTED', why: 'loggedOut' });
    expect(await keys()).toBe(0);
    expect(session.isOpen()).toBe(false);
    await session.close();
  });

  test('banned: it ends and keeps its keys; a version that is refused likewise', async () => {
    const { session, account, last, keys, open } = await openPaired(world, network, settings);
    network.refusal = '403';
    account.link?.drop();
    await expect.poll(last, patient).toEqual({ status: 'DISCONNECTED', why: 'banned' });
    expect(await keys()).toBeGreaterThan(0);
    await session.close();
    network.refusal = '405';
    const again = open();
    await expect.poll(last, patient).toEqual({ status: 'DISCONNECTED', why: 'versionRefused' });
    network.refusal = undefined;
    await again.close();
  });

  test('three codes that nobody reads, and it ends', async () => {
    const device = await openDevice(world, { ...settings, qrMilliseconds: 150 });
    const session = device.open();
    await expect.poll(device.last, patient).toEqual({ status: 'DISCONNECTED', why: 'qrExpired' });
    expect(device.reports.filter(({ status }) => status === 'qrcode').map(({ retries }) => retries)).toEqual([0, 1, 2]);
    await session.close();
  });

  test('another client takes over: it does not fight', async () => {
    const { session, account, last } = await openPaired(world, network, settings);
    network.interrupt(account, 'replaced');
    await expect.poll(last, patient).toMatchObject({ status: 'OPENING', why: 'replaced' });
    expect(session.isOpen()).toBe(false);
    await session.close();
  });

  test('what could not be stored is not acknowledged, and comes again', async () => {
    let refusals = 2;
    const kept: unknown[] = [];
    const { session, account, messages } = await openPaired(world, network, settings, {
      receive: async (frames) => {
        if (refusals-- > 0) throw new Error('the database is away');
        kept.push(...frames);
      },
    });
    const id = await network.write(account, network.customer(newNumber()), { conversation: 'Oi' });
    await expect.poll(() => kept.filter((frame) => JSON.stringify(frame).includes(id)).length, patient).toBe(1);
    await expect.poll(() => account.waiting.size, patient).toBe(0);
    expect(messages(id)).toBe(0);
    await session.close();
  });

  test('a device whose lease is lost stores no key, and acknowledges nothing', async () => {
    let isHeld = true;
    const device = await openPaired(world, network, settings, {});
    const { account, session, receiver, keys } = device;
    const customer = network.customer(newNumber());
    await network.write(account, customer, { conversation: 'antes' });
    await expect.poll(() => account.waiting.size, patient).toBe(0);
    const { whileHeld } = receiver;
    receiver.whileHeld = (work) => (isHeld ? whileHeld(work) : Promise.reject(new Error('held elsewhere')));
    isHeld = false;
    const before = await keys();
    const id = await network.write(account, customer, { conversation: 'depois' });
    await expect.poll(() => session.isOpen(), patient).toBe(false);
    expect(account.waiting.has(id)).toBe(true);
    expect(await keys()).toBe(before);
    await session.close();
    // The next holder gets it, and can read it.
    isHeld = true;
    const next = device.open();
    await expect.poll(() => account.waiting.size, patient).toBe(0);
    expect(device.message(id)?.body).toBe('depois');
    await next.close();
  });

  test('what the phone remembers comes where it is asked for, and silently', async () => {
    const { session, account, message, frames } = await openPaired(world, network, { ...settings, history: true });
    const customer = network.customer(newNumber());
    const key = { remoteJid: customer.pn, fromMe: false, id: 'ANTIGA1' };
    await network.tellHistory(account, customer, [{ key, message: { conversation: 'No ano passado' }, messageTimestamp: 1_760_000_000 }]);
    await expect.poll(() => message('ANTIGA1'), patient).toMatchObject({ body: 'No ano passado', chat: customer.number, silent: true });
    const live = await network.write(account, customer, { conversation: 'Hoje' });
    await expect.poll(() => message(live)?.silent, patient).toBeUndefined();
    expect(frames.filter(({ kind }) => kind === 'message').length).toBeGreaterThan(0);
    await session.close();
  });

  test('nothing of the signal library is printed', () => {
    expect(printed.filter((said) => /session|SessionEntry|priv/i.test(String(said[0])))).toEqual([]);
  });
});
