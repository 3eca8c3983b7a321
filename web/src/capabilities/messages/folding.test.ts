import { expect, test } from 'vitest';
import { isLong, shownLength } from './folding.ts';

test('a text is long from 900 characters or twelve lines on', () => {
  expect([isLong('a'.repeat(900)), isLong('a'.repeat(901)), isLong('a\n'.repeat(11)), isLong('a\n'.repeat(12))]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test('of a very long text one touch brings a bounded piece, and touches enough bring all of it', () => {
  const words = 'palavra '.repeat(8_192);
  let [shown, touches] = [shownLength(words, 0), 0];
  expect(shown).toBeLessThanOrEqual(3_000);
  while (shown < words.length) {
    touches += 1;
    const more = shownLength(words, touches);
    expect(more).toBeGreaterThan(shown);
    expect(more - shown).toBeLessThan(13_000);
    expect(words[more - 1]).toBe(' ');
    shown = more;
  }
  expect(touches).toBe(6);
});

test('no sign is cut in half', () => {
  const words = `a${'😊'.repeat(5_000)}`;
  expect(shownLength(words, 0) % 2).toBe(1);
});
