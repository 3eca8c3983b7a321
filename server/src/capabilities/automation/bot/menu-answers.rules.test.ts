import { expect, test } from 'vitest';
import { asksForMainMenu, readAnswer } from './menu-answers.rules.ts';

const titles = ['Vendas', 'Suporte técnico', '2ª via', 'Café & Cia.', '10 anos'];
const choice = (place: number) => ({ kind: 'choice', place });

test.each([
  ['1', choice(0)],
  [' 2 ', choice(1)],
  ['１', choice(0)],
  ['1️⃣', choice(0)],
  ['①', choice(0)],
  ['1.', choice(0)],
  ['1)', choice(0)],
  ['(1)', choice(0)],
  ['[1]', choice(0)],
  ['[ 1 ]', choice(0)],
  ['*[ 1 ]* - Vendas', choice(0)],
  ['1 - vendas', choice(0)],
  ['opção 2', choice(1)],
  ['Opcao: 2', choice(1)],
  ['a opção número 2', choice(1)],
  ['*2*', choice(1)],
  ['01', choice(0)],
  ['vendas', choice(0)],
  ['  SUPORTE   TECNICO ', choice(1)],
  ['2a via', choice(2)],
  ['café & cia.', choice(3)],
  ['10 anos', choice(4)],
  ['#', { kind: 'main' }],
  ['＃', { kind: 'main' }],
  ['[ # ]', { kind: 'main' }],
  ['*[ # ]* - Menu inicial', { kind: 'main' }],
  ['menu inicial', { kind: 'main' }],
  ['0', { kind: 'previous' }],
  ['[0]', { kind: 'previous' }],
  ['Menu anterior', { kind: 'previous' }],
  ['6', undefined],
  ['99999', undefined],
  ['-1', undefined],
  ['1 2', undefined],
  ['2 vendas', undefined],
  ['quero 1 pizza', undefined],
  ['##', undefined],
  ['', undefined],
  ['   ', undefined],
  ['\u200e', undefined],
])('%j', (body, expected) => {
  expect(readAnswer(body, titles)).toEqual(expected);
});

test('a number counts as the place in the menu before it counts as a title', () => {
  expect(readAnswer('2', ['2', '1'])).toEqual(choice(1));
  expect(readAnswer('24', ['12', '24'])).toEqual(choice(1));
});

test('the way to the main menu is known whatever the menu', () => {
  expect(asksForMainMenu('#')).toBe(true);
  expect(asksForMainMenu('0')).toBe(false);
  expect(asksForMainMenu('oi')).toBe(false);
});
