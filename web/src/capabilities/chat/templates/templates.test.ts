import type { Template } from '@prosa/contracts/connections';
import { describe, expect, test } from 'vitest';
import { contextOf, fillIn, findTemplates, firstValues, placesOf, toMessage } from './templates.rules.ts';

const of = (body: string, name = 'aviso'): Template => ({ name, language: 'pt_BR', category: 'utility', body });

describe('a template', () => {
  test('has each place once, in order, however often it stands in the text', () => {
    expect(placesOf(of('Oi {{2}}, {{1}} e {{2}}'))).toEqual([1, 2]);
    expect(placesOf(of('Sem lugares {{x}}'))).toEqual([]);
  });

  test('reads filled in as the customer will read it; what is missing stays a place', () => {
    expect(fillIn(of('Olá {{1}}, vence em {{2}}. Até, {{1}}'), ['Ana', ''])).toBe('Olá Ana, vence em {{2}}. Até, Ana');
  });

  test('takes values of one line, as the network wants them', () => {
    const template = of('Olá {{1}}');
    expect(fillIn(template, [' Ana \n  Clara '])).toBe('Olá Ana Clara');
    expect(toMessage(template, ['Ana\t\tClara'])).toEqual({ name: 'aviso', language: 'pt_BR', variables: ['Ana Clara'] });
  });

  test('shows the words around a place', () => {
    expect(contextOf(of('Olá {{1}}, a sua fatura de {{2}} vence em {{3}}.'), 2)).toBe('Olá {{1}}, a sua fatura de ▁▁ vence em {{3}}.');
    const long = of('Informamos que o pagamento da fatura de {{1}} ainda não foi registrado em nosso sistema');
    expect(contextOf(long, 1)).toBe('…o pagamento da fatura de ▁▁ ainda não foi registrado…');
  });

  test.each([
    ['Olá {{1}}, podemos continuar?', 'Ana Clara', ['Ana']],
    ['Bom dia, {{1}}! Seu pedido {{2}} saiu.', 'Ana Clara', ['Ana', '']],
    ['Hello {{1}}', 'João-Pedro Reis', ['João-Pedro']],
    ['Sua fatura de {{1}} vence hoje', 'Ana', ['']],
    ['Olá {{1}}', '5511988887777', ['']],
    ['Olá {{1}}', '+55 11 98888-7777', ['']],
  ])('begins "%s" for %s with %j', (body, name, values) => {
    expect(firstValues(of(body), name)).toEqual(values);
  });

  test('is found by its name and its words, without accents', () => {
    const [bill, hello] = [of('Sua fatura já venceu', 'aviso_fatura'), of('Olá {{1}}', 'ola')];
    expect(findTemplates([hello, bill], 'ja venc')).toEqual([bill]);
    expect(findTemplates([hello, bill], 'aviso fat')).toEqual([bill]);
    expect(findTemplates([hello, bill], '')).toEqual([bill, hello]);
  });
});
