import { connectionSessionLive, connectionsApi } from '@prosa/contracts/connections';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

const create = (admin: Client, body: { name: string }) => admin.send(connectionsApi.create, { body: { provider: 'simulator', ...body } });
const show = (admin: Client, id: number) => admin.call(connectionsApi.show, { params: { id }, query: { session: '0' } });
const idOf = (answer: { body: unknown }) => (answer.body as { id: number }).id;

/** Statuses as a socket hears them, repetitions left out. */
const statusesIn = (events: Array<Record<string, unknown>>, id: number) =>
  events
    .map(({ session }) => session as { id: number; status: string })
    .filter((session) => session.id === id)
    .map(({ status }) => status)
    .filter((status, place, all) => status !== all[place - 1]);

test('a connection goes from opening over its QR code to connected, and only admins are shown the code', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const [atAdmin, atAgent] = await Promise.all([admin.listen(), agent.listen()]);
  const id = idOf(await create(admin, { name: 'Principal' }));
  await world.statusOf(admin, id, 'qrcode');
  const { qrcode } = await show(admin, id);
  expect(qrcode).not.toBe('');
  await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
  await world.statusOf(admin, id, 'CONNECTED');
  expect((await show(admin, id)).qrcode).toBe('');
  for (const socket of [atAdmin, atAgent]) {
    await expect
      .poll(() => statusesIn(socket.of(connectionSessionLive), id), patient)
      .toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED']);
  }
  expect(JSON.stringify(atAdmin.heard)).toContain(qrcode);
  expect(JSON.stringify(atAgent.heard)).not.toContain(qrcode);
  expect(atAgent.of(connectionSessionLive).every(({ session }) => !Object.hasOwn(session as object, 'qrcode'))).toBe(true);
  expect(await admin.send(simulatorApi.scan, { params: { whatsappId: id } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
  });
});

test('after three QR codes that nobody scanned it gives up, and trying again shows a new one', async () => {
  const admin = await world.company();
  const atAdmin = await admin.listen();
  const id = idOf(await create(admin, { name: 'Esquecida' }));
  await world.statusOf(admin, id, 'qrcode');
  await admin.call(simulatorApi.faults, { params: { whatsappId: id }, body: { qrSeconds: 0.2 } });
  await admin.call(connectionsApi.newQr, { params: { id } });
  await world.statusOf(admin, id, 'DISCONNECTED');
  const codes = new Set(atAdmin.of(connectionSessionLive).flatMap(({ session }) => (session as { qrcode?: string }).qrcode || []));
  expect(codes.size).toBe(4);
  expect((await show(admin, id)).qrcode).toBe('');
  await admin.call(simulatorApi.faults, { params: { whatsappId: id }, body: { qrSeconds: 60 } });
  await admin.call(connectionsApi.start, { params: { id } });
  await world.statusOf(admin, id, 'qrcode');
});

test('logged out on the phone it stays disconnected, without a loop, until somebody asks for a new QR code', async () => {
  const admin = await world.company();
  const id = await world.connection(admin);
  const atAdmin = await admin.listen();
  await admin.call(simulatorApi.faults, { params: { whatsappId: id }, body: { logout: true } });
  await world.statusOf(admin, id, 'DISCONNECTED');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(statusesIn(atAdmin.of(connectionSessionLive), id)).toEqual(['DISCONNECTED']);
  await admin.call(connectionsApi.newQr, { params: { id } });
  await world.statusOf(admin, id, 'qrcode');
  await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
  await world.statusOf(admin, id, 'CONNECTED');
});

test('disconnecting forgets the pairing; trying again without it shows a QR code, with it connects at once', async () => {
  const admin = await world.company();
  const id = await world.connection(admin);
  await admin.call(connectionsApi.start, { params: { id } });
  await world.statusOf(admin, id, 'CONNECTED');
  await admin.call(connectionsApi.disconnect, { params: { id } });
  expect((await show(admin, id)).status).toBe('DISCONNECTED');
  await admin.call(connectionsApi.start, { params: { id } });
  await world.statusOf(admin, id, 'qrcode');
});

test('what waits while disconnected leaves when the connection is back', async () => {
  const admin = await world.company();
  const id = await world.connection(admin);
  const number = '5511933330001';
  await admin.call(simulatorApi.write, { params: { whatsappId: id }, body: { number, body: 'Oi' } });
  await expect.poll(async () => (await admin.call(ticketsApi.list, { query: { status: 'pending' } })).count, patient).toBe(1);
  const [ticket] = (await admin.call(ticketsApi.list, { query: { status: 'pending' } })).tickets;
  await admin.call(ticketsApi.update, { params: { id: ticket!.id }, body: { status: 'open' } });
  await admin.call(connectionsApi.disconnect, { params: { id } });
  const sent = await sayIn(admin, ticket!.id, 'Espere por mim');
  expect(sent.ack).toBe(0);
  await admin.call(connectionsApi.start, { params: { id } });
  await world.statusOf(admin, id, 'qrcode');
  await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
  await expect
    .poll(
      async () => (await admin.call(simulatorApi.read, { params: { whatsappId: id }, query: { number } })).map(({ body }) => body),
      patient,
    )
    .toEqual(['Oi', 'Espere por mim']);
});
