import { expect, test } from 'vitest';
import { PlanGroups } from './plan-groups.ts';

test('small companies share their plans, a large one has its own, and without statistics of the tables none is kept', () => {
  const groups = new PlanGroups();
  expect(groups.of(7)).toEqual({ group: undefined, isFresh: false });
  groups.note(7, [['499', 'false']]);
  expect(groups.of(7)).toEqual({ group: '', isFresh: true });
  groups.note(7, [['500', 'false']]);
  expect(groups.of(7)).toEqual({ group: undefined, isFresh: true });
  groups.note(7, [['500', 'true']]);
  expect(groups.of(7)).toEqual({ group: '-7', isFresh: true });
  groups.note(7, undefined);
  expect(groups.of(7).group).toBeUndefined();
});

test('of large companies, as many have plans as a connection can hold', () => {
  const groups = new PlanGroups();
  const kept = Array.from({ length: 30 }, (_, company) => groups.mayKeep(`-${company}`)).filter(Boolean);
  expect(kept).toHaveLength(20);
  expect([groups.mayKeep('-0'), groups.mayKeep('-29'), groups.mayKeep(''), groups.mayKeep(undefined)]).toEqual([true, false, true, false]);
});
