import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../database/scope.ts';
import { jobSignal } from './job-signal.ts';
import { defineJob, enqueue, type Job, type RunningJobs, startJobs } from './jobs.ts';

// The server of this world serves calls only: the jobs here are this file's own.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());
const newCompany = async () => (await world.company()).user.companyId;

type Held = { companyId: number; what: string; end: () => void; signal: AbortSignal | undefined };
const begun: string[] = [];
const held = new Map<string, Held>();
const What = z.object({ what: z.string() });
/** Runs until the test ends it. */
const hold: Job<typeof What>['run'] = (_platform, companyId, { what }) =>
  new Promise<void>((resolve, reject) => {
    begun.push(what);
    const signal = jobSignal();
    signal?.addEventListener('abort', () => reject(new Error('given up')), { once: true });
    held.set(what, { companyId, what, end: resolve, signal });
  });
const light = defineJob('test.light', What, hold);
const heavy = defineJob('test.heavy', What, hold, 'heavy');

let work: RunningJobs | undefined;
const begin = async () => {
  work = await startJobs(platform, world.database.url, { jobs: [light, heavy], crons: [], lockSeconds: 15 });
};
afterEach(async () => {
  await work?.stop(0);
  work = undefined;
  await owner.query(`delete from graphile_worker._private_jobs`);
  begun.length = 0;
  held.clear();
});

const queue = (companyId: number, job: Job<typeof What>, ...names: string[]) =>
  inScope(platform, { companyId }, async (scope) => {
    for (const what of names) await enqueue(scope, job, { what });
  });
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, place) => `${prefix} ${place + 1}`);
const end = (what: string) => {
  held.get(what)?.end();
  held.delete(what);
};
const begins = (what: string) => expect.poll(() => begun, patient).toContain(what);

test('24 long sounds of one company keep nobody’s thumbnail waiting, and the next long job is another company’s', async () => {
  const [busy, quiet] = [await newCompany(), await newCompany()];
  const sounds = names('sound', 24);
  await queue(busy, heavy, ...sounds);
  await begin();
  await begins('sound 2');
  await queue(quiet, light, 'thumbnail');
  await begins('thumbnail');
  // Not one of the others has been begun for it, though there was place.
  expect(begun).toEqual(['sound 1', 'sound 2', 'thumbnail']);
  await queue(quiet, heavy, 'film');
  end('sound 1');
  await begins('film');
  expect(begun).toEqual(['sound 1', 'sound 2', 'thumbnail', 'film']);
});

test('companies take turns, however much one of them has queued before the others came', async () => {
  const [first, second, third] = [await newCompany(), await newCompany(), await newCompany()];
  await queue(first, light, ...names('a', 30));
  await begin();
  await begins('a 3');
  await queue(second, light, ...names('b', 3));
  await queue(third, light, ...names('c', 3));
  // Each time the one that was begun first ends: one after the other, whoever is next.
  for (let ended = 0; ended < 9; ended += 1) {
    end(begun[ended] ?? '');
    await expect.poll(() => begun.length, patient).toBe(ended + 4);
  }
  const of = (letter: string) => begun.slice(3).filter((what) => what.startsWith(letter));
  expect(of('b')).toEqual(['b 1', 'b 2', 'b 3']);
  expect(of('c')).toEqual(['c 1', 'c 2', 'c 3']);
  expect(begun.slice(3, 5).toSorted()).toEqual(['b 1', 'c 1']);
});

test('a flood of light jobs leaves a place for a heavy one', async () => {
  const [busy, quiet] = [await newCompany(), await newCompany()];
  await queue(busy, light, ...names('picture', 20));
  await begin();
  await begins('picture 3');
  await queue(quiet, heavy, 'import');
  await begins('import');
  expect(begun).toHaveLength(4);
});

test('what still runs when the time to stop is over is ended and given back, as if it had never begun', async () => {
  const companyId = await newCompany();
  await queue(companyId, heavy, 'endless');
  await begin();
  await begins('endless');
  await work?.stop(10);
  expect(held.get('endless')?.signal?.aborted).toBe(true);
  const { rows } = await owner.query(`
    select attempts, locked_by, locked_at, run_at <= now() as due
    from graphile_worker._private_jobs`);
  expect(rows).toEqual([{ attempts: 0, locked_by: null, locked_at: null, due: true }]);
  await begin();
  await expect.poll(() => begun, patient).toEqual(['endless', 'endless']);
});

test('ten thousand jobs of one company do not make the next one dearer to find', async () => {
  const companyId = await newCompany();
  await owner.query(
    `
      insert into graphile_worker._private_jobs (task_id, payload, run_at)
      select 1,
        json_build_object('companyId', $1::int, 'data', json_build_object('what', 'x ' || n)),
        now() + interval '1 day'
      from generate_series(1, 10000) n`,
    [companyId],
  );
  await owner.query('analyze graphile_worker._private_jobs');
  const { rows } = await owner.query(`
    explain (format json)
    select id
    from graphile_worker._private_jobs j
    where j.task_id = 1
      and coalesce((j.payload ->> 'companyId')::integer, 0) = ${companyId}
      and j.is_available
      and j.run_at <= now()
    order by j.run_at
    limit 1`);
  expect(JSON.stringify(rows)).toContain('jobs_by_company');
});
