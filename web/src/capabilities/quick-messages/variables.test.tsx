import { afterEach, expect, test } from 'vitest';
import { setTimeZone } from '../../platform/language/format.ts';
import { fillVariables } from './variables.ts';

afterEach(() => setTimeZone(undefined));
const facts = { name: 'Ana Maria Souza', protocol: '2026-1', user: 'Marina', queue: 'Vendas', company: 'Loja Aurora' };
const at = (instant: string) => ({ ...facts, at: new Date(instant) });

test('every variable is filled in, in the company’s time', () => {
  setTimeZone('America/Sao_Paulo');
  const text = '{{greeting}}, {{ firstName }} ({{name}})! {{user}}, {{queue}}, {{company}}, {{protocol}}, {{date}} {{hour}}';
  expect(fillVariables(text, at('2026-11-16T14:59:00Z'))).toBe(
    'Bom dia, Ana (Ana Maria Souza)! Marina, Vendas, Loja Aurora, 2026-1, 16/11/2026 11:59',
  );
});

test.each([
  ['2026-11-16T03:00:00Z', 'Boa madrugada'],
  ['2026-11-16T09:00:00Z', 'Bom dia'],
  ['2026-11-16T15:00:00Z', 'Boa tarde'],
  ['2026-11-16T21:00:00Z', 'Boa noite'],
])('at %s the greeting is %s', (instant, greeting) => {
  setTimeZone('America/Sao_Paulo');
  expect(fillVariables('{{greeting}} {{gretting}} {{ms}}', at(instant))).toBe(`${greeting} ${greeting} ${greeting}`);
});

test('what is no variable stays, and a name that looks like one is left to the server', () => {
  expect(fillVariables('{{nada}} {name} {{constructor}}', at('2026-11-16T15:00:00Z'))).toBe('{{nada}} {name} {{constructor}}');
  expect(fillVariables('Oi {{name}}', { ...at('2026-11-16T15:00:00Z'), name: '{{company}}' })).toBe('Oi {{name}}');
});
