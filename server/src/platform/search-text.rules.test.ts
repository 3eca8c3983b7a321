import { expect, test } from 'vitest';
import { firstWords } from './search-text.ts';

test('a search is looked for as it was typed, up to its twelfth word', () => {
  for (const text of ['', 'ana', 'ana@exemplo.com.br', 'um dois, três', '--', 'a b c d e f g h i j k l', 'a b c d e f g h i j k l!'])
    expect(firstWords(text)).toBe(text);
  expect(firstWords('a b c d e f g h i j k l m n')).toBe('a b c d e f g h i j k l');
  expect(firstWords('a,'.repeat(100))).toBe(`${'a,'.repeat(11)}a`);
});
