// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { matchesIn, wordsIn } from './useMarkedMatches.ts';

describe('what was searched for in the log', () => {
  const log = document.createElement('div');
  log.innerHTML = '<p>Não há pão</p><p>amanhã, <b>PAO</b> de novo</p>';
  const marked = (words: string) => matchesIn(log, words).map((range) => range.toString());

  test.each([
    ['pão', ['pão', 'PAO']],
    ['A', ['ã', 'á', 'ã', 'a', 'a', 'ã', 'A']],
    ['bolo', []],
  ])('%s is marked whatever its accents and capitals', (words, found) => expect(marked(words)).toEqual(found));

  test('only in what messages say, not in what stands around it', () => {
    const thread = document.createElement('div');
    thread.innerHTML = '<p>Início da conversa</p><div><p>Automática: robô</p><span data-words>Olá, <b>Ana</b></span></div>';
    expect(wordsIn(thread).flatMap((said) => matchesIn(said, 'a').map((range) => range.toString()))).toEqual(['á', 'A', 'a']);
  });

  test.each([
    ['an accent without its letter', '\u0301'],
    ['several of them', '\u0303\u0327'],
    ['the sign that makes an emoji colourful', '\ufe0f'],
    ['nothing', ''],
  ])('%s marks nothing', (_, words) => expect(marked(words)).toEqual([]));
});
