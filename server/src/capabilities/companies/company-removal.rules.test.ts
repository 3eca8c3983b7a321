import { expect, test } from 'vitest';
import { childrenFirst } from './company-removal.rules.ts';

test('what points at others is emptied before them; circles come last', () => {
  const tables = [
    { name: 'contacts', pointsAt: ['companies'] },
    { name: 'tickets', pointsAt: ['contacts', 'users'] },
    { name: 'messages', pointsAt: ['tickets', 'media'] },
    { name: 'users', pointsAt: [] },
    { name: 'media', pointsAt: [] },
    { name: 'hen', pointsAt: ['egg'] },
    { name: 'egg', pointsAt: ['hen'] },
  ];
  const order = childrenFirst(tables);
  expect([...order].sort()).toEqual(tables.map(({ name }) => name).sort());
  for (const [child, parent] of [
    ['messages', 'tickets'],
    ['messages', 'media'],
    ['tickets', 'contacts'],
    ['tickets', 'users'],
  ] as const)
    expect(order.indexOf(child)).toBeLessThan(order.indexOf(parent));
});
