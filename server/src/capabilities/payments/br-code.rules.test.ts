import { expect, test } from 'vitest';
import { checksum, staticPixCode } from './br-code.rules.ts';
import { centsOf, isEnough } from './money.rules.ts';

test('a static Pix code is the one that the reference works out, checksum and all', () => {
  expect(checksum('123456789')).toBe('29B1');
  const receiver = { key: '2f1c7a90-5b3e-4d18-9c6f-0a7be4d35121', name: 'Loja Aurora Demo', city: 'Campinas' };
  expect(staticPixCode({ ...receiver, value: '27.45', txid: 'PEDIDO0042' })).toBe(
    '00020126580014br.gov.bcb.pix01362f1c7a90-5b3e-4d18-9c6f-0a7be4d35121520400005303986540527.455802BR' +
      '5916LOJA AURORA DEMO6008CAMPINAS62140510PEDIDO00426304255E',
  );
});

test('names lose their accents and what is too long, so that lengths and checksum are right in every bank', () => {
  const code = staticPixCode({
    key: 'a@b.c',
    name: 'Padaria São João do Pão de Açúcar Ltda',
    city: 'São José dos Campos',
    value: '1.00',
    txid: 'F-1',
  });
  expect(code).toContain('5925PADARIA SAO JOAO DO PAO D');
  expect(code).toContain('6015SAO JOSE DOS CA');
  expect(code).toContain('62060502F1');
  expect(checksum(code.slice(0, -4))).toBe(code.slice(-4));
});

test.each([
  ['27.45', 2745],
  ['27.4', 2740],
  ['27', 2700],
  [27.45, 2745],
  [0.1 + 0.2, 30],
  ['9999999.99', 999_999_999],
  ['-1.00', undefined],
  ['1,00', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%s is %s cents', (amount, cents) => expect(centsOf(amount)).toBe(cents));

test.each([
  ['30.00', '30.00', true],
  [30, '30.00', true],
  ['30.01', '30.00', true],
  ['29.99', '30.00', false],
  ['x', '30.00', false],
])('%s for %s is enough: %s', (paid, asked, enough) => expect(isEnough(paid, asked)).toBe(enough));
