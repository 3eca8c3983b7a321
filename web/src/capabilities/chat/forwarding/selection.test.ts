import type { Message } from '@prosa/contracts/messages';
import { expect, test } from 'vitest';
import { aMessage } from '../messages/messages.fixture.ts';
import { type Chosen, extended, isForwardable, toggled } from './selection.ts';

const messages = Array.from({ length: 30 }, (_, n) => aMessage({ id: n + 1, ...(n === 4 && { isDeleted: true }) }));
const at = (id: number): Message => messages[id - 1] ?? aMessage();
const ids = (chosen: Chosen) => [...chosen.keys()];

test('a second click takes it back', () => {
  const one = toggled(new Map(), at(1));
  expect(ids(toggled(one, at(2)))).toEqual([1, 2]);
  expect(ids(toggled(one, at(1)))).toEqual([]);
});

test('a range goes both ways, over what can not be forwarded, and ends at the most that is allowed', () => {
  const three = toggled(new Map(), at(3));
  expect(ids(extended(three, messages, 3, at(7)))).toEqual([3, 4, 6, 7]);
  expect(ids(extended(three, messages, 3, at(1)))).toEqual([3, 2, 1]);
  expect(ids(extended(three, messages, 3, at(30)))).toHaveLength(20);
  expect(ids(extended(new Map(), messages, undefined, at(9)))).toEqual([9]);
});

test.each<[string, Partial<Message>, boolean]>([
  ['a text', {}, true],
  ['a photo without words', { mediaType: 'image', body: '', mediaUrl: '/public/a.png' }, true],
  ['a place', { mediaType: 'locationMessage', body: '' }, true],
  ['what was deleted', { isDeleted: true }, false],
  ['a call', { mediaType: 'call_log' }, false],
  ['a file that is not here yet', { mediaType: 'image', data: { file: 'waiting' } }, false],
  ['what could not be read yet', { data: { unreadable: true } }, false],
])('%s: %o', (_what, over, expected) => {
  expect(isForwardable(aMessage(over))).toBe(expected);
});
