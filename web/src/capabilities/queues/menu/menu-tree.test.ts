import { maxOptionDepth, maxOptionsBeside, type QueueOption } from '@prosa/contracts/queue-options';
import { expect, test } from 'vitest';
import { type Direction, draftsOf, moved, refusedPlace, rowsOf, stepFrom, withEditing, without } from './menu-tree.ts';

const option = (id: number, children: QueueOption[] = []): QueueOption => ({
  ...{ id, title: `Opção ${id}`, message: '', option: 1, type: 'text', queueId: 1, parentId: null, children },
});
/** 1 (11 (111), 12), 2, 3 */
const tree = [option(1, [option(11, [option(111)]), option(12)]), option(2), option(3)];
const drawn = (options: readonly QueueOption[]): string =>
  options.map(({ id, children }) => `${id}${children.length === 0 ? '' : `(${drawn(children)})`}`).join(' ');

test.each<[number, Direction, string | undefined]>([
  [1, 'down', '2 1(11(111) 12) 3'],
  [1, 'up', undefined],
  [3, 'up', '1(11(111) 12) 3 2'],
  [3, 'down', undefined],
  [2, 'in', '1(11(111) 12 2) 3'],
  [1, 'in', undefined],
  [12, 'in', '1(11(111 12)) 2 3'],
  [11, 'out', '1(12) 11(111) 2 3'],
  [2, 'out', undefined],
])('%i moved %s: %s', (id, direction, expected) => {
  const place = stepFrom(tree, id, direction);
  expect(place && drawn(moved(tree, id, place))).toBe(expected);
});

test('numbers follow the places', () => {
  expect(moved(tree, 3, { parentId: null, index: 0 }).map(({ id, option: number }) => [id, number])).toEqual([
    [3, 1],
    [1, 2],
    [2, 3],
  ]);
});

test('what is below an option goes with it', () => expect(drawn(without(tree, 1))).toBe('2 3'));

test('folded options hide what is below them', () => {
  expect(rowsOf(tree, new Set()).map(({ option: { id }, level }) => `${id}@${level}`)).toEqual([
    '1@1',
    '11@2',
    '111@3',
    '12@2',
    '2@1',
    '3@1',
  ]);
  expect(rowsOf(tree, new Set([1])).map(({ option: { id } }) => id)).toEqual([1, 2, 3]);
});

test('what the server would refuse is known before', () => {
  expect(refusedPlace(tree, { parentId: 111 }, 1)).toBe('belowItself');
  const deep = Array.from({ length: maxOptionDepth }).reduceRight<QueueOption[]>((below, _, level) => [option(level + 1, below)], []);
  expect(refusedPlace(deep, { parentId: maxOptionDepth })).toBe('tooDeep');
  expect(refusedPlace(deep, { parentId: maxOptionDepth - 1 })).toBeUndefined();
  const full = Array.from({ length: maxOptionsBeside }, (_, index) => option(index + 1));
  expect(refusedPlace(full, { parentId: null })).toBe('tooManyOptions');
  expect(refusedPlace(full, { parentId: null }, 1)).toBeUndefined();
});

test('what is typed is part of the menu that is tried out', () => {
  const typed = { title: 'Nova', message: 'Olá', type: 'text' as const };
  expect(draftsOf(withEditing(tree, { id: null, parentId: 2, ...typed }, 1))[1]?.children).toEqual([{ ...typed, children: [] }]);
  expect(draftsOf(withEditing(tree, { id: 2, parentId: null, ...typed }, 1))[1]).toEqual({ ...typed, children: [] });
});
