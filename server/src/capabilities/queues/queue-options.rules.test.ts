import { maxOptionDepth, maxOptionsBeside, maxOptionsOfQueue } from '@prosa/contracts/queue-options';
import { expect, test } from 'vitest';
import { type OptionRow, placeInOrder, placeMoved, placeNew, placeWithout, treeOf, withPlaces } from './queue-options.rules.ts';

const row = (id: number, parentId: number | null, option: number): OptionRow => ({
  ...{ id, parentId, option, title: `Opção ${id}`, message: '', type: 'text', queueId: 1 },
});
/** 1 (11 (111), 12), 2, 3 */
const rows = [row(1, null, 1), row(11, 1, 1), row(111, 11, 1), row(12, 1, 2), row(2, null, 2), row(3, null, 3)];

/** The tree in short, as `1(11(111) 12) 2 3`; numbers with gaps would show. */
function drawn(all: readonly OptionRow[]): string {
  const draw = (tree: ReturnType<typeof treeOf>): string =>
    tree
      .map(({ id, option, children }, index) => {
        const below = children.length === 0 ? '' : `(${draw(children)})`;
        return `${option === index + 1 ? '' : `!${option}:`}${id}${below}`;
      })
      .join(' ');
  return draw(treeOf(all));
}

test.each([
  ['to the end', 1, { option: 9 }, '2 3 1(11(111) 12)'],
  ['to the front', 3, { option: 1 }, '3 1(11(111) 12) 2'],
  ['below another', 2, { parentId: 12 }, '1(11(111) 12(2)) 3'],
  ['below another, first', 3, { parentId: 1, option: 1 }, '1(3 11(111) 12) 2'],
  ['to the top', 11, { parentId: null, option: 2 }, '1(12) 11(111) 2 3'],
  ['nowhere', 2, {}, '1(11(111) 12) 2 3'],
])('an option moves %s', (_name, id, { parentId, option }: { parentId?: number | null; option?: number }, expected) => {
  const place = placeMoved(rows, id, { parentId, option });
  expect(place.fault).toBeUndefined();
  expect(drawn(withPlaces(rows, place.moved ?? []))).toBe(expected);
});

test.each([
  ['itself', 1],
  ['what is below it', 111],
])('an option can not be moved below %s', (_name, parentId) => {
  expect(placeMoved(rows, 1, { parentId, option: undefined })).toEqual({ fault: { path: 'parentId', message: 'belowItself' } });
});

test('an option that is not of the queue is missing, wherever it is named', () => {
  expect(placeNew(rows, { parentId: 99, option: undefined })).toEqual({ fault: 'missing' });
  expect(placeMoved(rows, 99, { parentId: null, option: undefined })).toEqual({ fault: 'missing' });
  expect(placeMoved(rows, 1, { parentId: 99, option: undefined })).toEqual({ fault: 'missing' });
  expect(placeInOrder(rows, null, [1, 99])).toEqual({ fault: 'missing' });
  expect(placeInOrder(rows, 99, [])).toEqual({ fault: 'missing' });
});

test('a new option makes room for itself, and is the last where nothing is said', () => {
  expect(placeNew(rows, { parentId: 1, option: undefined })).toEqual({ option: 3, moved: [] });
  expect(placeNew(rows, { parentId: null, option: 2 })).toEqual({
    option: 2,
    moved: [
      { id: 2, parentId: null, option: 3 },
      { id: 3, parentId: null, option: 4 },
    ],
  });
});

test('an order names the options of one place, each once; those it does not know of come last', () => {
  expect(drawn(withPlaces(rows, placeInOrder(rows, null, [3, 1]).moved ?? []))).toBe('3 1(11(111) 12) 2');
  const wrong = { fault: { path: 'ids', message: 'invalidList' } };
  expect(placeInOrder(rows, null, [3, 3, 1, 2])).toEqual(wrong);
  expect(placeInOrder(rows, null, [3, 1, 11])).toEqual(wrong);
});

test('what follows an option that goes closes up', () => {
  expect(placeWithout(rows, 1)).toEqual([
    { id: 2, parentId: null, option: 1 },
    { id: 3, parentId: null, option: 2 },
  ]);
});

test('a menu has its limits', () => {
  const chain = Array.from({ length: maxOptionDepth }, (_, level) => row(level + 1, level === 0 ? null : level, 1));
  const tooDeep = { fault: { path: 'parentId', message: 'tooDeep' } };
  expect(placeNew(chain, { parentId: maxOptionDepth - 1, option: undefined }).fault).toBeUndefined();
  expect(placeNew(chain, { parentId: maxOptionDepth, option: undefined })).toEqual(tooDeep);
  expect(placeMoved([...chain, row(90, null, 2), row(91, 90, 1)], 90, { parentId: maxOptionDepth - 1, option: undefined })).toEqual(
    tooDeep,
  );
  const many = { fault: { path: 'parentId', message: 'tooManyOptions' } };
  const beside = Array.from({ length: maxOptionsBeside }, (_, index) => row(index + 1, null, index + 1));
  expect(placeNew(beside, { parentId: null, option: 1 })).toEqual(many);
  expect(placeMoved([...beside, row(90, 1, 1)], 90, { parentId: null, option: 1 })).toEqual(many);
  const full = Array.from({ length: maxOptionsOfQueue }, (_, index) => row(index + 1, index < 10 ? null : 1 + (index % 10), 1));
  expect(placeNew(full, { parentId: null, option: 1 })).toEqual({ fault: { path: 'queueId', message: 'tooManyOptions' } });
});
