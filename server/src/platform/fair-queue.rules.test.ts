import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** A queue whose work ends when the test says so, and the order in which it began. */
function openQueue(limits = { atOnce: 1, maxWaiting: 200, maxOfGroup: 110 }) {
  const queue = new FairQueue(limits);
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const ask = (group: string, member = 'x', name = `${group}${member}`) =>
    queue
      .run({ group, member }, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.push(end));
      })
      .then(
        () => 'done',
        (error: Error) => error.message,
      );
  const endAll = async () => {
    for (let rounds = 0; rounds < 1_000; rounds += 1) {
      ends.shift()?.();
      await Promise.resolve();
      await new Promise(setImmediate);
      if (ends.length === 0) return;
    }
  };
  return { begun, ask, endAll };
}

test('three hundred of one company wait; the next turn is another company’s all the same', async () => {
  const { begun, ask, endAll } = openQueue();
  const ours = Array.from({ length: 300 }, () => ask('a'));
  const theirs = ask('b');
  await endAll();
  expect(begun.indexOf('bx')).toBeLessThanOrEqual(2);
  expect(await theirs).toBe('done');
  // One works, 110 wait, the others are told to come back.
  const answers = await Promise.all(ours);
  expect(answers.filter((each) => each === 'done')).toHaveLength(111);
  expect(answers.filter((each) => each === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(189);
});

test('inside a company its people take turns', async () => {
  const { begun, ask, endAll } = openQueue();
  for (let n = 0; n < 50; n += 1) void ask('a', '1');
  void ask('a', '2');
  void ask('b', '1');
  await endAll();
  expect(begun.indexOf('b1')).toBeLessThanOrEqual(2);
  expect(begun.indexOf('a2')).toBeLessThanOrEqual(3);
  expect(begun).toHaveLength(52);
});

test('where floods of several sources have filled it, who comes alone still finds a place', async () => {
  const { begun, ask, endAll } = openQueue();
  const floods = ['a', 'b', 'c'].flatMap((group) => Array.from({ length: 110 }, () => ask(group)));
  const quiet = Array.from({ length: 5 }, (_, n) => ask(`quiet${n}`));
  await endAll();
  expect(await Promise.all(quiet)).toEqual(Array.from({ length: 5 }, () => 'done'));
  for (let n = 0; n < 5; n += 1) expect(begun.indexOf(`quiet${n}x`)).toBeLessThanOrEqual(9);
  expect((await Promise.all(floods)).filter((each) => each === 'done').length).toBeLessThanOrEqual(201);
});

test('no more at once than may be, and a fault hands its place on', async () => {
  const queue = new FairQueue({ atOnce: 2, maxWaiting: 10, maxOfGroup: 10 });
  let [running, most] = [0, 0];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    throw new Error('no');
  };
  const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => queue.run({ group: String(n), member: '' }, work)));
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  expect(most).toBe(2);
});
