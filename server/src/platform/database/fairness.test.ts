import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { queuesApi } from '@prosa/contracts/queues';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { loginsOf } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { openDatabases } from './database.ts';
import { acrossCompanies, inScope } from './scope.ts';

const world = await openWorld();
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

let requests = 0;
world.server.http.app.server.on('request', () => {
  requests += 1;
});

/** So many calls under way, and how many of them have been answered. */
function flood(count: number, call: () => Promise<{ status: number }>) {
  const statuses: number[] = [];
  const reached = requests + count;
  const all = Promise.all(
    Array.from({ length: count }, async () => {
      statuses.push((await call()).status);
    }),
  );
  /** All of them have reached the server. */
  const arrived = () => expect.poll(() => requests, { ...patient, interval: 2 }).toBeGreaterThanOrEqual(reached);
  return { all, statuses, arrived };
}

test('while all that one company asked for stands still, another’s calls are served, and so are its colleagues’', async () => {
  const [noisy, quiet] = [await world.company(), await world.company()];
  const colleague = await world.colleague(noisy);
  const { id, name } = noisy.user;
  await owner.query('begin');
  await owner.query('select from users where id = $1 for update', [id]);
  const stuck = flood(100, () => noisy.send(usersApi.update, { params: { id }, body: { name } }));
  await stuck.arrived();
  for (let n = 0; n < 2; n += 1) await quiet.call(ticketsApi.list, { query: { searchParam: 'ana' } });
  await colleague.call(queuesApi.list, { query: {} });
  // Some may have been told meanwhile that what they wait for takes too long.
  expect(stuck.statuses.length).toBeLessThan(50);
  await owner.query('commit');
  await stuck.all;
});

test('while one person changes a password again and again, others log in after a turn or two', async () => {
  const [noisy, quiet] = [await world.company(), await world.company()];
  // Of a colleague: one's own would have to be told as it is by then.
  const { id } = (await world.colleague(noisy)).user;
  const changes = flood(70, () => noisy.send(usersApi.update, { params: { id }, body: { password: world.password } }));
  await changes.arrived();
  const before = changes.statuses.length;
  await world.client().logIn(quiet.user.email);
  expect(changes.statuses.length - before).toBeLessThan(25);
  await changes.all;
  expect(new Set(changes.statuses)).toEqual(new Set([200]));
});

test('beside others a program’s calls use connections that yield, of which there are few, and go on where those stand still', async () => {
  const [noisy, quiet] = [await world.company(), await world.company()];
  const { yielding } = platform.databases;
  /** Who is told that it takes too long comes again: a busy machine has no time for all of them at once. */
  const search = async () => {
    for (;;) {
      const answer = await noisy.send(ticketsApi.list, { query: { searchParam: 'ana' } });
      if (answer.status !== 503) return answer;
      await sleep(1000);
    }
  };
  const asked = flood(150, search);
  await asked.arrived();
  while (yielding.totalCount === 0) await quiet.call(queuesApi.list, { query: {} });
  const held = await Promise.all(Array.from({ length: yielding.options.max }, () => yielding.connect()));
  await asked.all;
  for (const client of held) client.release();
  expect(new Set(asked.statuses)).toEqual(new Set([200]));
});

test('such a connection is a process of a lower priority on the machine of the server, and others are not', async () => {
  const databases = openDatabases(await loginsOf(world.database.url), { isEmbedded: true });
  const priorityIn = async (pool: pg.Pool) => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    client.release();
    return () => getPriority(rows[0]?.pid);
  };
  const [app, yielding] = [await priorityIn(databases.app), await priorityIn(databases.yielding)];
  await expect.poll(yielding, patient).toBe(10);
  expect(app()).toBe(0);
  await databases.close();
});

test('a transaction inside another is an error, whichever they are', async () => {
  const { companyId } = (await world.company()).user;
  const inside = () => inScope(platform, { companyId }, async () => undefined);
  await expect(inScope(platform, { companyId }, inside)).rejects.toThrow('inside another');
  await expect(acrossCompanies(platform, inside)).rejects.toThrow('inside another');
  await inside();
});
