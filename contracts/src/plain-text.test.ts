import { expect, test } from 'vitest';
import { plainText, withoutAccents } from './plain-text.ts';

test('letters without accents and capitals, whatever they are made of', () => {
  expect(plainText('São João, AÇÃO e\u0301')).toBe('sao joao, acao e');
  expect(withoutAccents('１ª ﬁla…', 'NFKD')).toBe('1a fila...');
  expect(withoutAccents('１ª ﬁla…')).toBe('１ª ﬁla…');
});

/** To put them in order all at once takes a minute. */
test('two hundred thousand marks are gone as fast as so many letters', () => {
  expect(plainText(`Olá${'\u0301\u0316'.repeat(100_000)}`)).toBe('ola');
});
