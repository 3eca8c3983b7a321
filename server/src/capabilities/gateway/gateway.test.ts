import { connectionsApi } from '@prosa/contracts/connections';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { sessionsOnly } from '../../../test/sessions-only.ts';
import { openWorld } from '../../../test/world.ts';
import { noExtras } from '../../channels/features.ts';
import type { Provider } from '../../channels/port.ts';
import { Gateway } from './gateway.ts';

const world = await openWorld({ ROLES: 'web' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const leaseSeconds = 5;

/** A channel whose sessions take their time to close: until they are told that they may. */
function slowChannel() {
  const opened: number[] = [];
  const closing: number[] = [];
  let allow = () => {};
  const allowed = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const sent = async () => ({ outcome: 'sent' }) as const;
  const provider: Provider = {
    open({ connectionId }) {
      opened.push(connectionId);
      const close = () => {
        closing.push(connectionId);
        return allowed;
      };
      return { ...noExtras, isOpen: () => true, send: sent, retract: sent, onOpen: () => undefined, close };
    },
    ...sessionsOnly,
  };
  const times = (list: number[], id: number) => list.filter((each) => each === id).length;
  return {
    provider,
    timesOpened: (id: number) => times(opened, id),
    isClosing: (id: number) => times(closing, id) > 0,
    allowClosing: () => allow(),
  };
}

const leaseOf = async (id: number) => {
  const { rows } = await owner.query<{ expires: number }>(
    `
      select extract(epoch from expires_at)::float8 as expires
      from connection_leases
      where connection_id = $1`,
    [id],
  );
  return rows[0]?.expires ?? 0;
};

function openGateway(provider: Provider, closeSeconds?: number) {
  const limit = closeSeconds === undefined ? {} : { closeSeconds };
  return new Gateway(world.server.platform, { owner: 'node-under-test', leaseSeconds, providers: { simulator: provider }, ...limit });
}

test('a session that never says it has closed is given up, and its connection is taken up again', async () => {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Surda', provider: 'simulator' } });
  const channel = slowChannel();
  const gateway = openGateway(channel.provider, 0.5);
  try {
    await expect.poll(() => channel.timesOpened(id), patient).toBe(1);
    await admin.call(connectionsApi.start, { params: { id } });
    await expect.poll(() => channel.timesOpened(id), patient).toBe(2);
  } finally {
    await gateway.stop();
  }
});

test('a session slow to close keeps no other waiting: their leases are prolonged, its own is taken up once it has gone', async () => {
  const admin = await world.company();
  const create = async (name: string) => (await admin.call(connectionsApi.create, { body: { name, provider: 'simulator' } })).id;
  const [slow, other] = [await create('Lenta'), await create('Outra')];
  const channel = slowChannel();
  const gateway = openGateway(channel.provider);
  try {
    await expect.poll(() => channel.timesOpened(slow) + channel.timesOpened(other), patient).toBe(2);
    await admin.call(connectionsApi.start, { params: { id: slow } });
    await expect.poll(() => channel.isClosing(slow), patient).toBe(true);

    const before = await leaseOf(other);
    await expect.poll(() => leaseOf(other), patient).toBeGreaterThan(before + leaseSeconds);
    expect(channel.timesOpened(slow), 'while the old session is there, there is no new one').toBe(1);

    channel.allowClosing();
    await expect.poll(() => channel.timesOpened(slow), patient).toBe(2);
  } finally {
    channel.allowClosing();
    await gateway.stop();
  }
});

test('of many connections the first start at once and the others little by little, all of them', async () => {
  const admin = await world.company();
  const ids = await Promise.all(
    Array.from(
      { length: 9 },
      async (_, n) => (await admin.call(connectionsApi.create, { body: { name: `Linha ${n}`, provider: 'simulator' } })).id,
    ),
  );
  const channel = slowChannel();
  channel.allowClosing();
  const starts = { atOnce: 2, perSecond: 4 };
  const gateway = new Gateway(world.server.platform, { owner: 'spread', leaseSeconds, providers: { simulator: channel.provider }, starts });
  const started = () => ids.filter((id) => channel.timesOpened(id) === 1).length;
  const began = performance.now();
  try {
    await expect.poll(() => started(), patient).toBe(ids.length);
    // Two at once, four a second: never before this, however slow the machine is.
    expect(performance.now() - began).toBeGreaterThan(((ids.length - 2) / 4) * 1000);
  } finally {
    await gateway.stop();
  }
});

test('a connection whose channel is not installed here, or fails to start, ends, once', async () => {
  const admin = await world.company();
  const create = async (provider: 'baileys' | 'simulator', name: string = provider) =>
    (await admin.call(connectionsApi.create, { body: { name, provider } })).id;
  const [unknown, broken] = [await create('baileys'), await create('simulator')];
  const opened: number[] = [];
  const failing: Provider = {
    ...slowChannel().provider,
    open({ connectionId }) {
      opened.push(connectionId);
      throw new Error('the adapter is not installed');
    },
  };
  const gateway = openGateway(failing);
  const status = async (id: number) => (await admin.call(connectionsApi.show, { params: { id }, query: {} })).status;
  try {
    await expect.poll(async () => [await status(unknown), await status(broken)], patient).toEqual(['DISCONNECTED', 'DISCONNECTED']);
    // By the time a later one has been tried, the earlier ones would have been tried again.
    const later = await create('simulator', 'Depois');
    await expect.poll(() => status(later), patient).toBe('DISCONNECTED');
    // What other tests have left is tried as well.
    expect(opened.filter((id) => [unknown, broken, later].includes(id))).toEqual([broken, later]);
  } finally {
    await gateway.stop();
  }
});
