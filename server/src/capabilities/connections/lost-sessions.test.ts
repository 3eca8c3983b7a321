import { connectionSessionLive, connectionsApi } from '@prosa/contracts/connections';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { recordSession } from './connection-session.actions.ts';
import { claimLeases, type HeldLease, releaseLeases, renewLeases } from './leases.ts';
import { releasePreviousNode, resetLostSessions } from './lost-sessions.actions.ts';

// No gateway of its own: the tests are the nodes.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

/** A connection whose session on some node has reported that it is connected. */
async function openConnected() {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Linha', provider: 'simulator' } });
  const held = await claim(id, `node-of-${id}`);
  await recordSession(platform, held, { status: 'CONNECTED' });
  const shown = async () => {
    const [listed] = await admin.call(connectionsApi.list, { query: {} });
    const { status } = await admin.call(connectionsApi.show, { params: { id }, query: {} });
    expect(listed?.status).toBe(status);
    return status;
  };
  expect(await shown()).toBe('CONNECTED');
  return { admin, id, held, shown };
}

async function claim(id: number, node: string): Promise<HeldLease> {
  const lease = (await claimLeases(platform, node, 60, [])).find(({ connectionId }) => connectionId === id);
  if (!lease) throw new Error('the connection was not free');
  return { connectionId: id, companyId: lease.companyId, epoch: lease.epoch, owner: node };
}

/** Ages the lease as if the holder had missed renewals until it is probably or certainly dead. */
const silence = (id: number, column: 'live_until' | 'expires_at') =>
  owner.query(`update connection_leases set ${column} = now() where connection_id = $1`, [id]);
const storedStatus = async (id: number) =>
  (await owner.query<{ status: string }>('select status from connections where id = $1', [id])).rows[0]?.status;

test('a connection reads OPENING while its holder misses renewals, and CONNECTED once the holder renews again', async () => {
  const { id, held, shown } = await openConnected();
  await silence(id, 'live_until');
  expect(await shown()).toBe('OPENING');
  // The holder may still come back: nothing is stored.
  await resetLostSessions(platform);
  expect(await storedStatus(id)).toBe('CONNECTED');
  await renewLeases(platform, held.owner, 60);
  expect(await shown()).toBe('CONNECTED');
});

test('a connection whose lease has expired is reset to OPENING, and screens hear it once', async () => {
  const { admin, id, shown } = await openConnected();
  const live = await admin.listen();
  await silence(id, 'expires_at');
  expect(await shown()).toBe('OPENING');
  await resetLostSessions(platform);
  await resetLostSessions(platform);
  expect(await storedStatus(id)).toBe('OPENING');
  await expect.poll(() => live.of(connectionSessionLive), patient).toMatchObject([{ session: { id, status: 'OPENING' } }]);
});

test('a connection reads OPENING from the moment another node claims it until that node’s session reports', async () => {
  const { id, held, shown } = await openConnected();
  await releaseLeases(platform, held.owner);
  const next = await claim(id, 'next-node');
  expect(await shown()).toBe('OPENING');
  await recordSession(platform, next, { status: 'CONNECTED' });
  expect(await shown()).toBe('CONNECTED');
  await resetLostSessions(platform);
  expect(await shown()).toBe('CONNECTED');
});

test('a QR code of a dead session is not shown', async () => {
  const { admin, id, held } = await openConnected();
  await recordSession(platform, held, { status: 'qrcode', qrcode: 'old code' });
  const show = () => admin.call(connectionsApi.show, { params: { id }, query: {} });
  expect(await show()).toMatchObject({ status: 'qrcode', qrcode: 'old code' });
  await silence(id, 'live_until');
  expect(await show()).toMatchObject({ status: 'OPENING', qrcode: '' });
});

test('the next process on a data folder frees the connections of the one before at once, and no others', async () => {
  const [mine, other] = [await openConnected(), await openConnected()];
  await releasePreviousNode(platform, mine.held.owner);
  expect(await storedStatus(mine.id)).toBe('OPENING');
  expect(await other.shown()).toBe('CONNECTED');
  expect(await claim(mine.id, 'next-process')).toMatchObject({ epoch: mine.held.epoch + 1 });
});
