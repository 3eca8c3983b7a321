import { expect, test } from 'vitest';
import { withJobSignal } from '../../platform/jobs/job-signal.ts';
import { MediaInterrupted, MediaSlots } from './media-slots.ts';

/** Work that ends when it is told to, by name. */
function desk(slots: MediaSlots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (companyId: number, name: string, turn = {}) =>
    slots.run(
      companyId,
      () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        }),
      turn,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

test('no more works run than there are places, and one company never holds all of them', async () => {
  const { begun, ask, end } = desk(new MediaSlots({ size: 2, maxPerCompany: 1, reserve: 0 }));
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(3, 'c1')];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'b1']);
  // The first company has waited longer, but its turn comes after those who had none.
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  for (const name of ['b1', 'c1', 'a3']) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
});

test('two companies with endless work do not keep a third one waiting', async () => {
  const { begun, ask, end } = desk(new MediaSlots({ size: 2, maxPerCompany: 1, reserve: 0 }));
  for (let n = 0; n < 50; n += 1) void Promise.all([ask(1, `a${n}`), ask(2, `b${n}`)]);
  void ask(3, 'c');
  await new Promise(setImmediate);
  await end('a0');
  await end('b0');
  await end('a1');
  expect(begun.slice(0, 5)).toContain('c');
});

test('who waits in front of the screen finds a place even when all are taken, and gives up in time', async () => {
  const { begun, ask, end } = desk(new MediaSlots({ size: 1, maxPerCompany: 1, reserve: 1 }));
  const [film, note] = [ask(1, 'film'), ask(1, 'note', { urgent: true })];
  await new Promise(setImmediate);
  expect(begun).toEqual(['film', 'note']);
  await expect(ask(1, 'second note', { urgent: true, waitSeconds: 0.01 })).rejects.toThrow('in time');
  await end('film');
  await end('note');
  await Promise.all([film, note]);
  expect(begun).toEqual(['film', 'note']);
});

test('a job that is given up waits no longer, and a work that fails gives its place back', async () => {
  const slots = new MediaSlots({ size: 1, maxPerCompany: 1, reserve: 0 });
  const { ask, end } = desk(slots);
  const running = ask(1, 'runs');
  const job = new AbortController();
  const waiting = withJobSignal(job.signal, () => ask(2, 'waits'));
  job.abort();
  await expect(waiting).rejects.toBeInstanceOf(MediaInterrupted);
  await end('runs');
  await running;
  await expect(slots.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.run(1, async () => 'again')).toBe('again');
});
