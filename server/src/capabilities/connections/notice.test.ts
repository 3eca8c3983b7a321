import { connectionsApi } from '@prosa/contracts/connections';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web' });

test('that WhatsApp by QR code is unofficial is accepted once for the company, and kept with who did and when', async () => {
  const admin = await world.company();
  expect(await admin.call(connectionsApi.notice, {})).toEqual({ acceptedAt: null, acceptedBy: null });
  const other = await world.colleague(admin, 'admin');
  const accepted = await other.call(connectionsApi.acceptNotice, {});
  expect(accepted).toEqual({ acceptedAt: expect.anything(), acceptedBy: other.user.name });
  expect(await admin.call(connectionsApi.acceptNotice, {})).toEqual(accepted);
  await admin.call(usersApi.remove, { params: { id: other.user.id } });
  expect(await admin.call(connectionsApi.notice, {})).toEqual(accepted);
  expect(await (await world.company()).call(connectionsApi.notice, {})).toEqual({ acceptedAt: null, acceptedBy: null });
});

test('it is for who may add connections; the API adds one without it', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin, 'user');
  expect(await agent.raw('GET', '/whatsapp/notice')).toMatchObject({ status: 403 });
  expect(await agent.raw('POST', '/whatsapp/notice')).toMatchObject({ status: 403 });
  expect(await admin.call(connectionsApi.create, { body: { name: 'Por QR' } })).toMatchObject({ provider: 'baileys' });
});
