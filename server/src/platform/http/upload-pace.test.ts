import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { FairScheduler } from '../database/fair-scheduler.ts';
import { throttled } from './upload-pace.ts';

const megabytes = (count: number) =>
  Readable.from(
    Array.from({ length: count * 16 }, () => Buffer.alloc(64 * 1024, 'x')),
    { objectMode: false },
  );
const called = async (turns: FairScheduler, company: number) => (await turns.take({ company, person: 1, work: 'call' }))();

/** A clock that goes on when told to, and who sleeps until when. */
function openClock() {
  let at = 0;
  const sleepers: Array<{ until: number; wake: (_: unknown) => void }> = [];
  return {
    sleepers,
    now: () => at,
    sleep: (milliseconds: number) => new Promise<unknown>((wake) => sleepers.push({ until: at + milliseconds, wake })),
    pass(seconds: number) {
      at += seconds * 1000;
      const due = sleepers.filter(({ until }) => until <= at);
      sleepers.splice(0, Infinity, ...sleepers.filter(({ until }) => until > at));
      for (const { wake } of due) wake(undefined);
    },
  };
}

test('who is alone brings in files as fast as they come, byte for byte', async () => {
  const clock = openClock();
  const turns = new FairScheduler(20, undefined, clock.now);
  await called(turns, 1);
  expect((await buffer(throttled(turns, 1, megabytes(64), clock))).length).toBe(64 * 2 ** 20);
  expect(clock.sleepers).toEqual([]);
});

test('beside others a company keeps to its share, however many files it sends at once, and others do not wait for it', async () => {
  const clock = openClock();
  const turns = new FairScheduler(20, undefined, clock.now);
  await called(turns, 2);
  let received = 0;
  const flood = Array.from({ length: 10 }, () => throttled(turns, 1, megabytes(8), clock));
  for (const stream of flood) stream.on('data', ({ length }: Buffer) => (received += length));
  expect((await buffer(throttled(turns, 2, megabytes(4), clock))).length).toBe(4 * 2 ** 20);
  // Two seconds' worth at once, then what has come back. What each of the ten has in hand may be on its way.
  const share = 4 * 2 ** 20;
  for (const seconds of [2, 3, 4]) {
    await expect.poll(() => clock.sleepers.length, patient).toBe(flood.length);
    expect(received).toBeGreaterThan((seconds - 1) * share);
    expect(received).toBeLessThanOrEqual((seconds + 1) * share);
    clock.pass(1);
  }
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
