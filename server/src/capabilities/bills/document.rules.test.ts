import { expect, test } from 'vitest';
import { formatDocument, isSameDocument, readDocument } from './document.rules.ts';

test.each([
  ['52998224725', '52998224725'],
  ['529.982.247-25', '52998224725'],
  [' 529 982 247 25 ', '52998224725'],
  ['meu cpf é 529.982.247-25, obrigado', '52998224725'],
  ['CPF52998224725', '52998224725'],
  ['11.222.333/0001-81', '11222333000181'],
  ['11222333000181', '11222333000181'],
  ['cnpj 11222333000181.', '11222333000181'],
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12abc34501de35', '12ABC34501DE35'],
  ['５２９９８２２４７２５', '52998224725'],
])('%s is the document %s', (typed, document) => expect(readDocument(typed)).toBe(document));

test.each([
  '52998224724',
  '529.982.247-52',
  '11111111111',
  '000.000.000-00',
  '5299822472',
  '529982247255',
  '11222333000180',
  '12ABC34501DE36',
  '00000000000000',
  '12ABC34501DEAB',
  '1',
  '',
  'não sei',
  '0',
])('%s is none', (typed) => expect(readDocument(typed)).toBeUndefined());

test('of every CPF exactly one pair of check digits is right', () => {
  for (const base of ['123456789', '000000001', '987654321', '100000000']) {
    const right = Array.from({ length: 100 }, (_, digits) => base + String(digits).padStart(2, '0')).filter(
      (each) => readDocument(each) === each,
    );
    expect(right, base).toHaveLength(1);
  }
});

test('it is written as people write it, and compared however it is written', () => {
  expect(formatDocument('52998224725')).toBe('529.982.247-25');
  expect(formatDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  expect(isSameDocument('12.abc.345/01de-35', '12ABC34501DE35')).toBe(true);
  expect(isSameDocument('529.982.247-25', '52998224726')).toBe(false);
});
