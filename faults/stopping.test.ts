import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { peopleOf } from '../server/test/browser.ts';
import { type CheckerDatabase, openCheckerDatabase } from './checker-database.ts';
import { embeddedUrl, postmasterOf } from './node.ts';
import { openHalfRequest } from './stops.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';
import { until } from './waiting.ts';

/** An exit with 0 is within the time by itself: beyond it the server ends with 1. */
const wellEnded = { code: 0, signal: null };
const drainSeconds = 6;

let supervisor: Supervisor;
beforeEach(() => {
  supervisor = openSupervisor();
});
afterEach(() => supervisor.close());

/** Keeps whoever writes there waiting. */
async function lock(url: string, table: string): Promise<CheckerDatabase & { release(): Promise<void> }> {
  const truth = await openCheckerDatabase(url);
  await truth.rows('begin');
  await truth.rows(`lock table ${table} in access exclusive mode`);
  return { ...truth, release: () => truth.close() };
}

const waitsFor = (truth: CheckerDatabase, table: string) =>
  until(`somebody waits for ${table}`, async () => {
    const rows = await truth.rows(`select from pg_locks where not granted and relation = $1::regclass`, [table]);
    return rows.length > 0;
  });

test('asked to stop, a server answers what is in flight, closes who drips, gives back leases and slow work, and ends well', async () => {
  const { url } = await supervisor.postgres();
  const node = await supervisor.node({ DATABASE_URL: url, DRAIN_SECONDS: String(drainSeconds) });
  await node.start();
  const people = peopleOf(node.url);
  const admin = await people.company();
  await people.connection(admin);
  const truth = await openCheckerDatabase(url);
  const [queues, media] = [await lock(url, 'queues'), await lock(url, 'media')];
  // A job that takes longer than there is time, a request in flight on a connection that is kept, and half a request.
  await truth.rows(
    `select graphile_worker.add_job('media.transcode', json_build_object('companyId', $1::int, 'data', json_build_object('mediaId', 1)))`,
    [admin.user.companyId],
  );
  // Nobody may tell the server of it: it finds the job by looking.
  await waitsFor(truth, 'media');
  const dripping = openHalfRequest(node);
  const asked = admin.raw('POST', '/queue', { body: { name: 'Em voo', color: '#123456' } });
  await waitsFor(truth, 'queues');

  const leaving = node.stop();
  await until('the leases are free', async () => {
    const held = await truth.rows(`select from connection_leases where expires_at > clock_timestamp()`);
    return held.length === 0;
  });
  expect(node.isUp()).toBe(true);
  await queues.release();
  expect(await asked).toMatchObject({ status: 200, body: { name: 'Em voo' } });
  expect(await leaving).toEqual(wellEnded);
  await dripping;
  await media.release();
  const jobs = await truth.rows(
    `select attempts, locked_by, locked_at from graphile_worker._private_jobs where payload ->> 'companyId' = $1`,
    [String(admin.user.companyId)],
  );
  expect(jobs).toEqual([{ attempts: 0, locked_by: null, locked_at: null }]);
  await truth.close();
});

test('it takes its PostgreSQL along, and the next start is ready', async () => {
  const node = await supervisor.node();
  await node.start();
  const admin = await peopleOf(node.url).company();
  void openHalfRequest(node);
  const queues = await lock(await embeddedUrl(node.dataDir), 'queues');
  const other = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  const asked = admin.raw('POST', '/queue', { body: { name: 'Em voo', color: '#123456' } });
  await waitsFor(other, 'queues');
  const leaving = node.stop();
  await sleep(200);
  await queues.release();
  await other.close();
  expect((await asked).status).toBe(200);
  expect(await leaving).toEqual(wellEnded);
  expect(await postmasterOf(node.dataDir)).toBeUndefined();

  await node.start();
  expect((await admin.raw('GET', '/queue')).status).toBe(200);
  // Asked twice it waits for nobody, and leaves nothing behind either.
  void openHalfRequest(node);
  const hurried = node.stop();
  void node.stop();
  expect(await hurried).toEqual(wellEnded);
  await until('PostgreSQL is gone', async () => (await postmasterOf(node.dataDir)) === undefined);
});
