import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTemplate, type TemplateValues } from './templates.rules.ts';

const filling = (over: Partial<TemplateValues> = {}): TemplateValues => ({
  at: new Date('2026-03-10T12:05:00.000Z'),
  zone: 'America/Sao_Paulo',
  name: 'Ana Clara Souza',
  protocol: '202603100007',
  user: 'Bruno',
  queue: 'Vendas',
  company: 'Padaria & Cia',
  ...over,
});

test.each([
  ['Oi {{name}}', 'Oi Ana Clara Souza'],
  ['Oi {{firstName}}', 'Oi Ana'],
  ['{{greeting}}, {{gretting}} e {{ms}}', 'Bom dia, Bom dia e Bom dia'],
  ['Protocolo {{protocol}}', 'Protocolo 202603100007'],
  ['{{date}} às {{hour}}', '10/03/2026 às 09:05'],
  ['{{user}} de {{queue}} na {{company}}', 'Bruno de Vendas na Padaria & Cia'],
  ['{{ name }}', 'Ana Clara Souza'],
  ['{{nome}} {{constructor}} {{Name}} {name} {{}}', '{{nome}} {{constructor}} {{Name}} {name} {{}}'],
])('%j becomes %j', (text, filled) => {
  expect(fillTemplate(text, filling())).toBe(filled);
});

test.each([
  ['02:59', 'Boa noite'],
  ['03:00', 'Boa madrugada'],
  ['08:59', 'Boa madrugada'],
  ['09:00', 'Bom dia'],
  ['15:00', 'Boa tarde'],
  ['20:59', 'Boa tarde'],
  ['21:00', 'Boa noite'],
])('at %s of the world it is %s for a company three hours behind', (hour, greeting) => {
  expect(fillTemplate('{{greeting}}', filling({ at: new Date(`2026-03-10T${hour}:00.000Z`) }))).toBe(greeting);
});

test('what is missing is left out', () => {
  expect(fillTemplate('[{{user}}{{queue}}{{company}}]', filling({ user: null, queue: undefined, company: null }))).toBe('[]');
});

test('"literal, single pass": a value is never looked at again, whatever stands in it', () => {
  for (const name of ['{{user}}', "$& $1 $' $$", '<b>&amp;</b>', '{{{{name}}}}'])
    expect(fillTemplate('{{name}}', filling({ name }))).toBe(name);
  fc.assert(fc.property(fc.string(), (name) => fillTemplate('<{{name}}>', filling({ name })) === `<${name}>`));
});

test('a text without variables stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes('{{')),
      (text) => fillTemplate(text, filling()) === text,
    ),
  );
});
