import { connectionsApi } from '@prosa/contracts/connections';
import { simulatorApi } from '@prosa/contracts/simulator';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openConversation, thread } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('what the network takes no more of in a minute waits, and leaves when it may', async () => {
  const { admin, ticket, send, faults, phone, number } = await openConversation(world);
  await faults({ throttlePerMinute: 2 });
  for (const body of ['um', 'dois', 'três']) await send(body);
  const shown = async () => (await phone(number)).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
  await expect.poll(shown, patient).toEqual(['um', 'dois']);
  expect((await thread(admin, ticket.id)).at(-1)).toMatchObject({ body: 'três', ack: 0, failure: null });
  await faults({ throttlePerMinute: null });
  await expect.poll(shown, patient).toEqual(['um', 'dois', 'três']);
});

test('between the scan and the connection it is pairing, for as long as the network takes', async () => {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Lenta', provider: 'simulator' } });
  const status = async () => (await admin.call(connectionsApi.show, { params: { id }, query: {} })).status;
  await admin.call(simulatorApi.faults, { params: { whatsappId: id }, body: { pairingSeconds: 600 } });
  await admin.call(connectionsApi.start, { params: { id } });
  await expect.poll(status, patient).toBe('qrcode');
  await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
  await expect.poll(status, patient).toBe('PAIRING');
});
