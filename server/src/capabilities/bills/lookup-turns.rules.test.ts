import { expect, test } from 'vitest';
import { openLookupTurns } from './lookup-turns.rules.ts';

const places = { each: 2, quick: 4, slow: 3, inAll: 12 };
const begun = (turns: ReturnType<typeof openLookupTurns>, ...companies: number[]) => {
  for (const companyId of companies) turns.offer(companyId);
  const began: number[] = [];
  for (let next = turns.next(); next !== undefined; next = turns.next()) began.push(next);
  return began;
};

test('a company has two at once, however much it asks', () => {
  const turns = openLookupTurns(places);
  expect([begun(turns, 1), begun(turns, 1), begun(turns, 1)]).toEqual([[1], [1], []]);
  turns.over(1, false);
  expect(begun(turns)).toEqual([1]);
});

test('quick ones have their places; who waits begins when one has ended', () => {
  const turns = openLookupTurns(places);
  expect(begun(turns, 1, 2, 3, 4, 5)).toEqual([1, 2, 3, 4]);
  turns.over(2, false);
  expect(begun(turns)).toEqual([5]);
});

test('one that takes long leaves its place; slow companies share a few, and the others never wait for them', () => {
  const turns = openLookupTurns(places);
  expect(begun(turns, 1, 2, 3, 4)).toEqual([1, 2, 3, 4]);
  for (const companyId of [1, 2, 3, 4]) turns.slow(companyId);
  // Those four are over the bound of slow ones already: they wait, and everybody else has all the places.
  expect(begun(turns, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual([5, 6, 7, 8]);
  for (const companyId of [1, 2]) turns.over(companyId, true);
  expect(begun(turns)).toEqual([1]);
});

test('a company whose next one is quick again is like any other', () => {
  const turns = openLookupTurns({ ...places, slow: 1 });
  begun(turns, 1, 2);
  for (const companyId of [1, 2]) turns.slow(companyId);
  for (const companyId of [1, 2]) turns.over(companyId, true);
  expect(begun(turns, 1, 2)).toEqual([1]);
  turns.over(1, false);
  expect(begun(turns, 1)).toEqual([2, 1]);
});

test('all together there are no more than so many', () => {
  const turns = openLookupTurns({ ...places, inAll: 5 });
  for (const companyId of [1, 2, 3, 4]) {
    expect(begun(turns, companyId)).toEqual([companyId]);
    turns.slow(companyId);
  }
  expect(begun(turns, 5, 6)).toEqual([5]);
});
