import { expect, test } from 'vitest';
import { type Change, withoutRefused } from './message-undo.rules.ts';

/** A price that was raised three times. */
const raised: Array<Change<string>> = [
  { id: 1, before: 'custa 10' },
  { id: 2, before: 'custa 11' },
  { id: 3, before: 'custa 12' },
];

test.each([
  ['the only ones that arrived stay as they are', [], { moved: [] }],
  ['the latest was refused: the wording before it stands again', [3], { moved: [], restored: { before: 'custa 12' } }],
  ['an earlier one was refused: the next took the place of what stood before both', [1], { moved: [{ id: 2, before: 'custa 10' }] }],
  ['the last two were refused', [2, 3], { moved: [], restored: { before: 'custa 11' } }],
  ['the first and the last were refused', [1, 3], { moved: [{ id: 2, before: 'custa 10' }], restored: { before: 'custa 12' } }],
  ['all were refused: as it was said at first', [1, 2, 3], { moved: [], restored: { before: 'custa 10' } }],
])('%s', (_, refused, left) => {
  expect(withoutRefused(raised, new Set(refused))).toEqual(left);
});

test('nothing may have stood before', () => {
  expect(withoutRefused([{ id: 7, before: null }], new Set([7]))).toEqual({ moved: [], restored: { before: null } });
});
