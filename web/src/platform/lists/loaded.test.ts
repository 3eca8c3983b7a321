import { expect, test } from 'vitest';
import { addPage, joinPage, type Loaded, nextPageNumber, nothingLoaded, type Order } from './loaded.ts';

type Row = { id: number };
const order: Order<Row> = { compare: (a, b) => a.id - b.id, newer: (held) => held };
const page = (number: number) => ({
  items: Array.from({ length: 20 }, (_, n) => ({ id: (number - 1) * 20 + n })),
  count: 100,
  hasMore: true,
});
const pages = (...numbers: number[]) =>
  numbers.reduce<Loaded<Row>>((loaded, number) => addPage(loaded, page(number), order), nothingLoaded<Row>());

test('a page that comes after the list was loaded anew, and shorter, leaves no gap behind it: the one before it is asked for next', () => {
  const joined = joinPage(pages(1), 3, page(3), order);
  expect(joined.items).toHaveLength(20);
  expect(nextPageNumber(joined)).toBe(2);
});

test('it is joined where the list is as long as it was, or has lost a row or two meanwhile', () => {
  expect(joinPage(pages(1, 2), 3, page(3), order).items).toHaveLength(60);
  const shorter = { ...pages(1, 2), items: pages(1, 2).items.slice(2) };
  expect(joinPage(shorter, 3, page(3), order).items).toHaveLength(58);
  expect(joinPage(nothingLoaded<Row>(), 1, page(1), order).items).toHaveLength(20);
});
