import { expect, test } from 'vitest';
import { pickColor, tagColors } from './tags.rules.ts';

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
