import { connectionsApi } from '@prosa/contracts/connections';
import { simulatorApi } from '@prosa/contracts/simulator';
import { afterAll, expect, test } from 'vitest';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openCheckerDatabase } from './checker-database.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
afterAll(supervisor.close);

const statusOf = async (admin: Client, id: number) => (await admin.call(connectionsApi.show, { params: { id }, query: {} })).status;

test('a server that was killed takes its connections up again at once, and none reads CONNECTED before its session is', async () => {
  const { url } = await supervisor.postgres();
  const node = await supervisor.node({ DATABASE_URL: url });
  await node.start();
  const truth = await openCheckerDatabase(url);
  const people = peopleOf(node.url);
  const admin = await people.company();
  const whatsappId = await people.connection(admin);
  await people.statusOf(admin, whatsappId, 'CONNECTED');
  const epochOf = async () => (await truth.rows<{ epoch: number }>('select epoch::int as epoch from connection_leases'))[0]?.epoch ?? 0;
  const before = await epochOf();
  await node.kill();
  // Whatever is true from here on is not so because the lease has run out.
  await truth.rows(`update connection_leases set expires_at = now() + interval '1 hour', live_until = now() + interval '1 hour'`);

  // This node has no role that runs connections.
  await node.start({ ROLES: 'web' });
  expect(await statusOf(admin, whatsappId)).toBe('OPENING');
  await node.kill();

  // The session can not come up: its network is away.
  await truth.rows(`update simulator_networks set faults = faults || '{"refuseConnect": true}'`);
  await node.start();
  await until('the next session runs', async () => (await epochOf()) > before);
  expect(await statusOf(admin, whatsappId)).toBe('OPENING');
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { refuseConnect: false } });
  await people.statusOf(admin, whatsappId, 'CONNECTED');
  expect(await node.stop()).toEqual({ code: 0, signal: null });

  // After a clean stop likewise.
  await node.start({ ROLES: 'web' });
  expect(await statusOf(admin, whatsappId)).toBe('OPENING');
  await truth.close();
});
