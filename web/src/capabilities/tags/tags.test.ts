import { describe, expect, test } from 'vitest';
import { changedTags, tagState } from './tag-changes.ts';
import { tagOptions } from './tag-options.ts';

const chip = (id: number) => ({ id, name: `tag ${id}`, color: '#112233', kanban: 0 as const });

describe('tags of many tickets', () => {
  const [none, one, both] = [{ tags: [] }, { tags: [chip(1)] }, { tags: [chip(1), chip(2)] }];
  test('are on all, some or none of them', () => {
    expect([tagState([one, both], 1), tagState([one, both], 2), tagState([none, one], 3)]).toEqual(['all', 'some', 'none']);
  });

  test('change where they were touched, and nowhere else', () => {
    const changes = new Map([
      [1, { tag: chip(1), on: false }],
      [3, { tag: chip(3), on: true }],
    ]);
    expect(changedTags(both.tags, changes).map(({ id }) => id)).toEqual([2, 3]);
    const untouched = [chip(9)];
    expect(changedTags(untouched, new Map())).toBe(untouched);
    expect(changedTags(one.tags, new Map([[1, { tag: chip(1), on: true }]]))).toBe(one.tags);
  });
});

test('a tag is offered to be made unless one has that very name, or the name would not do', () => {
  const tags = [{ id: 1, name: 'Urgente', color: '#000000', kanban: 0 as const }];
  expect(tagOptions(tags, 'urg').map(({ kind }) => kind)).toEqual(['known', 'new']);
  expect(tagOptions(tags, 'URGENTE').map(({ kind }) => kind)).toEqual(['known']);
  expect(tagOptions(tags, 'xy')).toEqual([]);
  expect(tagOptions(tags, 'xyz').map(({ kind }) => kind)).toEqual(['new']);
  expect(tagOptions(tags, 'x'.repeat(51))).toEqual([]);
});
