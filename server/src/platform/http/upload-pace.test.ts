import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairScheduler } from '../database/fair-scheduler.ts';
import { throttled } from './upload-pace.ts';

const megabytes = (count: number) =>
  Readable.from(
    Array.from({ length: count * 16 }, () => Buffer.alloc(64 * 1024, 'x')),
    { objectMode: false },
  );
const called = async (turns: FairScheduler, company: number) => (await turns.take({ company, person: 1, work: 'call' }))();

test('who is alone brings in files as fast as they come, byte for byte', async () => {
  const turns = new FairScheduler(20);
  await called(turns, 1);
  const begun = performance.now();
  expect((await buffer(throttled(turns, 1, megabytes(64)))).length).toBe(64 * 2 ** 20);
  // At its share it would take 14 seconds.
  expect(performance.now() - begun).toBeLessThan(12_000);
});

test('beside others a company keeps to its share, however many files it sends at once, and others do not wait for it', async () => {
  const turns = new FairScheduler(20);
  await called(turns, 2);
  let received = 0;
  const begun = performance.now();
  const flood = Array.from({ length: 10 }, () => throttled(turns, 1, megabytes(8)));
  for (const stream of flood) stream.on('data', ({ length }: Buffer) => (received += length));
  expect((await buffer(throttled(turns, 2, megabytes(4)))).length).toBe(4 * 2 ** 20);
  await sleep(300);
  // Two seconds' worth at once, and what has come back since; some are on their way.
  const allowed = (2 + 1 + (performance.now() - begun) / 1000) * 4 * 2 ** 20;
  expect(received).toBeLessThan(allowed);
  for (const stream of flood) stream.destroy();
});

test('a file that breaks off ends its stream with the fault', async () => {
  const turns = new FairScheduler(20);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(10);
      throw new Error('the line broke');
    })(),
  );
  await expect(buffer(throttled(turns, 1, broken))).rejects.toThrow('the line broke');
});
