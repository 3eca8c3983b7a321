import type { SavedFilter } from '@prosa/contracts/saved-filters';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFilter, isEmpty, narrowed } from './applied-filter.ts';
import { aSavedFilter } from './saved-filters.fixture.ts';
import { type SavedFilterEvent, withEvent } from './saved-filters.patch.ts';

describe('the list of saved filters', () => {
  /** As the server sorts. */
  const fresh = (all: Map<number, SavedFilter>) =>
    [...all.values()].sort((a, b) => Number(a.shared) - Number(b.shared) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));

  test('equals a fresh one after any sequence of events, heard once or twice', () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      name: fc.constantFrom('alfa', 'beta', 'gama'),
      shared: fc.boolean(),
      isGone: fc.boolean(),
      isTwice: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const server = new Map<number, SavedFilter>();
        let list: readonly SavedFilter[] = [];
        for (const { id, name, shared, isGone, isTwice } of changes) {
          const filter = aSavedFilter({ id, name, shared });
          const event: SavedFilterEvent = isGone ? { action: 'delete', id } : { action: server.has(id) ? 'update' : 'create', filter };
          if (isGone) server.delete(id);
          else server.set(id, filter);
          list = withEvent(list, event);
          if (isTwice) list = withEvent(list, event);
        }
        expect(list).toEqual(fresh(server));
      }),
    );
  });
});

describe('a filter that is applied', () => {
  const known = { queues: [20, 10], tags: [5, 6], users: [3, 4] };
  const filter = aSavedFilter({ id: 9, queueIds: [10], tags: [5], users: [4], searchParam: 'boleto' });

  test('narrows a list to all that it names', () => {
    const applied = applyFilter(filter, known);
    expect(applied).toEqual({ id: 9, queueIds: [10], isNarrowed: true, tags: [5], users: [4], words: 'boleto', missing: [] });
    expect(narrowed({ status: 'open', showAll: true, queueIds: [10, 20] }, applied)).toEqual({
      ...{ status: 'open', showAll: true },
      ...{ queueIds: [10], tags: [5], users: [4] },
    });
  });

  test('without queues it shows all of one’s own; without tags and people it asks for none', () => {
    const applied = applyFilter(aSavedFilter({ tags: [] }), known);
    expect(narrowed({ status: 'open', showAll: false, queueIds: [10] }, applied)).toEqual({
      ...{ status: 'open', showAll: false, queueIds: [10, 20] },
    });
    const list = { status: 'open', showAll: false, queueIds: [10] } as const;
    expect(narrowed(list, undefined)).toBe(list);
  });

  test.each([
    ['a queue that is gone or not theirs', { queueIds: [10, 99] }, { queueIds: [10], missing: ['queues'] }],
    ['all of its queues', { queueIds: [99] }, { queueIds: [10, 20], isNarrowed: false, missing: ['queues'] }],
    ['a tag', { tags: [5, 99] }, { tags: [5], missing: ['tags'] }],
    ['a person', { users: [99] }, { users: [], missing: ['users'] }],
  ])('that names %s applies the rest, and knows what is missing', (_, over, applied) =>
    expect(applyFilter({ ...filter, ...over }, known)).toMatchObject(applied),
  );

  test('as long as it is not known what there is, nothing counts as missing', () =>
    expect(applyFilter(filter, { ...known, tags: undefined, users: undefined })).toMatchObject({ tags: [5], users: [4], missing: [] }));
});

test('there is something to save once something is narrowed', () => {
  expect(isEmpty(aSavedFilter())).toBe(true);
  for (const over of [{ queueIds: [1] }, { tags: [1] }, { users: [1] }, { searchParam: 'x' }])
    expect(isEmpty(aSavedFilter(over)), JSON.stringify(over)).toBe(false);
});
