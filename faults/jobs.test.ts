import { afterAll, expect, test } from 'vitest';
import { openCheckerDatabase } from './checker-database.ts';
import { embeddedUrl } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
afterAll(supervisor.close);

const rounds = 3;
const jobs = 150;

test('PostgreSQL killed again and again while jobs run: the server lives on and does them all', async () => {
  const node = await supervisor.node({ LEASE_SECONDS: '2' });
  await node.start();
  const reach = () => until('PostgreSQL takes connections', async () => openCheckerDatabase(await embeddedUrl(node.dataDir)));
  for (let round = 0; round < rounds; round += 1) {
    const truth = await reach();
    await truth.rows(
      `
        select graphile_worker.add_job(
          'media.work',
          json_build_object('companyId', 1, 'data', json_build_object('mediaId', 900000 + n)))
        from generate_series(1, $1::int) as n`,
      [jobs],
    );
    // In the middle of them, at another place each time.
    const left = jobs - 20 - round * 40;
    await until('some of the jobs are done', async () => (await waiting(truth)) < left);
    await truth.close();
    await node.killPostgres();
    await node.ready();
    expect(node.isUp(), node.said().stderr).toBe(true);
    const after = await reach();
    await until('all jobs are done', async () => (await waiting(after)) === 0, 30);
    await after.close();
  }
  expect(await node.stop()).toEqual({ code: 0, signal: null });
});

async function waiting(truth: Awaited<ReturnType<typeof openCheckerDatabase>>): Promise<number> {
  const [row] = await truth.rows<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'media.work'`,
  );
  return row?.count ?? 0;
}
