import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../errors.ts';
import { FairScheduler, type Release, type Work } from './fair-scheduler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Turns at 20 places on a machine that works on 3 things at once; `order` is who got a place, in order. */
function openTurns(places = 20) {
  const turns = new FairScheduler(places, 3, Date.now);
  const order: string[] = [];
  const works: Work[] = [];
  const held: Array<{ name: string; release: Release }> = [];
  const refused: unknown[] = [];
  const ask = (company: string, person = '1', work: Work = 'call') => {
    const name = `${company}${person}`;
    turns.take({ company, person, work }).then(
      (release) => {
        order.push(name);
        works.push(work);
        held.push({ name, release });
      },
      (error: unknown) => void refused.push(error),
    );
  };
  const many = (count: number, company: string, person?: string, work?: Work) => {
    for (let n = 0; n < count; n += 1) ask(company, person, work);
  };
  /** Lets everything happen that can; then the place held longest is given back, so many times. */
  const settle = async (releases = 0) => {
    await vi.advanceTimersByTimeAsync(0);
    for (let n = 0; n < releases; n += 1) {
      held.shift()?.release();
      await vi.advanceTimersByTimeAsync(0);
    }
  };
  const holding = (name: string) => held.filter((each) => each.name.startsWith(name)).length;
  return { turns, ask, many, settle, order, works, held, refused, holding };
}

test('who is alone on an idle server has most places, and some are left for others', async () => {
  const { many, ask, settle, holding } = openTurns();
  many(100, 'a');
  await settle();
  expect(holding('a')).toBeGreaterThanOrEqual(10);
  expect(holding('a')).toBeLessThanOrEqual(16);
  ask('a', '2');
  many(4, 'b', '1');
  await settle();
  expect(holding('a2')).toBe(1);
  expect(holding('b')).toBeGreaterThanOrEqual(2);
});

test('six hundred searches of one company: another’s first call comes before any more of them, and they keep to a few places', async () => {
  const { many, ask, settle, order, holding, refused } = openTurns();
  many(600, 'a', '1', 'search');
  await settle();
  expect(holding('a')).toBeLessThanOrEqual(5);
  ask('a', '1');
  ask('b');
  await settle();
  expect(order.slice(-2).toSorted()).toEqual(['a1', 'b1']);
  // Five hundred of one person may wait.
  expect(refused).toHaveLength(600 - 500 - 3);
  expect(refused[0]).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', extra: { retryAfter: expect.any(Number) } });
  many(20, 'b', '1', 'search');
  await settle(10);
  // By now they share what there is.
  expect(holding('b')).toBeGreaterThanOrEqual(holding('a') - 1);
});

test('all places taken by many companies: the next goes to who holds none, before any of those who wait with more', async () => {
  const { many, ask, settle, order, held } = openTurns();
  for (const company of 'abcdefghij') many(50, company);
  await settle(40);
  const before = order.length;
  ask('z');
  await settle();
  expect(held.length).toBeLessThanOrEqual(20);
  expect(order.length).toBe(before);
  await settle(1);
  expect(order.at(-1)).toBe('z1');
});

test('while others are about a company keeps to what the machine works on at once; when they are gone it may have more', async () => {
  const { many, ask, settle, holding, held } = openTurns();
  ask('b');
  await settle(1);
  many(100, 'a');
  await settle();
  expect(holding('a')).toBeLessThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(held.length).toBeGreaterThanOrEqual(10);
});

test('a company with a pile keeps to half of the machine beside others who have none, and shares all of it with one that has', async () => {
  const { many, ask, settle, holding } = openTurns();
  ask('b');
  await settle(1);
  many(200, 'a');
  await settle(20);
  expect(holding('a')).toBe(1);
  many(200, 'b');
  await settle(20);
  expect(holding('a')).toBeGreaterThan(1);
  expect(holding('b')).toBeGreaterThan(1);
});

test('a program’s pile beside others: after each work it rests for twice as long, while nobody else has to', async () => {
  const { many, ask, settle, holding } = openTurns();
  ask('b');
  await settle(1);
  many(50, 'a');
  await settle(2);
  await vi.advanceTimersByTimeAsync(10);
  await settle(1);
  expect(holding('a')).toBe(0);
  ask('b');
  await settle();
  expect(holding('b')).toBe(1);
  await vi.advanceTimersByTimeAsync(18);
  expect(holding('a')).toBe(0);
  await vi.advanceTimersByTimeAsync(2);
  expect(holding('a')).toBe(1);
});

test('a company that a program drives yields to others as long as it does and they are about', async () => {
  const { turns, many, ask, settle } = openTurns();
  many(30, 'a');
  await settle();
  expect(turns.yieldsToOthers('a')).toBe(false);
  ask('b');
  await settle();
  expect(turns.yieldsToOthers('a')).toBe(true);
  expect(turns.yieldsToOthers('b')).toBe(false);
  await settle(40);
  await vi.advanceTimersByTimeAsync(5_001);
  ask('b');
  await settle();
  expect(turns.yieldsToOthers('a')).toBe(false);
});

test('many people at once are no program, however many of their calls wait', async () => {
  const { many, ask, settle, holding } = openTurns();
  ask('b');
  await settle(1);
  for (let person = 0; person < 40; person += 1) many(6, 'a', String(person));
  await settle(2);
  await vi.advanceTimersByTimeAsync(10);
  await settle(1);
  expect(holding('a')).toBe(1);
});

test('what a screen asks for at once is no pile', async () => {
  const { many, ask, settle, holding } = openTurns();
  ask('b');
  await settle(1);
  many(8, 'a');
  await settle();
  expect(holding('a')).toBeGreaterThan(1);
});

test('one person does not take the places of colleagues', async () => {
  const { many, ask, settle, holding, order } = openTurns();
  many(100, 'a', '1');
  ask('a', '2');
  await settle();
  expect(order).toContain('a2');
  many(100, 'a', '2');
  many(100, 'a', '3');
  await settle(60);
  for (const person of ['a1', 'a2', 'a3']) expect(holding(person), person).toBeLessThanOrEqual(5);
  for (const person of ['a1', 'a2', 'a3']) expect(holding(person), person).toBeGreaterThanOrEqual(3);
});

test('the server’s own work never waits for people, nor they for it', async () => {
  const { many, ask, settle, order, holding } = openTurns();
  for (const company of 'abcdefghij') many(50, company);
  await settle();
  ask('a', 'server', 'system');
  await settle();
  expect(order.at(-1)).toBe('aserver');
  for (const company of 'klmnopqrst') many(50, company, 'server', 'system');
  await settle(60);
  for (const company of 'abcdefghij') expect(order.filter((each) => each === `${company}1`).length, company).toBeGreaterThan(1);
  expect('klmnopqrst'.split('').reduce((sum, company) => sum + holding(company), 0)).toBeLessThanOrEqual(14);
});

test('nobody waits for ever', async () => {
  const { many, settle, refused, held } = openTurns();
  many(30, 'a');
  await settle();
  const waiting = 30 - held.length;
  await vi.advanceTimersByTimeAsync(21_000);
  expect(refused).toHaveLength(waiting);
  expect(refused.every((each) => each instanceof Refusal && each.status === 503 && each.extra.retryAfter !== undefined)).toBe(true);
});

test('a place that is given back twice is one place', async () => {
  const turns = new FairScheduler(4, 3, Date.now);
  const asker = { company: 1, person: 1, work: 'system' as const };
  const release = await turns.take(asker);
  release();
  release();
  await turns.take(asker);
  let second = false;
  void turns.take(asker).then(() => {
    second = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(second).toBe(false);
});

test('a person’s calls do not wait for the pile of their own searches', async () => {
  const { many, ask, settle, works } = openTurns();
  many(100, 'a', '1', 'search');
  ask('b');
  await settle(1);
  const before = works.length;
  many(4, 'a', '1', 'call');
  await settle(12);
  expect(works.slice(before).filter((work) => work === 'call')).toHaveLength(4);
});
