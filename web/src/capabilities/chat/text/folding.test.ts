import { expect, test } from 'vitest';
import { toDisplayText } from './display-text.ts';
import { foldedText, isLong, piecesOf } from './folding.ts';

test('a text is long from 900 characters or twelve lines on', () => {
  const texts = ['a'.repeat(900), 'a'.repeat(901), 'a\n'.repeat(11), 'a\n'.repeat(12)];
  expect(texts.map(isLong)).toEqual([false, true, false, true]);
});

test('of a very long text one touch brings a bounded piece, and touches enough bring all of it', () => {
  const words = 'palavra '.repeat(8_192);
  expect(words.startsWith(foldedText(words))).toBe(true);
  expect(foldedText(words).length).toBeLessThanOrEqual(900);
  let touches = 1;
  while (!piecesOf(words, touches).isAll) touches += 1;
  const { pieces } = piecesOf(words, touches);
  expect(touches).toBe(33);
  expect(pieces.join('')).toBe(words);
  expect(pieces.every((piece) => piece.length <= 2_000 && piece.endsWith(' '))).toBe(true);
  expect(piecesOf('curto', 1)).toEqual({ pieces: ['curto'], isAll: true });
});

test('pieces end with lines where there are any, and no sign is cut in half', () => {
  const lines = `${'a'.repeat(250)}\n`.repeat(60);
  expect(piecesOf(lines, 99).pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
  const signs = `a${'😊'.repeat(9_000)}`;
  const { pieces } = piecesOf(signs, 99);
  expect(pieces.join('')).toBe(signs);
  expect(pieces.slice(1).every((piece) => piece.startsWith('😊'))).toBe(true);
});

test('marks piled up on one letter are shown as far as any script piles them', () => {
  expect(toDisplayText('é Tiê̆ ภาษาไทยที่ ครั้ง')).toBe('é Tiê̆ ภาษาไทยที่ ครั้ง');
  expect(toDisplayText('a\u{10ffff}\ud83d b')).toBe('a\ufffd\ufffd b');
  expect(toDisplayText(`a${'\u0301'.repeat(5_000)}b`)).toBe(`a${'\u0301'.repeat(16)}b`);
});
