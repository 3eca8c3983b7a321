import { expect, test } from 'vitest';
import { fillApproved } from './channel-templates.rules.ts';

const templates = [
  { name: 'fatura', language: 'pt_BR', category: 'utility', body: 'Olá {{1}}, {{1}}! Vence em {{2}}.' },
  { name: 'fatura', language: 'en_US', category: 'utility', body: 'Hello {{1}}' },
  { name: 'oi', language: 'pt_BR', category: 'marketing', body: 'Oi!' },
] as const;

test.each([
  ['fatura', 'pt_BR', ['Ana', '10/05'], 'Olá Ana, Ana! Vence em 10/05.'],
  ['fatura', 'en_US', ['Ana'], 'Hello Ana'],
  ['oi', 'pt_BR', [], 'Oi!'],
  ['fatura', 'pt_BR', ['{{2}}', 'x'], 'Olá {{2}}, {{2}}! Vence em x.'],
  ['fatura', 'pt_BR', ['Ana'], undefined],
  ['fatura', 'pt_BR', ['Ana', '10/05', 'mais'], undefined],
  ['fatura', 'es', ['Ana', '10/05'], undefined],
  ['outro', 'pt_BR', [], undefined],
])('%s in %s with %j is %j', (name, language, variables, text) => {
  expect(fillApproved([...templates], { name, language, variables })).toBe(text);
});
