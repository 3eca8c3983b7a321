import { setTimeout as sleep } from 'node:timers/promises';
import { queuesApi } from '@prosa/contracts/queues';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { openWorld } from '../../test/world.ts';
import { acrossCompanies, inScope } from './scope.ts';

const world = await openWorld();
const { platform } = world.server;

/** So many calls under way, and how many of them have been answered. */
function flood(count: number, call: () => Promise<{ status: number; headers: Headers }>) {
  const statuses: number[] = [];
  const retryAfter = new Set<string | null>();
  const all = Promise.all(
    Array.from({ length: count }, async () => {
      const { status, headers } = await call();
      statuses.push(status);
      if (status === 429) retryAfter.add(headers.get('retry-after'));
    }),
  );
  return { all, statuses, retryAfter };
}

test('while one company’s searches wait in hundreds, another’s calls are served before more than a few of them', async () => {
  const [noisy, quiet] = [await world.company(), await world.company()];
  await quiet.call(queuesApi.list, { query: {} });
  const searches = flood(450, () => noisy.send(ticketsApi.list, { query: { searchParam: 'palavra que ninguém disse', showAll: 'true' } }));
  // All of them are under way before the other asks.
  await sleep(100);
  const before = searches.statuses.length;
  for (let n = 0; n < 5; n += 1) await quiet.call(ticketsApi.list, { query: {} });
  const meanwhile = searches.statuses.length - before;
  console.log('MEANWHILE', before, meanwhile);
  expect(meanwhile).toBeLessThan(200);
  await searches.all;
  expect(new Set(searches.statuses)).toEqual(new Set([200]));
});

test('while one person changes a password three hundred times, others log in after a turn or two', async () => {
  const [noisy, quiet] = [await world.company(), await world.company()];
  const { id, email } = noisy.user;
  const changes = flood(300, () => noisy.send(usersApi.update, { params: { id }, body: { password: world.password } }));
  await sleep(100);
  const before = changes.statuses.filter((status) => status === 200).length;
  await world.client().logIn(quiet.user.email);
  const meanwhile = changes.statuses.filter((status) => status === 200).length - before;
  expect(meanwhile).toBeLessThan(40);
  await changes.all;
  // Of one person 110 may wait; the others are told to come back.
  expect(changes.statuses.filter((status) => status === 429).length).toBeGreaterThan(150);
  expect(changes.statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(110);
  expect([...changes.retryAfter].map(Number)).toEqual([expect.any(Number)]);
  await world.client().logIn(email);
});

test('a transaction inside another is an error, whichever they are', async () => {
  const { companyId } = (await world.company()).user;
  const inside = () => inScope(platform, { companyId }, async () => undefined);
  await expect(inScope(platform, { companyId }, inside)).rejects.toThrow('inside another');
  await expect(acrossCompanies(platform, inside)).rejects.toThrow('inside another');
  await inside();
});
