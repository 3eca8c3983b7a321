import { expect, test } from 'vitest';
import { pickColor, tagColors, withOneLane } from './tags.rules.ts';

test('there are fifty presets, all different', () => {
  expect(new Set(tagColors).size).toBe(50);
});

test('a tag without a colour gets one that no other has, as long as there are any', () => {
  const used: string[] = [];
  for (let n = 0; n < 50; n += 1) used.push(pickColor(used));
  expect(new Set(used)).toEqual(new Set(tagColors));
  expect(tagColors).toContain(pickColor(used));
});

test('a used colour counts however it is written', () => {
  const [first = '', second = ''] = tagColors;
  expect(pickColor([first.toLowerCase()])).toBe(second);
});

test.each([
  ['plain tags are all kept', [1, 2], [], [1], [1, 2]],
  ['a lane is kept beside plain tags', [1, 20], [20], [], [1, 20]],
  ['a lane that is added replaces the one it was in', [20, 21, 1], [20, 21], [20], [21, 1]],
  ['whatever the order they are named in', [21, 20, 1], [20, 21], [20], [21, 1]],
  ['of two added lanes the last counts', [20, 21], [20, 21], [], [21]],
] as const)('%s', (_, wanted, lanes, worn, left) => {
  expect(withOneLane(wanted, new Set<number>(lanes), new Set<number>(worn))).toEqual(left);
});
