import { describe, expect, test } from 'vitest';
import { addPage, applyChange, type Change, emptyList, type LongList, missingPages, pageSize, pagesAmong } from './long-list.ts';

type Row = { id: number; name: string };
const row = (id: number, name = String(id).padStart(4, '0')): Row => ({ id, name });
const byName = (a: Row, b: Row) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
const page = (from: number, count: number, length = pageSize) => ({
  items: Array.from({ length }, (_, at) => row(from + at)),
  count,
  hasMore: from + length < count,
});
const ids = ({ slots }: LongList<Row>) => slots.map((each) => each?.id);
const put = (each: Row, over: Partial<Extract<Change<Row>, { kind: 'put' }>> = {}): Change<Row> => ({
  kind: 'put',
  row: each,
  isNew: false,
  belongs: true,
  ...over,
});
/** Rows 0 to 19 and 40 to 59 of sixty; the twenty between are not loaded. */
const withHole = addPage(addPage(emptyList<Row>(), 1, page(0, 60)), 3, page(40, 60));

describe('a long list', () => {
  test('has a slot for every row of the server, and knows which pages are missing', () => {
    expect(withHole.slots.length).toBe(60);
    expect(missingPages(withHole, 0, 59)).toEqual([2]);
    expect(missingPages(withHole, 0, 19)).toEqual([]);
    expect(missingPages(withHole, 35, 500)).toEqual([2]);
    expect(pagesAmong(15, 45)).toEqual([1, 2, 3]);
  });

  test('a page that was fetched later is the latest word on its rows and on the length', () => {
    const moved = addPage(withHole, 2, { items: [row(5, '0025'), ...page(21, 59, 19).items], count: 59, hasMore: true });
    expect(moved.slots.length).toBe(59);
    expect(moved.slots[5]).toBeUndefined();
    expect(moved.slots[20]?.id).toBe(5);
  });

  test('goes on beyond what the server cares to count', () => {
    const list = addPage(emptyList<Row>(), 2, { ...page(20, 40), hasMore: true });
    expect(list.slots.length).toBe(41);
  });

  test('a new row stands where the server would put it', () => {
    const list = addPage(emptyList<Row>(), 1, page(0, 3, 3));
    expect(ids(applyChange(list, put(row(9, '0001b'), { isNew: true }), byName))).toEqual([0, 1, 9, 2]);
    expect(ids(applyChange(list, put(row(9, 'zz'), { isNew: true }), byName))).toEqual([0, 1, 2, 9]);
    expect(ids(applyChange(list, put(row(9, ''), { isNew: true }), byName))).toEqual([9, 0, 1, 2]);
    expect(ids(applyChange(list, put(row(9), { isNew: true, belongs: false }), byName))).toEqual([0, 1, 2]);
  });

  test('a new row beside a part not loaded moves the rest on and asks for a look', () => {
    const list = applyChange(withHole, put(row(99, '0030'), { isNew: true }), byName);
    expect(list.slots.length).toBe(61);
    expect(list.slots[41]?.id).toBe(40);
    expect(list.inDoubt).toBe(true);
  });

  test('a change stays in place, a new name moves the row, and what no longer belongs goes', () => {
    const list = addPage(emptyList<Row>(), 1, page(0, 3, 3));
    const same = applyChange(list, put({ ...row(1) }), byName);
    expect(ids(same)).toEqual([0, 1, 2]);
    expect(same.slots[1]).not.toBe(list.slots[1]);
    expect(ids(applyChange(list, put(row(0, '0009')), byName))).toEqual([1, 2, 0]);
    expect(ids(applyChange(list, put(row(1), { belongs: false }), byName))).toEqual([0, 2]);
  });

  test('saying it twice changes nothing', () => {
    const list = addPage(emptyList<Row>(), 1, page(0, 3, 3));
    const once = applyChange(list, put(row(9), { isNew: true }), byName);
    expect(ids(applyChange(once, put(row(9), { isNew: true }), byName))).toEqual(ids(once));
    const gone = applyChange(list, { kind: 'drop', id: 1 }, byName);
    expect(ids(applyChange(gone, { kind: 'drop', id: 1 }, byName))).toEqual([0, 2]);
    expect(applyChange(gone, { kind: 'drop', id: 1 }, byName).inDoubt).toBe(false);
  });

  test('what happens to a row that is not loaded is asked of the server', () => {
    expect(applyChange(withHole, { kind: 'drop', id: 30 }, byName).inDoubt).toBe(true);
    expect(applyChange(withHole, put(row(30)), byName).inDoubt).toBe(true);
    expect(applyChange(withHole, { kind: 'drop', id: 41 }, byName)).toMatchObject({ inDoubt: false });
  });
});
