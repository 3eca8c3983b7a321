import { describe, expect, test } from 'vitest';
import { moved, putBack, type Task, tasksIn, withDone, withTask, withText } from './task-list.ts';

const now = '2026-11-16T12:00:00.000Z';
const later = '2026-11-16T13:00:00.000Z';
const list = (...ids: string[]): Task[] => ids.map((id) => ({ id, text: id, createdAt: now, updatedAt: now, done: false }));
const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id).join('');

// "add, edit-and-save, delete; each item has text, createdAt, updatedAt; blank text is ignored"
test('a task has its text and its times; blank text is ignored, and on editing keeps the old one', () => {
  const [task] = withTask([], ' Ligar ', 'a', now);
  expect(task).toEqual({ id: 'a', text: 'Ligar', createdAt: now, updatedAt: now, done: false });
  expect(withTask([], '  \n', 'a', now)).toEqual([]);
  expect(withText(list('a'), 'a', 'Outra', later)).toMatchObject([{ text: 'Outra', createdAt: now, updatedAt: later }]);
  for (const same of ['  ', 'a', ' a ']) expect(withText(list('a'), 'a', same, later)).toEqual(list('a'));
  expect(withDone(list('a', 'b'), 'b', true).map(({ done }) => done)).toEqual([false, true]);
});

describe('moving', () => {
  test.each([
    ['a', 1, 'bac'],
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', -5, 'bac'],
    ['b', 9, 'acb'],
    ['b', 1, 'abc'],
    ['x', 0, 'abc'],
  ])('%s to %i is %s', (id, to, order) => expect(ids(moved(list('a', 'b', 'c'), id, to))).toBe(order));
});

test('what was deleted comes back where it was, once', () => {
  const [task] = list('b');
  if (!task) throw new Error('no task');
  expect(ids(putBack(list('a', 'c'), task, 1))).toBe('abc');
  expect(ids(putBack(list('a', 'b', 'c'), task, 0))).toBe('abc');
});

test('what is stored and can not be read is left out, and takes nothing with it', () => {
  expect(tasksIn(undefined)).toEqual([]);
  expect(tasksIn('{"broken')).toEqual([]);
  expect(tasksIn('{"no": "list"}')).toEqual([]);
  expect(ids(tasksIn(JSON.stringify([...list('a'), { text: 1 }, null, ...list('b')])))).toBe('ab');
  expect(tasksIn(JSON.stringify([{ id: 'a', text: 'a', createdAt: now, updatedAt: now }]))).toEqual(list('a'));
});
