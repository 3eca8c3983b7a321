import { describe, expect, test } from 'vitest';
import { frozenRows } from './frozen-rows.ts';

const items = (...ids: number[]) => ids.map((id) => ({ id }));
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('rows under the pointer', () => {
  test('are in their true order when nothing holds them', () => {
    expect(frozenRows(items(3, 1, 2), undefined)).toEqual({ rows: items(3, 1, 2), waiting: 0 });
  });

  test('keep their order while held, and what rises or is new waits above', () => {
    const risen = frozenRows(items(3, 1, 2), [1, 2, 3]);
    expect([ids(risen.rows), risen.waiting]).toEqual([[1, 2, 3], 1]);
    const fresh = frozenRows(items(9, 1, 2, 3), [1, 2, 3]);
    expect([ids(fresh.rows), fresh.waiting]).toEqual([[1, 2, 3], 1]);
  });

  test('let go what is gone, and take in what is loaded below', () => {
    const gone = frozenRows(items(1, 3), [1, 2, 3]);
    expect([ids(gone.rows), gone.waiting]).toEqual([[1, 3], 0]);
    const more = frozenRows(items(1, 2, 3, 4, 5), [1, 2, 3]);
    expect([ids(more.rows), more.waiting]).toEqual([[1, 2, 3, 4, 5], 0]);
  });
});
