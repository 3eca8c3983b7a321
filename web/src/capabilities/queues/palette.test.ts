import { expect, test } from 'vitest';
import { columns, freeColor, palette } from './palette.ts';

test('«The queue palette has 50 preset colors», ten beside each other and no two alike', () => {
  expect(palette).toHaveLength(50);
  expect(new Set(palette.map(({ color }) => color)).size).toBe(50);
  expect(columns).toBe(10);
});

test('a new queue begins with a colour that is free', () => {
  const first = freeColor([]);
  const second = freeColor([first.toLowerCase()]);
  expect(second).not.toBe(first);
  expect(freeColor(palette.map(({ color }) => color))).toBe('');
});
