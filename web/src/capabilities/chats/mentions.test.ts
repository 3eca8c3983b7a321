import { expect, test } from 'vitest';
import { mentionsIn, mentionTyped, readStretches, suggested } from './mentions.ts';

const people = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana Clara' },
  { id: 3, name: 'João (TI)' },
];

test('a mention is an @ and a whole name, the longest that fits; a protocol number is a # and digits', () => {
  expect(readStretches('@Ana Clara, veja #20261116 com @Ana', people)).toEqual([
    { text: '@Ana Clara', member: people[1] },
    { text: ', veja ' },
    { text: '#20261116', code: '20261116' },
    { text: ' com ' },
    { text: '@Ana', member: people[0] },
  ]);
  expect(mentionsIn('oi @João (TI) e @Ana, @Ana', people)).toEqual([3, 1]);
  expect(readStretches('ana@Ana #12 a#20261116 @Anabela', people)).toEqual([{ text: 'ana@Ana #12 a#20261116 @Anabela' }]);
  expect(readStretches('#20261116', [])).toEqual([{ text: '#20261116', code: '20261116' }]);
});

test('an @ before the caret offers members by the beginning of any word of their name, whatever the accents', () => {
  expect([mentionTyped('oi @jo', 6), mentionTyped('oi @', 4), mentionTyped('a@b', 3), mentionTyped('oi @jo', 3)]).toEqual([
    'jo',
    '',
    undefined,
    undefined,
  ]);
  expect(suggested(people, 'joao').map(({ id }) => id)).toEqual([3]);
  expect(suggested(people, 'cla').map(({ id }) => id)).toEqual([2]);
  expect(suggested(people, '').map(({ id }) => id)).toEqual([1, 2, 3]);
});
