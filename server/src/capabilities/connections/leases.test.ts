import { AsyncResource } from 'node:async_hooks';
import { connectionsApi } from '@prosa/contracts/connections';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { breakLease, claimLeases, type HeldLease, inLease, isHeld, LeaseLost, releaseLeases, renewLeases } from './leases.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;

/** A connection that one node holds. */
async function openLease() {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Linha', provider: 'simulator' } });
  const owner = `node-of-${id}`;
  const lease = (await claimLeases(platform, owner, 60, [])).find(({ connectionId }) => connectionId === id);
  if (!lease) throw new Error('the connection was not free');
  const held: HeldLease = { connectionId: id, companyId: lease.companyId, epoch: lease.epoch, owner };
  return { held, admin };
}

/** Whether the holder may write; as long as the work lasts, its transaction stands. The work is what others do meanwhile. */
const asHolder = <T>(held: HeldLease, work: (mayWrite: boolean | undefined) => Promise<T>): Promise<T> => {
  const meanwhile = AsyncResource.bind(work);
  return inScope(platform, { companyId: held.companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ held: boolean }>(sql`select ${isHeld(held)} as held`);
    return meanwhile(rows[0]?.held);
  });
};

const taken = async (held: HeldLease) =>
  (await claimLeases(platform, 'another-node', 60, [])).filter(({ connectionId }) => connectionId === held.connectionId);

test('nobody takes a connection over while its holder is in the middle of a write, however late that is', async () => {
  const { held } = await openLease();
  await asHolder(held, async (mayWrite) => {
    expect(mayWrite).toBe(true);
    // As if the time had run out: the holder stood still, and is about to commit.
    await releaseLeases(platform, held.owner, [held.connectionId]);
    expect(await taken(held)).toEqual([]);
  });
  expect(await taken(held)).toMatchObject([{ epoch: held.epoch + 1 }]);
  await asHolder(held, async (mayWrite) => expect(mayWrite).toBe(false));
});

test('one connection in the middle of a write keeps no other from being taken over', async () => {
  const [{ held: busy }, { held: free }] = [await openLease(), await openLease()];
  await asHolder(busy, async () => {
    for (const { owner, connectionId } of [busy, free]) await releaseLeases(platform, owner, [connectionId]);
    expect(await taken(free)).toMatchObject([{ epoch: free.epoch + 1 }]);
  });
});

test('the holder prolongs its lease while it writes', async () => {
  const { held } = await openLease();
  await asHolder(held, async () => {
    const { connectionId, companyId, epoch } = held;
    expect(await renewLeases(platform, held.owner, 60)).toContainEqual({ connectionId, companyId, epoch });
  });
});

test('a lease that is broken ends when the holder’s write has', async () => {
  const { held } = await openLease();
  const order: string[] = [];
  let broken: Promise<unknown> = Promise.resolve();
  await asHolder(held, async () => {
    broken = inScope(platform, { companyId: held.companyId }, (scope) => breakLease(scope, held.connectionId)).then(() =>
      order.push('broken'),
    );
    await untilSomebodyWaits();
    order.push('written');
  });
  await broken;
  expect(order).toEqual(['written', 'broken']);
  await asHolder(held, async (mayWrite) => expect(mayWrite).toBe(false));
});

/** Until a transaction of this database waits for another. */
async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await platform.databases.platform.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks where not granted`,
        );
        return rows[0]?.waiting;
      },
      { ...patient, interval: 20 },
    )
    .toBeGreaterThan(0);
}

test('what the holder of before writes of its own is refused as a whole, once the connection has gone on', async () => {
  const { held } = await openLease();
  const rename = (name: string) =>
    inLease(platform, held, ({ tx }) => tx.execute(sql`update connections set name = ${name} where id = ${held.connectionId}`));
  await rename('Primeira');
  await inScope(platform, { companyId: held.companyId }, (scope) => breakLease(scope, held.connectionId));
  await expect(rename('Segunda')).rejects.toThrow(LeaseLost);
  const { rows } = await inScope(platform, { companyId: held.companyId }, ({ tx }) =>
    tx.execute(sql`select name from connections where id = ${held.connectionId}`),
  );
  expect(rows).toEqual([{ name: 'Primeira' }]);
});
