import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { password } from './generate.ts';
import { metricsOf, startAsUsersDo, startProduct } from './processes.ts';
import type { Site } from './site.ts';
import { median } from './statistics.ts';

export type MemoryResult = { idleMegabytes: { empty: number; full: number }; startSeconds: { first: number; warm: number; full: number } };

/** Long enough for every timer of the server to have run some times. */
const untilIdle = 10_000;
const starts = 3;

/** Memory of the idle server process, and the time of a start with packages, builds and database in place. */
export async function measureMemory({ dataDir }: Site): Promise<MemoryResult> {
  const empty = await mkdtemp(join(tmpdir(), 'prosa-bench-empty-'));
  try {
    const first = await startProduct(empty, password);
    await first.stop();
    return {
      idleMegabytes: { empty: await idleMegabytes(empty), full: await idleMegabytes(dataDir) },
      startSeconds: { first: first.startSeconds, warm: await startSeconds(empty), full: await startSeconds(dataDir) },
    };
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
}

async function idleMegabytes(dataDir: string): Promise<number> {
  const server = await startProduct(dataDir, password);
  await sleep(untilIdle);
  const { rssMegabytes } = await metricsOf(server.url);
  await server.stop();
  return rssMegabytes;
}

async function startSeconds(dataDir: string): Promise<number> {
  const seconds: number[] = [];
  for (let time = 0; time < starts; time += 1) {
    const server = await startAsUsersDo(dataDir, password);
    await server.stop();
    seconds.push(server.startSeconds);
  }
  return median(seconds);
}
