import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { check, isClean, table } from './checker.ts';
import { openCheckerDatabase } from './checker-database.ts';
import { mount, unmountAll } from './mount.ts';
import { embeddedUrl, type ServerNode } from './node.ts';
import { randomFrom } from './random.ts';
import { openSupervisor } from './supervisor.ts';
import { openTraffic } from './traffic.ts';
import { until } from './waiting.ts';

const seed = process.env.FAULTS_SEED ?? 'disk';
const supervisor = openSupervisor();
let started: ServerNode | undefined;
afterAll(async () => {
  // While its folder is still to be found: else its PostgreSQL would live on, and the small file system in memory with it.
  await started?.killBoth();
  unmountAll();
  await supervisor.close();
});

/** Until nothing more fits. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const block of [1024 * 1024, 4096]) {
      const zeros = Buffer.alloc(block);
      while (
        await file.write(zeros).then(
          ({ bytesWritten }) => bytesWritten === block,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}

test('the disk fills up while people write: what can not be kept is not acknowledged, and with room it goes on', async (context) => {
  const folder = await mount(await supervisor.folder(), 'size=320m', 'mode=755');
  if (folder === undefined) return context.skip('no small file system can be mounted here');
  const node = await supervisor.node({ LEASE_SECONDS: '2' }, join(folder, 'data'));
  started = node;
  await node.start();
  const traffic = await openTraffic([node.url], randomFrom(seed), {
    companies: 1,
    connections: 1,
    customers: 3,
    inbound: 120,
    outbound: 30,
  });
  const running = traffic.run();
  running.catch(() => undefined);
  traffic.allow(30);
  await traffic.reach(30);

  const filler = join(folder, 'filler');
  await fill(filler);
  traffic.allow(150);
  const health = await until('the server says that it is not ready', async () => {
    const answer = await fetch(`${node.url}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    return answer.status === 503 && answer.text();
  });
  expect(health).toContain('"disk":false');
  await sleep(3_000);
  // Whatever the database has grown meanwhile into the last blocks.
  await fill(join(folder, 'filler-2'));
  await sleep(2_000);
  await Promise.all([rm(filler), rm(join(folder, 'filler-2'))]);

  // Should it have ended, whoever watches starts it again.
  if (!node.isUp()) await node.start();
  await until('the server is ready again', async () => (await fetch(`${node.url}/health/ready`)).status === 200, 120);
  await running;
  const truth = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  const findings = await check(traffic.ledger, [node.url], truth);
  await Promise.all([truth.close(), traffic.close()]);
  expect(isClean(findings), `seed ${seed}\n${table(findings)}`).toBe(true);
});
