import { expect, test } from 'vitest';
import { bestMatches, matchScore } from './fuzzy.ts';

const items = ['Atendimentos', 'Contatos', 'Conexões', 'Configurações', 'Novo atendimento'].map((label) => ({ id: label, label }));
const labels = (typed: string, recent: string[] = []) => bestMatches(items, typed, recent).map(({ label }) => label);

test.each([
  ['conexoes', ['Conexões']],
  ['CONEXÕES', ['Conexões']],
  ['aten', ['Atendimentos', 'Novo atendimento']],
  ['novo at', ['Novo atendimento']],
  ['cfg', ['Configurações']],
  ['xyz', []],
])('%s finds %j', (typed, found) => expect(labels(typed)).toEqual(found));

test('of equals, what was used lately comes first', () => {
  expect(labels('con')[0]).toBe('Contatos');
  expect(labels('con', ['Configurações'])[0]).toBe('Configurações');
});

test('nothing typed fits everything, and a single letter is not scattered about', () => {
  expect(matchScore('', 'Contatos')).toBeDefined();
  expect(matchScore('z', 'Contatos')).toBeUndefined();
});
