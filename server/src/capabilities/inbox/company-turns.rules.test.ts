import { expect, test } from 'vitest';
import { openTurns, type Turns } from './company-turns.rules.ts';

const begin = (turns: Turns) => {
  const begun: number[] = [];
  for (let companyId = turns.next(); companyId !== undefined; companyId = turns.next()) begun.push(companyId);
  return begun;
};
const eight = [1, 2, 3, 4, 5, 6, 7, 8];
const open = () => openTurns({ places: 4, inAll: 12 });

test('companies take turns, each one at a time, as many at once as there are places', () => {
  const turns = open();
  for (const companyId of [1, 1, 2, 3, 4, 5, 1]) turns.offer(companyId);
  expect(begin(turns)).toEqual([1, 2, 3, 4]);
  turns.offer(1);
  turns.over(1, true);
  expect(begin(turns)).toEqual([5]);
  turns.over(2, true);
  expect(begin(turns)).toEqual([1]);
});

test('eight companies whose frames fail or take long have one place among them; a ninth has its turn at once', () => {
  const turns = open();
  for (const companyId of eight) {
    turns.offer(companyId);
    expect(turns.next()).toBe(companyId);
    turns.over(companyId, false);
  }
  for (const companyId of eight) turns.offer(companyId);
  expect(begin(turns)).toEqual([1]);
  for (const companyId of [9, 10, 11, 12]) turns.offer(companyId);
  expect(begin(turns)).toEqual([9, 10, 11]);
  turns.over(1, false);
  turns.offer(1);
  expect(begin(turns)).toEqual([2]);
});

test('a company that is well again leaves the place of those that are not', () => {
  const turns = open();
  turns.offer(1);
  turns.next();
  turns.over(1, false);
  turns.offer(1);
  turns.next();
  turns.over(1, true);
  for (const companyId of [1, 2, 3, 4]) turns.offer(companyId);
  expect(begin(turns)).toEqual([1, 2, 3, 4]);
});

test('turns that have become long hold nobody up, also the first time', () => {
  const turns = open();
  for (const companyId of [...eight, 9]) turns.offer(companyId);
  expect(begin(turns)).toEqual([1, 2, 3, 4]);
  for (const companyId of [1, 2, 3, 4]) turns.overdue(companyId);
  expect(begin(turns)).toEqual([5, 6, 7]);
  for (const companyId of [5, 6, 7]) turns.overdue(companyId);
  expect(begin(turns)).toEqual([8, 9]);
});

test('and are not without number', () => {
  const turns = open();
  for (let companyId = 1; companyId <= 30; companyId += 1) turns.offer(companyId);
  const running: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    running.push(...begin(turns));
    for (const companyId of running) turns.overdue(companyId);
  }
  expect(running).toHaveLength(12);
});
