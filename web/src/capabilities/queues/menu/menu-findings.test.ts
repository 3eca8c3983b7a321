import type { QueueOption } from '@prosa/contracts/queue-options';
import { expect, test } from 'vitest';
import { menuFindings } from './menu-findings.ts';

let ids = 0;
const option = (title: string, message = 'Um momento.', children: QueueOption[] = [], type: QueueOption['type'] = 'text'): QueueOption => {
  ids += 1;
  return { id: ids, title, message, option: 1, type, queueId: 1, parentId: null, children };
};
const found = (greeting: string, ...tree: QueueOption[]) =>
  menuFindings(greeting, tree).map(({ kind, title }) => `${kind} ${title}`.trim());

test.each<[string, QueueOption[], string[]]>([
  ['a menu that says something everywhere', [option('Vendas', 'O que deseja?', [option('Preços')]), option('Suporte')], []],
  ['a dead end: an option that says nothing', [option('Vendas', '  ')], ['deadEnd Vendas']],
  ['options below one that says nothing', [option('Vendas', '', [option('Preços')])], ['noText Vendas']],
  ['options without a title, which are not alike', [option(' '), option(''), option('Vendas')], ['noTitle', 'noTitle']],
  ['a bill, which needs no words', [option('Segunda via', '', [], 'bill')], []],
  ['options below a bill, which are never offered', [option('Segunda via', '', [option('Preços')], 'bill')], ['billBranch Segunda via']],
  ['two titles alike for who types them', [option('Preços'), option('precos ')], ['duplicate precos']],
  ['ten options', Array.from({ length: 10 }, (_, n) => option(`Opção ${n}`)), []],
  ['more options than fit a screen', Array.from({ length: 11 }, (_, n) => option(`Opção ${n}`)), ['longList']],
  ['a text that is too long with its options', [option('Vendas', 'x'.repeat(1010), [option('Preços')])], ['longText Vendas']],
  ['a leaf with a long text, which fits', [option('Vendas', 'x'.repeat(1000))], []],
])('%s', (_name, tree, expected) => expect(found('Olá!', ...tree)).toEqual(expected));

test('a menu without a greeting, and none at all', () => {
  expect(found('', option('Vendas'))).toEqual(['noGreeting']);
  expect(found('')).toEqual([]);
});

test('options deeper than a menu goes are unreachable, and those beyond its length', () => {
  const chain = (depth: number): QueueOption[] => (depth === 0 ? [] : [option(`Nível ${depth}`, 'Texto', chain(depth - 1))]);
  expect(found('Olá', ...chain(8))).toEqual([]);
  expect(found('Olá', ...chain(10))).toEqual(['unreachable Nível 2', 'unreachable Nível 1']);
  expect(found('Olá', ...Array.from({ length: 51 }, (_, n) => option(`Opção ${n}`)))).toContain('beyond Opção 50');
});
