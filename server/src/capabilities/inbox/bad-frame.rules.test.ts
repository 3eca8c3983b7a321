import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterFailure, afterSuccess, type Bisection, batchSize, nextBatchSize } from './bad-frame.rules.ts';

/** Frames by their numbers, taken from the front as the worker does; the bad ones fail whatever they are taken with. Large ones are cut. */
function workThrough(frames: number, bad: Set<number>, most = frames) {
  const waiting = Array.from({ length: frames }, (_, place) => place);
  const [through, blamed]: [number[], number[]] = [[], []];
  let search: Bisection | undefined;
  let attempts = 0;
  while (waiting.length > 0) {
    attempts += 1;
    const asked = waiting.slice(0, nextBatchSize(search));
    const batch = asked.slice(0, most);
    if (!batch.some((frame) => bad.has(frame))) {
      search = afterSuccess(search, batch.length, batch.length < asked.length);
      through.push(...waiting.splice(0, batch.length));
    } else {
      if (batch.length === 1) blamed.push(...waiting.splice(0, 1));
      search = afterFailure(batch.length);
    }
  }
  return { through, blamed, attempts };
}

test('whichever frames are bad, exactly those are blamed, and all others go through in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 250 }),
      fc.uniqueArray(fc.nat(249)),
      fc.integer({ min: 1, max: 120 }),
      (frames, numbers, most) => {
        const bad = new Set(numbers.filter((number) => number < frames));
        const { through, blamed } = workThrough(frames, bad, most);
        expect(new Set(blamed)).toEqual(bad);
        expect(through).toEqual(Array.from({ length: frames }, (_, place) => place).filter((place) => !bad.has(place)));
      },
    ),
  );
});

test('one bad frame of a batch is found in some ten attempts, wherever it stands', () => {
  const most = Math.max(...Array.from({ length: batchSize }, (_, place) => workThrough(batchSize, new Set([place])).attempts));
  expect(most).toBeLessThanOrEqual(14);
});

test('where every frame is bad, each costs little more than itself', () => {
  expect(workThrough(500, new Set(Array.from({ length: 500 }, (_, place) => place))).attempts).toBeLessThan(520);
});

test('what is well goes in whole batches', () => {
  expect(workThrough(1_000, new Set())).toMatchObject({ attempts: 10, blamed: [] });
});
