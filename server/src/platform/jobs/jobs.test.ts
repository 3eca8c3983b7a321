import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../database/database.ts';
import { inScope } from '../database/scope.ts';
import { openLog } from '../log.ts';
import { type CronJob, defineJob, enqueue, type Job, startJobs } from './jobs.ts';

// The server of this world serves calls only: the jobs here are this file's own.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const admin = await world.company();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());
const us = { companyId: admin.user.companyId };

const ran: Array<{ companyId: number; what: string; at: number }> = [];
const runs = (what: string) => ran.filter((each) => each.what === what);
const note = defineJob(
  'test.note',
  z.object({ what: z.string(), times: z.coerce.number().default(1) }),
  async (_platform, companyId, { what }) => {
    ran.push({ companyId, what, at: Date.now() });
  },
);
const stumble = defineJob('test.stumble', z.object({ what: z.string() }), async (_platform, companyId, { what }) => {
  ran.push({ companyId, what, at: Date.now() });
  if (runs(what).length === 1) throw new Error(`stumbled\nparams: ${what}`);
});
const write = defineJob('test.write', z.object({ name: z.string() }), (given, companyId, { name }) =>
  inScope(given, { companyId }, async ({ tx }) => {
    await tx.execute(sql`insert into queues (name, color) values (${name}, '#abcdef') on conflict do nothing`);
  }),
);

const lockSeconds = 4;
const takeLong = defineJob('test.take-long', z.object({ what: z.string() }), async (_platform, companyId, { what }) => {
  ran.push({ companyId, what, at: Date.now() });
  await sleep(lockSeconds * 2200);
});

const jobs: Job[] = [note, stumble, write, takeLong];
const logged: string[] = [];
const noted = { ...platform, log: openLog('info', { write: (line) => void logged.push(line) }) };
const working: Array<{ stop(): Promise<void> }> = [];
const work = async (crons: CronJob[] = []) => void working.push(await startJobs(noted, world.database.url, { jobs, crons, lockSeconds }));
await work();
afterAll(async () => {
  await Promise.all(working.map((each) => each.stop()));
});
afterEach(() => void vi.useRealTimers());

/** Whatever was due before this has been looked at when it has run. */
async function signal(what: string): Promise<void> {
  await inScope(platform, us, (scope) => enqueue(scope, note, { what }));
  await expect.poll(() => runs(what), patient).toHaveLength(1);
}

test('a job queued with a change runs once the change stands, for the company that made it', async () => {
  await inScope(platform, us, async (scope) => {
    await enqueue(scope, note, { what: 'com a mudança' });
    await scope.tx.execute(sql`select pg_sleep(0.3)`);
    expect(runs('com a mudança')).toEqual([]);
  });
  await expect.poll(() => runs('com a mudança'), patient).toMatchObject([us]);
});

test('a job of a change that was taken back never runs', async () => {
  const failing = inScope(platform, us, async (scope) => {
    await enqueue(scope, note, { what: 'nunca' });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await signal('depois de nunca');
  expect(runs('nunca')).toEqual([]);
});

test('a job does its work in its own company', async () => {
  await inScope(platform, us, (scope) => enqueue(scope, write, { name: 'Feita por um trabalho' }));
  await expect.poll(async () => JSON.stringify((await admin.raw('GET', '/queue')).body), patient).toContain('Feita por um trabalho');
});

test('data that does not fit is refused before anything is queued', async () => {
  const wrong = inScope(platform, us, (scope) => enqueue(scope, note, { what: 'torto', times: 'muitas' }));
  await expect(wrong).rejects.toThrow(z.ZodError);
  await signal('depois de torto');
  expect(runs('torto')).toEqual([]);
});

test('a job for later waits for its time', async () => {
  const runAt = new Date(Date.now() + 1500);
  await inScope(platform, us, (scope) => enqueue(scope, note, { what: 'mais tarde' }, { runAt }));
  await expect.poll(() => runs('mais tarde'), patient).toHaveLength(1);
  expect(runs('mais tarde')[0]?.at).toBeGreaterThanOrEqual(runAt.getTime());
});

test('a job under a key takes the place of the one waiting under it; another company’s key is another key', async () => {
  const other = await world.company();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await inScope(platform, us, (scope) => enqueue(scope, note, { what: 'adiado' }, { runAt: tomorrow, key: 'lembrete' }));
  await inScope(platform, { companyId: other.user.companyId }, (scope) => enqueue(scope, note, { what: 'alheio' }, { key: 'lembrete' }));
  await expect.poll(() => runs('alheio'), patient).toHaveLength(1);
  expect(runs('adiado')).toEqual([]);
  await inScope(platform, us, (scope) => enqueue(scope, note, { what: 'antecipado' }, { key: 'lembrete' }));
  await expect.poll(() => runs('antecipado'), patient).toHaveLength(1);
  expect(runs('adiado')).toEqual([]);
});

test('a job that fails is tried again, and the others do not wait for it', async () => {
  await inScope(platform, us, (scope) => enqueue(scope, stumble, { what: 'tropeço' }));
  await expect.poll(() => runs('tropeço'), patient).toHaveLength(1);
  await signal('enquanto isso');
  await expect.poll(() => runs('tropeço'), patient).toHaveLength(2);
  const complaint = logged.find((line) => line.includes('test.stumble'));
  expect(JSON.parse(complaint ?? '{}')).toMatchObject({ level: 'error', source: 'jobs', err: { message: 'stumbled' } });
  expect(logged.join('')).not.toContain('tropeço');
});

test('what a process had begun when it died is begun again by another, as soon as its silence has lasted long enough', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  await inScope(platform, us, (scope) => enqueue(scope, note, { what: 'de quem morreu' }, { runAt: tomorrow, key: 'morto' }));
  const { rowCount } = await owner.query(
    `
      update graphile_worker._private_jobs
      set run_at = now(), attempts = 1, locked_by = 'pool-of-the-dead', locked_at = now()
      where key like '%:morto'`,
  );
  expect(rowCount).toBe(1);
  await expect.poll(() => runs('de quem morreu'), patient).toHaveLength(1);
});

test('a job that takes longer than that is begun once while its process lives', async () => {
  await work();
  await inScope(platform, us, (scope) => enqueue(scope, takeLong, { what: 'demorado' }));
  const isWaiting = async () => (await owner.query(`select from graphile_worker.jobs where task_identifier = 'test.take-long'`)).rowCount;
  await expect.poll(isWaiting, patient).toBe(0);
  expect(runs('demorado')).toHaveLength(1);
});

test('without a company nothing can be queued', async () => {
  await expect(platform.databases.app.query("select enqueue_job('test.note', '{}', now())")).rejects.toThrow('a job belongs to a company');
});

test('repeated work runs at its minute, on one of many nodes', async () => {
  // The time stands still shortly before a full minute until all of them have begun, however long that takes.
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 1_000 });
  const ticks: string[] = [];
  const every: CronJob = { name: 'test.every-minute', pattern: '* * * * *', run: async () => void ticks.push('every') };
  const never: CronJob = { name: 'test.some-other-day', pattern: '0 0 31 2 *', run: async () => void ticks.push('never') };
  await Promise.all([work([every, never]), work([every, never]), work([every, never])]);
  vi.setSystemTime(minute + 100);
  await expect.poll(() => ticks, patient).toEqual(['every']);
  await signal('depois do minuto');
  expect(ticks).toEqual(['every']);
});
