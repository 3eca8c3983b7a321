import { describe, expect, test } from 'vitest';
import { aQuickMessage } from './quick-messages.fixture.ts';
import { askedFor, byShortcode, labelOf, suggest } from './suggest.ts';

// "quick-reply suggestions appear when the text starts with '/' and is longer than 1 character"
test.each([
  ['', undefined],
  ['/', undefined],
  ['/o', 'o'],
  ['/ola ', 'ola'],
  [' /ola', undefined],
  ['oi /ola', undefined],
  ['/ola\nmais', undefined],
])('%j asks for %j', (words, wanted) => expect(askedFor(words)).toBe(wanted));

// "Quick-reply label truncates at 35 characters."
describe('the label', () => {
  test('is the shortcode and the text on one line', () =>
    expect(labelOf({ shortcode: 'ola', message: 'Olá!\nTudo bem?' })).toBe('/ola — Olá! Tudo bem?'));
  test('of exactly 35 characters stays whole, one more is cut', () => {
    const fits = 'x'.repeat(35 - '/ola — '.length);
    expect(labelOf({ shortcode: 'ola', message: fits })).toBe(`/ola — ${fits}`);
    expect(labelOf({ shortcode: 'ola', message: `${fits}x` })).toBe(`/ola — ${fits}…`);
  });
  test.each(['👍', '👩‍💻', 'ã'.normalize('NFD')])('cuts no character in half: %s', (one) =>
    expect(labelOf({ shortcode: 'ola', message: one.repeat(40) })).toBe(`/ola — ${one.repeat(28)}…`),
  );
});

describe('what is suggested', () => {
  const list = [
    aQuickMessage({ id: 1, shortcode: 'preço-pix', message: 'Aceitamos Pix' }),
    aQuickMessage({ id: 2, shortcode: 'pix', uses: 1 }),
    aQuickMessage({ id: 3, shortcode: 'pix-chave', uses: 2 }),
    aQuickMessage({ id: 4, shortcode: '/pixel', uses: 9 }),
    aQuickMessage({ id: 5, shortcode: 'entrega', message: 'Pague com pix na entrega', uses: 50 }),
  ];
  const found = (typed: string, max = 8) => suggest(list, typed, max).map(({ id }) => id);
  test('the very shortcode, then beginnings, then parts, then texts; of equal ones the most used first', () =>
    expect(found('PIX')).toEqual([2, 4, 3, 1, 5]));
  test('accents and case do not count, and there are at most so many', () => {
    expect(found('preco')).toEqual([1]);
    expect(found('pix', 2)).toEqual([2, 4]);
    expect(found('nada disso')).toEqual([]);
  });
});

test('they are sorted as the server sorts', () => {
  const rows = ['Zebra', 'álbum', 'Bola', 'bola'].map((shortcode, id) => ({ id, shortcode }));
  expect(rows.sort(byShortcode).map(({ shortcode }) => shortcode)).toEqual(['álbum', 'Bola', 'bola', 'Zebra']);
});
