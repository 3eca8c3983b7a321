import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmojiOnly, type MarkupNode, maxNodes, parseCounted, parseMarkup, plainText } from './markup.ts';

/** The tree in short: b(…) i(…) s(…) c(…) a(…). */
function short(nodes: MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'code') return `c(${node.text})`;
      if (node.kind === 'link') return `a(${node.text})`;
      return `${node.kind[0]}(${short(node.children)})`;
    })
    .join('');
}

describe('markup', () => {
  test.each([
    ['plain', 'plain'],
    ['*Marina:*\nBom dia', 'b(Marina:)\nBom dia'],
    ['a *b* c', 'a b(b) c'],
    ['_i_ ~s~ `c`', 'i(i) s(s) c(c)'],
    ['*bold _both_*', 'b(bold i(both))'],
    ['*~_all_~*', 'b(s(i(all)))'],
    ['`*not bold*`', 'c(*not bold*)'],
    ['2*3*4', '2*3*4'],
    ['snake_case_name', 'snake_case_name'],
    ['* item\n* item', '* item\n* item'],
    ['*not\nacross lines*', '*not\nacross lines*'],
    ['*open', '*open'],
    ['**', '**'],
    ['*a*b', '*a*b'],
    ['(*a*)', '(b(a))'],
    ['<b>x</b><script>alert(1)</script>', '<b>x</b><script>alert(1)</script>'],
  ])('%j becomes %j', (text, expected) => expect(short(parseMarkup(text))).toBe(expected));

  test.each([
    ['https://a.com/x*y*z', 'a(https://a.com/x*y*z)'],
    ['https://a.com/~ana/~foto~', 'a(https://a.com/~ana/~foto~)'],
    ['https://a.com/my_file_name.pdf', 'a(https://a.com/my_file_name.pdf)'],
    ['*https://a.com/x*', 'b(a(https://a.com/x))'],
    ['*see https://a.com/x*y now*', 'b(see a(https://a.com/x*y) now)'],
    ['*not https://a.com/x*y here', '*not a(https://a.com/x*y) here'],
    ['pedido loja.com/p/8821', 'pedido a(loja.com/p/8821)'],
    ['www.loja.com.br.', 'a(www.loja.com.br).'],
    ['(https://a.com/b)', '(a(https://a.com/b))'],
    ['https://pt.wikipedia.org/wiki/Rio_(filme)', 'a(https://pt.wikipedia.org/wiki/Rio_(filme))'],
    ['https://a.com?', 'a(https://a.com)?'],
    ['ana@exemplo.com', 'a(ana@exemplo.com)'],
    ['escreva para ana.lima+nf@loja.com.br.', 'escreva para a(ana.lima+nf@loja.com.br).'],
    ['ana@exemplo', 'ana@exemplo'],
    ['a@b@c.com', 'a@b@c.com'],
    ['ok.vou', 'ok.vou'],
    ['nota.company', 'nota.company'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['javascript://a.com/%0aalert(1)', 'javascript://a.com/%0aalert(1)'],
  ])('links: %j becomes %j', (text, expected) => expect(short(parseMarkup(text))).toBe(expected));

  test('an e-mail address leads to a letter', () => {
    expect(parseMarkup('ana@exemplo.com')).toEqual([{ kind: 'link', text: 'ana@exemplo.com', href: 'mailto:ana@exemplo.com' }]);
  });

  test('gives bare names a safe address', () => {
    expect(parseMarkup('loja.com/p')).toEqual([{ kind: 'link', text: 'loja.com/p', href: 'https://loja.com/p' }]);
  });

  test('loses no character but the marks, whatever is typed', () => {
    const unmarked = (nodes: MarkupNode[]): string =>
      nodes.map((node) => ('children' in node ? unmarked(node.children) : node.text)).join('');
    const bare = (text: string) => text.replaceAll(/[*_~`]/g, '');
    const typed = fc
      .array(fc.constantFrom('*', '_', '~', '`', ' ', '\n', 'a', 'á', '1', '(', ')', '.', 'https://a.com/', 'loja.com', '<b>'), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(typed, (text) => bare(unmarked(parseMarkup(text))) === bare(text)),
      { numRuns: 500 },
    );
  });

  const pieces = [
    '*',
    '_',
    '~',
    '`',
    ' ',
    '\n',
    'a',
    'com.',
    '.com',
    'www.',
    'https://',
    '(',
    ')',
    '!',
    '@',
    '-',
    '^',
    '𝐀',
    '\ud83d',
    '/',
    'á',
  ];
  const longest = 65_536;
  const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const known = ['*_~com.', '*a ', '*a~b_c ', 'www.(', 'www.^', 'https://(', '!https://x!', '*_~www.a', 'a.', '𝐀a.', '((', 'www.a)'];

  const stepsEach = (text: string) => parseCounted(text).steps / text.length;

  test.each(known)('reads the longest message of %j in a few steps for each character', (piece) => {
    expect(stepsEach(filled(piece, longest))).toBeLessThan(100);
  });

  test('reads any text in so many steps for each character, be it short or long', () => {
    const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(some, some, fc.constantFrom(64, 1_024, 16_384), (before, piece, length) => {
        expect(stepsEach(before + filled(piece, length))).toBeLessThan(100);
      }),
      { numRuns: 500 },
    );
  });

  test('makes no more elements than a page bears; what comes after them is plain text', () => {
    const count = (nodes: MarkupNode[]): number =>
      nodes.reduce((sum, node) => sum + 1 + ('children' in node ? count(node.children) : 0), 0);
    const text = '*a* '.repeat(16_384);
    const nodes = parseMarkup(text);
    expect(count(nodes)).toBeLessThan(maxNodes + 10);
    expect(nodes.at(-1)).toMatchObject({ kind: 'text', text: expect.stringMatching(/\*a\* $/) });
  });

  test('gives the text alone for a line of a list', () => {
    expect(plainText('*Marina:*\nveja _isto_ 2*3*4')).toBe('Marina:\nveja isto 2*3*4');
  });

  test('knows messages of emoji alone', () => {
    expect(['😊', '👍🏽', '❤️ 😊', '👨‍👩‍👧'].map(isEmojiOnly)).toEqual([true, true, true, true]);
    expect(['a😊', '', '1', '😊😊😊😊'].map(isEmojiOnly)).toEqual([false, false, false, false]);
  });
});
